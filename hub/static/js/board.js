// The board: positions as FENs, what sides and pieces are called, where squares and pieces are drawn, and the drawing as SVG. Squares and numbers
// are drawn once for each size and side, pieces and marks whenever they change. A square is FIELD units wide; the frame adds FRAME units on each
// side.
import { byId, svgElement } from "./elements.js";
import { marked, say } from "./texts.js";

export const FIELD = 10;
export const FRAME = 2;
/** @type {{ [letter: string]: Side | undefined }} */
const SIDES = { W: "white", B: "black" };
const INSET = 0.28; // half of the stroke of a mark, so that the mark stays within its square
const DOUBT_INSET = 0.45; // as INSET
const SLIDE_MS = 220;
/** @type {ShownDoubt} */
const NO_DOUBT = { squares: [], says: "" };
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
const SIDE_NAMES = { white: marked("White"), black: marked("Black") };
const PIECE_NAMES = {
  "white-man": marked("white man"),
  "white-king": marked("white king"),
  "black-man": marked("black man"),
  "black-king": marked("black king"),
};

/** @typedef {{ squares: number[], says: string }} ShownDoubt squares on which something else may stand, and what is said of them */

export class Board {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    this.size = 0;
    this.flipped = false;
    this.mirrored = false;
    /** @type {Map<number, Piece>} */
    this.standing = new Map();
    this.marks = svgElement("g");
    this.men = svgElement("g");
  }

  /**
   * @param {number} size squares on a side
   * @param {string} fen
   * @param {number[]} highlighted squares; the first two may be those of the last move
   * @param {boolean} flipped as Black sees it
   * @param {boolean} [mirrored] as it lies with a light corner at White's left
   * @param {ShownDoubt} [doubt]
   */
  show(size, fen, highlighted, flipped, mirrored = false, doubt = NO_DOUBT) {
    if (size !== this.size || flipped !== this.flipped || mirrored !== this.mirrored) this.#draw(size, flipped, mirrored);
    const before = this.standing;
    this.standing = pieces(fen);
    const drawn = new Map([...this.standing].map(([square, piece]) => [square, this.#piece(square, piece)]));
    const edges = this.#doubted(doubt.squares);
    this.marks.replaceChildren(...highlighted.map((square) => this.#square(square, "mark", INSET)), ...edges);
    this.men.replaceChildren(...drawn.values());
    const moved = slide(before, this.standing, highlighted);
    if (moved) this.#slide(drawn.get(moved[1]), ...moved);
    this.svg.setAttribute("aria-label", [describe(this.standing), doubt.says].filter(Boolean).join(" "));
  }

  // Draws nothing until a position is shown.
  clear() {
    this.size = 0;
    this.standing = new Map();
    this.svg.replaceChildren();
    this.svg.removeAttribute("aria-label");
  }

  /**
   * @param {number} size
   * @param {boolean} flipped
   * @param {boolean} mirrored
   */
  #draw(size, flipped, mirrored) {
    this.size = size;
    this.flipped = flipped;
    this.mirrored = mirrored;
    this.standing = new Map();
    const width = size * FIELD;
    const framed = width + 2 * FRAME;
    const numbers = squareNumbers(size);
    this.svg.setAttribute("viewBox", viewBox(size));
    this.marks = svgElement("g");
    this.men = svgElement("g");
    this.svg.replaceChildren(
      svgElement("rect", { class: "frame", x: -FRAME, y: -FRAME, width: framed, height: framed, rx: 1.6 }),
      svgElement("rect", { class: "light", width, height: width }),
      svgElement("g", {}, numbers.map((square) => this.#square(square, "dark"))),
      this.marks,
      svgElement("g", {}, numbers.map((square) => this.#number(square))),
      this.men,
    );
  }

  /**
   * The upper left corner of a square in the drawing.
   * @param {number} square
   */
  #corner(square) {
    return corner(square, this.size, this.flipped, this.mirrored);
  }

  /**
   * @param {number} square
   * @param {string} className
   */
  #square(square, className, inset = 0) {
    const [x, y] = this.#corner(square);
    const width = FIELD - 2 * inset;
    return svgElement("rect", { class: className, x: x + inset, y: y + inset, width, height: width });
  }

  /**
   * An edge round each of the squares, or one on the frame round all of them.
   * @param {number[]} squares
   */
  #doubted(squares) {
    if (squares.length < this.size ** 2 / 2) return squares.map((square) => this.#square(square, "doubt", DOUBT_INSET));
    const width = this.size * FIELD + FRAME;
    return [svgElement("rect", { class: "doubt", x: -FRAME / 2, y: -FRAME / 2, width, height: width })];
  }

  /** @param {number} square */
  #number(square) {
    const [x, y] = this.#corner(square);
    return svgElement("text", { class: "number", x: x + 0.3, y: y + 1.75 }, [document.createTextNode(String(square))]);
  }

  /**
   * @param {number} square
   * @param {Piece} piece
   */
  #piece(square, piece) {
    const [x, y] = this.#corner(square);
    const transform = `translate(${x + FIELD / 2} ${y + FIELD / 2}) scale(.97)`;
    return svgElement("g", { transform, "data-square": square, "data-piece": piece }, [svgElement("use", { href: `#${piece}` })]);
  }

  /**
   * Lets the piece slide over all others from one square to another.
   * @param {SVGGElement | undefined} piece
   * @param {number} from
   * @param {number} to
   */
  #slide(piece, from, to) {
    if (!piece || reducedMotion.matches) return;
    const [x0, y0] = this.#corner(from);
    const [x1, y1] = this.#corner(to);
    this.men.append(piece);
    const start = `translate(${x0 - x1}px, ${y0 - y1}px)`;
    piece.firstElementChild?.animate([{ transform: start }, { transform: "none" }], { duration: SLIDE_MS, easing: "ease-in-out" });
  }
}

/** @param {Map<number, Piece>} standing */
function describe(standing) {
  /** @param {Side} side */
  const list = (side) => {
    const own = [...standing].filter(([, piece]) => piece.startsWith(side));
    return own.map(([square, piece]) => (piece.endsWith("king") ? say("king {square}", { square }) : square)).join(", ") || say("no pieces");
  };
  return say("White: {white}. Black: {black}.", { white: list("white"), black: list("black") });
}

/**
 * Column and row of a square, counted from the upper left; as White sees the board, or, `flipped`, as Black does. A `mirrored` board lies
 * with a light corner at White's left.
 * @param {number} square
 * @param {number} size squares on a side of the board
 * @param {boolean} flipped
 * @param {boolean} [mirrored]
 * @returns {[number, number]}
 */
export function columnRow(square, size, flipped, mirrored = false) {
  const row = Math.floor((square - 1) / (size / 2));
  const column = 2 * ((square - 1) % (size / 2)) + (row % 2 === 0 ? 1 : 0);
  return [flipped !== mirrored ? size - 1 - column : column, flipped ? size - 1 - row : row];
}

/**
 * The upper left corner of a square in the drawing.
 * @param {number} square
 * @param {number} size
 * @param {boolean} flipped
 * @param {boolean} [mirrored]
 * @returns {[number, number]}
 */
export function corner(square, size, flipped, mirrored = false) {
  const [column, row] = columnRow(square, size, flipped, mirrored);
  return [column * FIELD, row * FIELD];
}

/**
 * The whole drawing with its frame, as an SVG view box.
 * @param {number} size
 */
export function viewBox(size) {
  const width = size * FIELD + 2 * FRAME;
  return `${-FRAME} ${-FRAME} ${width} ${width}`;
}

/**
 * The numbers of all squares on which pieces stand.
 * @param {number} size
 */
export function squareNumbers(size) {
  return Array.from({ length: (size * size) / 2 }, (_square, index) => index + 1);
}

/**
 * The first and the last square of a move as it is written; none where it names no square.
 * @param {string} move
 * @returns {number[]}
 */
export function ends(move) {
  const squares = (move.match(/\d+/g) ?? []).map(Number);
  return squares.length ? [...squares.slice(0, 1), ...squares.slice(-1)] : [];
}

/**
 * The move that leads from one position to another, where the marked squares tell it: a piece left the first and arrived on the second.
 * @param {Map<number, Piece>} before
 * @param {Map<number, Piece>} after
 * @param {number[]} marked
 * @returns {[number, number] | null}
 */
export function slide(before, after, [from, to]) {
  if (from === undefined || to === undefined) return null;
  return before.has(from) && !before.has(to) && after.has(to) ? [from, to] : null;
}

/**
 * The pieces of a FEN by the numbers of their squares.
 * @param {string} fen
 * @returns {Map<number, Piece>}
 */
export function pieces(fen) {
  /** @type {Map<number, Piece>} */
  const found = new Map();
  for (const part of fen.replace(/\.$/, "").split(":").slice(1)) {
    const side = SIDES[part.charAt(0)];
    if (side) for (const item of part.slice(1).split(",").filter(Boolean)) place(found, side, item);
  }
  return found;
}

/**
 * Adds the pieces of one item of a FEN: `32`, `K32` or a range `1-20`.
 * @param {Map<number, Piece>} found
 * @param {Side} side
 * @param {string} item
 */
function place(found, side, item) {
  const isKing = item.startsWith("K");
  const [first = NaN, last = first] = item.slice(isKing ? 1 : 0).split("-").map(Number);
  for (let square = first; square <= last; square++) found.set(square, `${side}-${isKing ? "king" : "man"}`);
}

/**
 * The side to move; throws an Error when the FEN names none.
 * @param {string} fen
 * @returns {Side}
 */
export function toMove(fen) {
  const side = SIDES[fen.charAt(0)];
  if (!side) throw new Error(`no side is to move in "${fen}"`);
  return side;
}

/**
 * The items of one side as a FEN lists them, in the order of the map.
 * @param {Iterable<[number, Piece]>} standing
 * @param {Side} side
 */
export function listed(standing, side) {
  const own = [...standing].filter(([, piece]) => piece.startsWith(side));
  return own.map(([square, piece]) => (piece.endsWith("king") ? `K${square}` : String(square))).join(",");
}

// The position that the server says is the newest: of which game, on what board, after which move.
export function newestPosition() {
  const element = byId("position");
  const { game = "", size, mirrored, move } = element.dataset;
  return { fen: element.getAttribute("value") ?? "", game, size: Number(size) || 10, isMirrored: mirrored !== undefined, move };
}

/** @param {Side} side */
export function sideName(side) {
  return say(SIDE_NAMES[side]);
}

/** @param {Piece | null | undefined} piece nothing for an empty square */
export function pieceName(piece) {
  return piece ? say(PIECE_NAMES[piece]) : say("empty");
}
