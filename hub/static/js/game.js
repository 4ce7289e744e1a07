// The game on a page: board and clocks as its fragments say, and the spectator's steps through the moves.
import { pageArrivedMs } from "./arrival.js";
import { Board } from "./board.js";
import { Clocks } from "./clocks.js";
import { byId, byIdAs } from "./elements.js";
import { ends } from "./geometry.js";
import { listenToKeys } from "./keys.js";
import { merge } from "./merge.js";
import { MoveList } from "./move_list.js";
import { changesOf, Plies, spoken, written } from "./plies.js";
import { newestPosition } from "./position.js";
import { showStatus } from "./status.js";
import { followFragments } from "./stream.js";
import { listenToSwipes } from "./swipe.js";
import { showTaken } from "./taken.js";
import { say } from "./texts.js";

const NO_GAME = "W:W:B";
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
    this.clocks = new Clocks({ white: byId("white-clock"), black: byId("black-clock") });
    this.list = new MoveList((ply) => this.go(ply));
    this.plies = new Plies();
    this.position = newestPosition();
    this.result = "";
    this.flipped = false;
    /** @type {Line | "again"} */
    this.line = "connecting";
    this.leave = () => {};
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.calming = undefined;
    this.#listen();
  }

  // Shows the game that came with the page, and follows it.
  begin() {
    this.#read(pageArrivedMs());
    if (this.isKept) this.line = "live";
    else this.leave = followFragments((html) => merge(html, () => this.#take()), (line) => this.#showLine(line), this.isHeard);
    this.#show();
  }

  // Whether it is an earlier game, which goes on no more.
  get isKept() {
    return byId("state").dataset.kept !== undefined;
  }

  /** @param {number} ply */
  go(ply) {
    this.plies.go(ply);
    this.#show();
    if (this.plies.move) byId("told").textContent = spoken(this.plies.move);
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

  // Takes over what was merged into the page.
  #take() {
    const { plies: { moves: before }, result, position: { game } } = this;
    this.#read();
    if (this.isKept) {
      this.leave();
      this.line = "live";
      this.clocks.hold(false);
    }
    this.#show();
    const isSame = this.position.game === game; // another game is the next one at the board
    const told = changesOf(isSame ? before : [], this.plies.moves);
    if (this.result && !result) told.push(this.result);
    else if (result && !this.result && isSame) told.push(say("The result was taken back: the game goes on."));
    if (told.length > 0) byId("told").textContent = told.join(". ");
    if (this.plies.live && this.plies.moves.length > before.length) this.onMove();
  }

  /** @param {number} [arrivedMs] */
  #read(arrivedMs) {
    this.position = newestPosition();
    this.plies.take(this.list.start, this.list.plies);
    this.result = byId("result").textContent ?? "";
    this.clocks.read(arrivedMs);
  }

  #show() {
    const { plies, position } = this;
    const { move, fen } = plies;
    this.board.show(position.size, fen || NO_GAME, move ? ends(move.move) : [], this.flipped, position.isMirrored);
    showTaken(plies.start.fen, fen);
    this.clocks.goBack(plies.live ? null : plies.left);
    this.list.mark(plies.shown);
    byId("game").toggleAttribute("data-flipped", this.flipped);
    byId("game").toggleAttribute("data-past", !plies.live);
    byId("after").textContent = plies.live ? "" : move ? say("After {move}", { move: written(move) }) : say("Start position");
    const counted = plies.live ? [] : this.list.counted(plies.shown);
    byId("counted").replaceChildren(...[...counted].map((item) => item.cloneNode(true)));
    byId("counted").hidden = counted.length === 0;
    for (const id of ["first", "back"]) byIdAs(HTMLButtonElement, id).disabled = plies.shown === 0;
    for (const id of ["forward", "last"]) byIdAs(HTMLButtonElement, id).disabled = plies.live;
    showStatus(this.line);
    this.onChange(this);
  }

  /** @param {"live" | "lost"} line */
  #showLine(line) {
    if (line === "live" && this.line === "again") return;
    clearTimeout(this.calming);
    this.line = line === "live" && this.line === "lost" ? "again" : line;
    this.clocks.hold(line === "lost");
    if (this.line === "again") this.calming = setTimeout(() => this.#calm(), AGAIN_MS);
    showStatus(this.line);
  }

  #calm() {
    this.line = "live";
    showStatus(this.line);
  }
}
