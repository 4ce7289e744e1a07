// The game on a page: board and clocks as its fragments say, and the spectator's steps through the moves.
import { Board, ends, newestPosition, pieces } from "./board.js";
import { Clocks, pageArrivedMs, showTimes, timeOfDay } from "./clocks.js";
import { byId, byIdAs, part, svgElement } from "./elements.js";
import { merge } from "./merge.js";
import { changesOf, MoveList, Plies, spoken, written } from "./move_list.js";
import { followFragments } from "./stream.js";
import { say } from "./texts.js";

const NO_GAME = "W:W:B";
const AGAIN_MS = 8_000; // for so long the page says that it is live again
const STEP = 4.6; // discs of captured pieces overlap, so that twenty fit beside a name
const WIDTH = 8.6;
const FAR_PX = 40;
const STEEP = 1.5; // a swipe that goes rather up or down scrolls the page

/** @typedef {{ [key: string]: () => void }} Actions */

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

/**
 * How many pieces each side has captured between two positions.
 * @param {string} startFen
 * @param {string} fen
 * @returns {{ [side in Side]: number }}
 */
export function captured(startFen, fen) {
  const [start, now] = [pieces(startFen), pieces(fen)];
  /** @param {Side} side */
  const lost = (side) => Math.max(0, count(start, side) - count(now, side));
  return { white: lost("black"), black: lost("white") };
}

/**
 * Shows the pieces that each side has captured: as discs beside its name, and how many.
 * @param {string} startFen
 * @param {string} fen
 */
export function showTaken(startFen, fen) {
  const { white, black } = captured(startFen, fen);
  showDiscs("white", "black", white);
  showDiscs("black", "white", black);
}

/**
 * @param {Side} side that captured
 * @param {Side} other whose pieces were captured
 * @param {number} number
 */
function showDiscs(side, other, number) {
  const place = part(byId(side), ".taken");
  if (place.dataset.count === String(number)) return;
  place.dataset.count = String(number);
  place.replaceChildren(...(number ? [discs(other, number), ` ${number}`] : []));
}

/**
 * @param {Map<number, Piece>} standing
 * @param {Side} side
 */
function count(standing, side) {
  return [...standing.values()].filter((piece) => piece.startsWith(side)).length;
}

/**
 * @param {Side} side
 * @param {number} number
 */
function discs(side, number) {
  const drawn = Array.from({ length: number }, (_disc, index) => svgElement("use", { href: `#${side}-man`, x: index * STEP }));
  const box = `${-WIDTH / 2} ${-WIDTH / 2} ${WIDTH + (number - 1) * STEP} ${WIDTH}`;
  return svgElement("svg", { viewBox: box, role: "img", "aria-label": say("Captured: {count}", { count: number }) }, drawn);
}

/**
 * Says on the status line how the connection is, and how the game stands as the server says it. The page carries the texts.
 * @param {Line | "again"} line the connection, of which the page itself says that it comes; `again` for a while after it was lost
 */
export function showStatus(line) {
  const [status, stale, told] = [byId("status"), byId("stale"), byId("state")];
  const value = told.getAttribute("value") ?? "";
  const isLine = line === "lost" || (line === "again" && value === "live");
  const state = isLine ? line : value;
  if (line === "connecting" || status.dataset.state === state) return;
  status.dataset.state = state;
  status.textContent = isLine ? (status.dataset[line] ?? "") : told.textContent;
  showTimes();
  stale.textContent = line === "lost" ? (stale.dataset.lost ?? "").replace("{time}", timeOfDay()) : byId("silence").textContent;
}

/**
 * Listens to keys. Those of `everywhere` act on the whole page. Letters act only while the focus is in `area`: people who dictate would press
 * them by accident elsewhere. Keys with a modifier stay the browser's.
 * @param {Actions} everywhere
 * @param {Element} area
 * @param {Actions} letters
 */
function listenToKeys(everywhere, area, letters) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = everywhere[event.key] ?? (area.contains(document.activeElement) ? letters[event.key.toLowerCase()] : undefined);
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/**
 * Listens to swipes: to the left a move forward, to the right a move back, like turning pages.
 * @param {Element} area
 * @param {{ back: () => void, forward: () => void }} steps
 */
function listenToSwipes(area, { back, forward }) {
  /** @type {PointerEvent | null} */
  let begun = null;
  /** @param {PointerEvent} event */
  const begin = (event) => {
    begun = event.isPrimary && event.pointerType !== "mouse" ? event : null;
  };
  /** @param {PointerEvent} event */
  const end = (event) => {
    if (!begun || begun.pointerId !== event.pointerId) return;
    const [across, along] = [event.clientX - begun.clientX, event.clientY - begun.clientY];
    begun = null;
    if (Math.abs(across) < FAR_PX || Math.abs(across) < STEEP * Math.abs(along)) return;
    (across < 0 ? forward : back)();
  };
  area.addEventListener("pointerdown", (event) => event instanceof PointerEvent && begin(event));
  area.addEventListener("pointerup", (event) => event instanceof PointerEvent && end(event));
  area.addEventListener("pointercancel", () => {
    begun = null;
  });
}
