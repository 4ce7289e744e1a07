// A position while it is set up: what stands on each square, who is to move, and the counts of Art. 17 that a FEN carried.
import { pieces, toMove } from "../js/fen.js";

const LETTERS = { white: "W", black: "B" };
const ITEM = "K?\\d+(-\\d+)?";
const FEN = new RegExp(`^[WB]((:[WB](${ITEM}(,${ITEM})*)?){1,2})(:H\\d+:F\\d+)?(:\\+\\d+\\+\\d+)?\\.?$`);

export class Position {
  constructor(side = "white", standing = new Map(), counts = "") {
    this.side = side;
    this.standing = standing;
    this.counts = counts;
  }

  // Null for what is no FEN of a board with so many squares.
  static from(text, squares) {
    const found = FEN.exec(text.replaceAll(/\s/g, "").toUpperCase());
    if (!found) return null;
    const standing = pieces(found[0]);
    if ([...standing.keys()].some((square) => square < 1 || square > squares)) return null;
    return new Position(toMove(found[0]), standing, found.at(-1) ?? "");
  }

  get fen() {
    const listed = (side) => LETTERS[side] + [...this.standing.keys()].filter((square) => this.standing.get(square).startsWith(side))
      .sort((one, other) => one - other).map((square) => (this.standing.get(square).endsWith("king") ? `K${square}` : square)).join(",");
    return `${LETTERS[this.side]}:${listed("white")}:${listed("black")}${this.counts && `:H0:F1${this.counts}`}`;
  }

  count(piece) {
    return [...this.standing.values()].filter((one) => one === piece).length;
  }

  // The counts belong to what stood before, and go.
  put(square, piece) {
    this.standing.delete(square);
    if (piece) this.standing.set(square, piece);
    this.counts = "";
  }

  move(from, to) {
    if (from === to) return;
    const piece = this.standing.get(from);
    this.put(from, null);
    this.put(to, piece);
  }
}
