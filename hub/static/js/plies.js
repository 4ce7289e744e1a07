// The game as a list of plies, and the one that is shown: the last (live), or an earlier one that the spectator went back to.
import { sideName } from "./names.js";
import { say } from "./texts.js";

const UNREAD = "…"; // the move of a press that was not read

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
