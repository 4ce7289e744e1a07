// Positions as FENs.

/** @type {{ [letter: string]: Side | undefined }} */
const SIDES = { W: "white", B: "black" };

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
