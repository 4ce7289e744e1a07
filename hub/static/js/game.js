// The game on a page: board, clocks and names of each view that arrives, and the spectator's steps through the moves.
import { pageArrivedMs } from "./arrival.js";
import { Board } from "./board.js";
import { Clocks } from "./clocks.js";
import { showCounts } from "./counts.js";
import { byId, byIdAs, pageData } from "./elements.js";
import { toMove } from "./fen.js";
import { ends } from "./geometry.js";
import { showAbout, showStanding, showStatus } from "./heading.js";
import { listenToKeys } from "./keys.js";
import { resultName, sideName } from "./names.js";
import { changesOf, Plies, spoken, written } from "./plies.js";
import { follow } from "./stream.js";
import { listenToSwipes } from "./swipe.js";
import { showTaken } from "./taken.js";
import { say } from "./texts.js";

/** @type {PublicView} */
const EMPTY = {
  id: 0,
  game: "",
  age_ms: 0,
  seq: 0,
  rules: "",
  board_size: 10,
  mirrored: false,
  about: {},
  fen: "",
  fens: ["W:W:B"],
  times: [],
  counts: [[]],
  moves: [],
  last_move: [],
  being_read: false,
  unread: false,
  no_news: false,
  withheld: false,
  on_paper: false,
  clock: { control: "", white_ns: null, black_ns: null, running: null, rate: 0, t_ns: 0 },
  drawn: null,
  result: "*",
  article: null,
  not_played: false,
  closed: false,
};
// The one game that this page shows; whether it is an earlier one; its address.
const { bound, kept, lasting } = document.body.dataset;
const AGAIN_MS = 8_000; // for so long the page says that it is live again

export class Game {
  /**
   * @param {(game: Game) => void} onChange called whenever something changed
   * @param {() => void} onMove called when a new move is shown
   * @param {() => boolean} isHeard whether a new move is told while nobody sees the page
   */
  constructor(onChange = () => {}, onMove = () => {}, isHeard = () => false) {
    this.onChange = onChange;
    this.onMove = onMove;
    this.isHeard = isHeard;
    this.board = new Board(byIdAs(SVGSVGElement, "board"));
    this.clocks = new Clocks();
    this.plies = new Plies();
    this.view = EMPTY;
    this.flipped = false;
    /** @type {Line | "again" | "kept"} */
    this.line = kept === undefined ? "connecting" : "kept";
    this.leave = () => {};
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.calming = undefined;
    this.#listen();
  }

  // Shows the view that came with the page, and follows the game.
  begin() {
    /** @type {SpectatorView} */
    const first = pageData("view");
    this.#take(first, pageArrivedMs());
    if (this.line === "kept") return;
    const onView = (/** @type {SpectatorView} */ newer) => this.#hear(newer);
    this.leave = follow(onView, (line) => this.#showLine(line), this.isHeard);
  }

  /** @param {number} ply */
  go(ply) {
    this.plies.go(ply);
    this.#show();
    if (this.plies.move) byId("told").textContent = spoken(this.plies.move);
  }

  /** @param {SpectatorView} newer */
  #hear(newer) {
    if (bound !== undefined && this.view.fen && newer.game !== bound) this.#end();
    else this.#take(newer);
  }

  // The next game has begun at this board: this page stays with its own, as it ended.
  async #end() {
    this.leave();
    this.line = "kept";
    this.clocks.hold(false);
    byId("next").hidden = false;
    try {
      this.#take(await (await fetch(`${lasting}/state`)).json());
    } catch {
      this.#show();
    }
  }

  #listen() {
    const steps = {
      first: () => this.go(0),
      back: () => this.go(this.plies.shown - 1),
      forward: () => this.go(this.plies.shown + 1),
      last: () => this.go(Infinity),
      flip: () => this.#flip(),
    };
    for (const [id, step] of Object.entries(steps)) byId(id).addEventListener("click", step);
    const keys = { ArrowLeft: steps.back, ArrowRight: steps.forward, Home: steps.first, End: steps.last, Escape: steps.last };
    listenToKeys(keys, byId("game"), { f: steps.flip });
    listenToSwipes(this.board.svg, steps);
  }

  #flip() {
    this.flipped = !this.flipped;
    this.#show();
  }

  /**
   * @param {SpectatorView} newer
   * @param {number} [arrivedMs]
   */
  #take(newer, arrivedMs) {
    const { moves: before } = this.plies;
    const [isFirst, wasClosed, { game }] = [this.view === EMPTY, this.view.closed, this.view];
    this.view = { ...EMPTY, ...newer };
    this.plies.take(this.view);
    const stands = this.line === "kept" ? { running: null } : {};
    this.clocks.set(newer.fen === undefined ? null : { ...newer.clock, ...stands }, newer.age_ms, arrivedMs);
    showAbout(this.view.about);
    showStanding(this.view);
    this.#show();
    if (isFirst) return;
    const isSame = this.view.game === game; // another game is the next one at the board
    const told = changesOf(isSame ? before : [], this.plies.moves);
    if (this.view.closed && !wasClosed) told.push(resultName(this.view.result));
    else if (wasClosed && !this.view.closed && isSame) told.push(say("The result was taken back: the game goes on."));
    if (told.length > 0) byId("told").textContent = told.join(". ");
    if (this.plies.live && this.plies.moves.length > before.length) this.onMove();
  }

  #show() {
    const { plies, view } = this;
    const { move } = plies;
    this.board.show(view.board_size, plies.fen, move ? ends(move.move) : [], this.flipped, view.mirrored);
    showTaken(plies.fens[0] ?? "", plies.fen);
    this.clocks.goBack(plies.live ? null : plies.times);
    showCounts(plies.counts);
    byId("game").toggleAttribute("data-flipped", this.flipped);
    byId("game").toggleAttribute("data-past", !plies.live);
    const after = move ? say("After {move}", { move: written(move) }) : say("Start position");
    byId("shown").textContent = plies.live ? this.#turn() : after;
    for (const id of ["first", "back"]) byIdAs(HTMLButtonElement, id).disabled = plies.shown === 0;
    for (const id of ["forward", "last"]) byIdAs(HTMLButtonElement, id).disabled = plies.live;
    showStatus(this.line, view);
    this.onChange(this);
  }

  #turn() {
    const { fen, closed, result } = this.view;
    if (!fen) return "";
    return closed ? resultName(result) : say("{side} to move", { side: sideName(toMove(fen)) });
  }

  /** @param {"live" | "lost"} line */
  #showLine(line) {
    if (line === "live" && this.line === "again") return;
    clearTimeout(this.calming);
    this.line = line === "live" && this.line === "lost" ? "again" : line;
    this.clocks.hold(line === "lost");
    if (this.line === "again") this.calming = setTimeout(() => this.#calm(), AGAIN_MS);
    showStatus(this.line, this.view);
  }

  #calm() {
    this.line = "live";
    showStatus(this.line, this.view);
  }
}
