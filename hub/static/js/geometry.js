// Where squares and pieces are drawn. A square is FIELD units wide; the frame adds FRAME units on each side.
export const FIELD = 10;
export const FRAME = 2;

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
