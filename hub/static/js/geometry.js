// Where a numbered square lies: column and row from the upper left, as seen by White, or by Black when flipped.
export function columnRow(square, size, flipped) {
  const row = Math.floor((square - 1) / (size / 2));
  const column = 2 * ((square - 1) % (size / 2)) + (row % 2 === 0 ? 1 : 0);
  return flipped ? [size - 1 - column, size - 1 - row] : [column, row];
}

// The first and the last square of a move as written.
export function ends(move) {
  const squares = (move.match(/\d+/g) || []).map(Number);
  return squares.length ? [squares[0], squares.at(-1)] : [];
}
