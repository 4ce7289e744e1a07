// Sides, as the server names them.

/** @type {Side[]} */
export const SIDES = ["white", "black"];

/**
 * The side of that name; undefined where there is none.
 * @param {string | undefined} text
 */
export function sideOf(text) {
  return SIDES.find((side) => side === text);
}
