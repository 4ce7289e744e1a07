// Sides and results, as the server names them.

/** @type {Side[]} */
export const SIDES = ["white", "black"];

/** @type {Result[]} */
const RESULTS = ["1-0", "0-1", "draw", "void", "*"];

/**
 * The side of that name; undefined where there is none.
 * @param {string | undefined} text
 */
export function sideOf(text) {
  return SIDES.find((side) => side === text);
}

/**
 * The result of that name; undefined where there is none.
 * @param {string | undefined} text
 */
export function resultOf(text) {
  return RESULTS.find((result) => result === text);
}
