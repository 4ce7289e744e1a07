// A position while it is set up: the pieces, the side to move, and the counts of Art. 17 that a FEN contained.
import { listed, pieces, toMove } from "../js/board.js";

/** @type {Piece[]} */
export const PIECES = ["white-man", "white-king", "black-man", "black-king"];
const ITEM = "K?\\d+(-\\d+)?";
const FEN = new RegExp(`^[WB]((:[WB](${ITEM}(,${ITEM})*)?){1,2})(:H\\d+:F\\d+)?(:\\+\\d+\\+\\d+)?\\.?$`);

export class Position {
  /**
   * @param {Side} side to move
   * @param {Map<number, Piece>} standing
   * @param {string} counts as the end of a FEN, such as `:+1+0`
   */
  constructor(side = "white", standing = new Map(), counts = "") {
    this.side = side;
    this.standing = standing;
    this.counts = counts;
  }

  /**
   * Null where the text is no FEN of a board with so many squares.
   * @param {string} text
   * @param {number} squares
   */
  static from(text, squares) {
    const found = FEN.exec(text.replaceAll(/\s/g, "").toUpperCase());
    if (!found) return null;
    const [fen] = found;
    const standing = pieces(fen);
    if ([...standing.keys()].some((square) => square < 1 || square > squares)) return null;
    return new Position(toMove(fen), standing, found.at(-1) ?? "");
  }

  get fen() {
    const sorted = [...this.standing].sort(([one], [other]) => one - other);
    const letter = this.side === "white" ? "W" : "B";
    return `${letter}:W${listed(sorted, "white")}:B${listed(sorted, "black")}${this.counts && `:H0:F1${this.counts}`}`;
  }

  /** @param {Piece} piece */
  count(piece) {
    return [...this.standing.values()].filter((one) => one === piece).length;
  }

  /**
   * Puts a piece on a square, or nothing. The counts belong to the position before and are dropped.
   * @param {number} square
   * @param {Piece | null | undefined} piece
   */
  put(square, piece) {
    this.standing.delete(square);
    if (piece) this.standing.set(square, piece);
    this.counts = "";
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  move(from, to) {
    if (from === to) return;
    const piece = this.standing.get(from);
    this.put(from, null);
    this.put(to, piece);
  }
}

/**
 * The piece of that name; null where there is none.
 * @param {string | undefined} name
 */
export function pieceOf(name) {
  return PIECES.find((piece) => piece === name) ?? null;
}
