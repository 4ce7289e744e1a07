// The game on a page: board, clocks and names as each view comes in, and the spectator's steps through it. What a page shows besides, it
// shows when it is told to.
import { Board } from "./board.js";
import { Clocks } from "./clocks.js";
import { showCounts } from "./counts.js";
import { toMove } from "./fen.js";
import { ends } from "./geometry.js";
import { showAbout, showStanding, showStatus } from "./heading.js";
import { listenToKeys } from "./keys.js";
import { Plies, written } from "./plies.js";
import { follow } from "./stream.js";
import { listenToSwipes } from "./swipe.js";
import { showTaken } from "./taken.js";
import { say } from "./texts.js";

const EMPTY = { fen: "", fens: ["W:W:B"], counts: [[]], moves: [], board_size: 10, about: {}, clock: null, closed: false, being_read: false, on_paper: false };
const AGAIN_MS = 8_000; // so long it is told that the page is live again
const byId = (id) => document.getElementById(id);

export class Game {
  // `alsoShow` is called with the game whenever something changed.
  constructor(alsoShow = () => {}) {
    this.alsoShow = alsoShow;
    this.board = new Board(byId("board"));
    this.clocks = new Clocks();
    this.plies = new Plies();
    this.view = EMPTY;
    this.flipped = false;
    this.line = "connecting";
    this.#listen();
  }

  // Shows the view that came with the page, and follows.
  begin() {
    const first = JSON.parse(byId("view").textContent);
    this.#take(first, performance.getEntriesByType("navigation")[0]?.responseStart);
    follow(first.id, (newer) => this.#take(newer), (line) => this.#tellLine(line));
  }

  go(ply) {
    this.plies.go(ply);
    this.#show();
    if (this.plies.move) this.#tell(this.plies.move);
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
    listenToSwipes(byId("board"), steps);
  }

  #flip() {
    this.flipped = !this.flipped;
    this.#show();
  }

  #take(newer, cameMs) {
    const [before, fresh, wasClosed] = [this.plies.moves.length, this.view === EMPTY, this.view.closed];
    this.view = { ...EMPTY, ...newer };
    this.plies.take(this.view);
    this.clocks.set(this.view.clock, this.view.age_ms, cameMs);
    showAbout(this.view.about);
    showStanding(this.view);
    this.#show();
    if (fresh) return;
    if (this.view.closed && !wasClosed) byId("told").textContent = say(this.view.result);
    else if (this.plies.moves.length > before) this.#tell(this.plies.moves.at(-1));
  }

  #show() {
    const { plies, view } = this;
    const made = plies.move;
    this.board.show(view.board_size, plies.fen, made ? ends(made.move) : [], this.flipped);
    showTaken(plies.fens[0], plies.fen);
    showCounts(plies.counts);
    byId("game").toggleAttribute("data-flipped", this.flipped);
    byId("game").toggleAttribute("data-past", !plies.live);
    byId("shown").textContent = plies.live ? this.#turn() : made ? say("past", { move: written(made) }) : say("start");
    byId("first").disabled = byId("back").disabled = plies.shown === 0;
    byId("forward").disabled = byId("last").disabled = plies.live;
    showStatus(this.line, view);
    this.alsoShow(this);
  }

  #turn() {
    const { fen, closed, result } = this.view;
    if (!fen) return "";
    return closed ? say(result) : say("to_move", { side: say(toMove(fen)) });
  }

  #tell({ side, move }) {
    byId("told").textContent = say("moved", { side: say(side), move });
  }

  #tellLine(line) {
    if (line === "live" && this.line === "again") return;
    clearTimeout(this.calming);
    this.line = line === "live" && this.line === "lost" ? "again" : line;
    if (this.line === "again") this.calming = setTimeout(() => this.#calm(), AGAIN_MS);
    showStatus(this.line, this.view);
  }

  #calm() {
    this.line = "live";
    showStatus(this.line, this.view);
  }
}
