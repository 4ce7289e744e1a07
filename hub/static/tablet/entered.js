// A move as players enter it by taps on squares: from where, to where, and what was captured. Whatever they enter is accepted.
import { listed, pieces } from "../js/fen.js";

export class EnteredMove {
  /** @param {string} fen the position before the move */
  constructor(fen) {
    this.before = pieces(fen);
    this.clear();
  }

  clear() {
    /** @type {number | null} */
    this.from = null;
    /** @type {number | null} */
    this.to = null;
    /** @type {Set<number>} */
    this.captured = new Set();
  }

  /** @param {number} square */
  tap(square) {
    const isOccupied = this.before.has(square);
    if (this.from === null) {
      if (isOccupied) this.from = square;
    } else if (square === this.from) {
      if (this.captured.size) this.to = square; // a capture may end where it began
      else this.clear();
    } else if (!isOccupied) this.to = square;
    else if (!this.captured.delete(square)) this.captured.add(square);
  }

  get isComplete() {
    return this.from !== null && this.to !== null;
  }

  // The pieces after the move as far as it is entered.
  get standing() {
    const standing = new Map(this.before);
    for (const square of this.captured) standing.delete(square);
    const piece = this.from === null ? undefined : this.before.get(this.from);
    if (this.from !== null && this.to !== null && piece) {
      standing.delete(this.from);
      standing.set(this.to, piece);
    }
    return standing;
  }

  get fen() {
    const { standing } = this;
    return `W:W${listed(standing, "white")}:B${listed(standing, "black")}`;
  }

  // The squares that the move names.
  get squares() {
    return [this.from, this.to, ...this.captured].filter((square) => square !== null);
  }

  // The move as far as it is entered: `32-…`, `32x21 (27)`.
  get written() {
    if (this.from === null) return "…";
    const captured = this.captured.size ? ` (${[...this.captured].join(", ")})` : "";
    return `${this.from}${this.captured.size ? "x" : "-"}${this.to ?? "…"}${captured}`;
  }
}
