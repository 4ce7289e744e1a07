// The moves in the usual columns, as the server rendered them. Each is a button that shows the position after it.
import { byId, part, targetOf } from "./elements.js";
import { sideName } from "./board.js";
import { say } from "./texts.js";
import { SIDES } from "./clocks.js";

const UNREAD = "…"; // the move of a press that was not read
const BELOW_PX = 8; // shown below the current move, so that it does not touch the edge

export class MoveList {
  /** @param {(ply: number) => void} onChoice */
  constructor(onChoice) {
    this.rows = byId("rows");
    this.scroll = document.getElementById("scroll"); // a frame shows no list
    this.rows.addEventListener("click", (event) => {
      const button = targetOf(event, "button");
      if (button) onChoice(this.buttons.findIndex((one) => one === button) + 1);
    });
    if (this.scroll) new ResizeObserver(() => this.#follow()).observe(this.scroll);
  }

  get buttons() {
    return [...this.rows.querySelectorAll("button")];
  }

  get start() {
    return standOf(this.rows);
  }

  /** @returns {ListedPly[]} */
  get plies() {
    return [...this.rows.children].flatMap((row) => {
      const [number, ...cells] = [...row.children];
      return cells.flatMap((cell, place) => {
        const button = cell.querySelector("button");
        const [side] = SIDES.slice(place);
        if (!button || !side) return [];
        return [{ number: parseInt(number?.textContent ?? "", 10), side, move: button.textContent ?? "", ...standOf(button) }];
      });
    });
  }

  /**
   * What is counted after that ply, as the server words it; none for the start position.
   * @param {number} ply
   */
  counted(ply) {
    return this.buttons[ply - 1]?.closest("td")?.querySelectorAll("li") ?? [];
  }

  /** @param {number} shown the ply that is shown; 0 is the start position */
  mark(shown) {
    for (const button of this.rows.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
    this.buttons[shown - 1]?.setAttribute("aria-current", "step");
    this.#follow();
  }

  // Scrolls the list alone, never the page.
  #follow() {
    if (!this.scroll) return;
    const line = this.rows.querySelector("[aria-current]")?.closest("tr");
    if (!line) {
      this.scroll.scrollTop = 0;
      return;
    }
    const head = part(this.scroll, "thead").offsetHeight;
    const [top, bottom] = [line.offsetTop - head, line.offsetTop + line.offsetHeight];
    const scrolled = scrolledTo(this.scroll.scrollTop, this.scroll.clientHeight, top, bottom);
    if (scrolled !== this.scroll.scrollTop) this.scroll.scrollTop = scrolled;
  }
}

/**
 * The position and the clocks that the element names.
 * @param {HTMLElement} element
 * @returns {Stand}
 */
function standOf({ dataset: { fen = "", left } }) {
  if (!left) return { fen, left: null };
  const [white = null, black = null] = left.split(" ").map((ms) => (ms === "-" ? null : Number(ms)));
  return { fen, left: [white, black] };
}

/**
 * How far the list scrolls so that a line is in sight: no farther than it must.
 * @param {number} scrolled how far it is scrolled now
 * @param {number} height of what is in sight
 * @param {number} top of the line
 * @param {number} bottom of the line
 */
export function scrolledTo(scrolled, height, top, bottom) {
  if (top < scrolled) return top;
  return bottom > scrolled + height ? bottom - height + BELOW_PX : scrolled;
}

// The game as a list of plies, and the one that is shown: the last (live), or an earlier one that the spectator went back to.
/** @typedef {[number | null, number | null]} Left White's and Black's time left in milliseconds; null where it is not known */
/** @typedef {{ fen: string, left: Left | null }} Stand a position and the clocks in it; null where no clock is used */
/** @typedef {{ number: number, side: Side, move: string }} Ply */
/** @typedef {Ply & Stand} ListedPly */

export class Plies {
  constructor() {
    /** @type {Stand} */
    this.start = { fen: "", left: null };
    /** @type {ListedPly[]} */
    this.moves = [];
    /** @type {number | null} */
    this.chosen = null;
  }

  /**
   * @param {Stand} start
   * @param {ListedPly[]} moves
   */
  take(start, moves) {
    this.start = start;
    this.moves = moves;
    if (this.chosen !== null && this.chosen >= this.moves.length) this.chosen = null;
  }

  get live() {
    return this.chosen === null;
  }

  // The number of plies made in the position shown; 0 is the start position.
  get shown() {
    return this.chosen ?? this.moves.length;
  }

  get move() {
    return this.moves[this.shown - 1] ?? null;
  }

  get fen() {
    return (this.move ?? this.start).fen;
  }

  // The clocks as they stood in the position shown; null where no clock is used.
  get left() {
    return (this.move ?? this.start).left;
  }

  /** @param {number} ply */
  go(ply) {
    const kept = Math.max(0, ply);
    this.chosen = kept >= this.moves.length ? null : kept;
  }
}

/**
 * A ply as it is written in a game: `12. 32-28`, `12… 19-23`.
 * @param {Ply} ply
 */
export function written({ number, side, move }) {
  return `${number}${side === "white" ? "." : "…"} ${move}`;
}

/**
 * A ply as a screen reader says it.
 * @param {Ply} ply
 */
export function spoken({ side, move }) {
  return `${sideName(side)}: ${move}`;
}

/**
 * What a screen reader says of plies that were `before`, and are others now: each new one, each correction, and where some were taken back.
 * @param {Ply[]} before
 * @param {Ply[]} now
 */
export function changesOf(before, now) {
  const changed = now.flatMap((ply, place) => {
    const old = before[place];
    if (!old || old.move === UNREAD) return old?.move === ply.move ? [] : [spoken(ply)];
    return written(old) === written(ply) ? [] : [say("Corrected: {ply}", { ply: spoken(ply) })];
  });
  const gone = before[now.length];
  return gone ? [...changed, say("Taken back: {ply}", { ply: spoken(gone) })] : changed;
}
