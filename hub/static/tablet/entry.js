// The dialog in which the players enter the last move by taps on the board.
import { Squares } from "../desk/squares.js";
import { byId, byIdAs, targetOf } from "../js/elements.js";
import { listed, newestPosition, pieces } from "../js/board.js";
import { pieceName, sideName } from "../js/names.js";
import { say } from "../js/texts.js";
import { sideOf } from "../js/values.js";
import { send } from "./words.js";

/** @typedef {import("../js/board.js").Board} Board */

export class Entry {
  /**
   * @param {Board} board
   * @param {() => void} show shows the page without the dialog
   */
  constructor(board, show) {
    this.board = board;
    this.show = show;
    this.open = false;
    this.turned = false;
    /** @type {PressToEnter | null} */
    this.press = null;
    this.move = new EnteredMove("");
    this.squares = new Squares(byId("squares"), nameOfSquare);
    byId("squares").addEventListener("click", (event) => this.#tap(targetOf(event, "[data-square]")));
    byId("clear").addEventListener("click", () => this.#clear());
    byId("close").addEventListener("click", () => this.#close());
    byId("store").addEventListener("click", () => this.#store());
  }

  /**
   * The game went on. What is entered stays as long as the same press is still asked for.
   * @param {boolean} turned
   */
  take(turned) {
    this.turned = turned;
    const asked = askedFor();
    if (asked?.seq !== this.press?.seq || asked?.fen !== this.press?.fen) this.open = false;
    this.#draw();
  }

  begin() {
    const press = askedFor();
    if (!press) return;
    this.press = press;
    this.open = true;
    this.move = new EnteredMove(press.fen);
    this.#draw();
    this.squares.focus();
  }

  #clear() {
    this.move.clear();
    this.#draw();
  }

  #close() {
    this.open = false;
    this.show();
  }

  /** @param {HTMLElement | null} button */
  #tap(button) {
    if (!button) return;
    this.move.tap(Number(button.dataset.square));
    this.#draw();
  }

  async #store() {
    const { press } = this;
    const { from, to, captured } = this.move;
    if (!press || from === null || to === null) return;
    byIdAs(HTMLButtonElement, "store").disabled = true; // a second tap sends nothing more
    const { game } = newestPosition();
    if (await send({ say: "move", seq: press.seq, from, to, captured: [...captured], start: press.fen, game })) this.open = false;
    this.show();
  }

  #draw() {
    byId("entry").hidden = !this.open;
    byId("squares").hidden = !this.open;
    byId("over").toggleAttribute("data-entry", this.open);
    if (!this.open || !this.press) return;
    const { size, isMirrored: mirrored } = newestPosition();
    const { from, to, fen, squares, standing } = this.move;
    this.board.show(size, fen, squares, this.turned, mirrored);
    this.squares.lay(size, this.turned, mirrored);
    this.squares.show(standing, from);
    byId("entry-title").textContent = say("Enter {side}'s move", { side: sideName(this.press.side) });
    byId("hint").textContent = hint(from, to);
    byId("so-far").textContent = this.move.written;
    byIdAs(HTMLButtonElement, "store").disabled = !this.move.isComplete;
  }
}

/**
 * The press whose move the players are asked for, or may enter anew; null where there is none.
 * @returns {PressToEnter | null}
 */
function askedFor() {
  const { seq, side, fen } = byId("enter").dataset;
  const of = sideOf(side);
  return seq && of && fen ? { seq: Number(seq), side: of, fen } : null;
}

/**
 * @param {number} square
 * @param {Piece | undefined} piece
 */
function nameOfSquare(square, piece) {
  return say("Square {square}: {piece}", { square, piece: pieceName(piece) });
}

/**
 * What is to be tapped next.
 * @param {number | null} from
 * @param {number | null} to
 */
function hint(from, to) {
  if (from === null) return say("Tap the piece that was moved.");
  if (to === null) return say("Tap the square where it stands now. Tap another piece if that was captured.");
  return say("Tap each captured piece. Is it right? Then store the move.");
}

// A move as players enter it by taps on squares: from where, to where, and what was captured. Whatever they enter is accepted.
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
