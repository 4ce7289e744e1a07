// What the desk says where a press was not read: which position is drawn, and on which squares something else may stand.
import { byId, part, setText } from "../js/elements.js";
import { say } from "../js/texts.js";

/**
 * The squares in doubt and what is said of them; nothing where the position is known.
 * @param {Doubt | null} doubt
 * @param {number} size squares on a side of the board
 * @returns {import("../js/board.js").ShownDoubt}
 */
export function shownDoubt(doubt, size) {
  if (!doubt) return { squares: [], says: "" };
  const { since: seq, squares } = doubt;
  const drawn = say("Not read since press {seq}: the last known position is drawn.", { seq });
  const isWhole = squares.length === size ** 2 / 2;
  const named = isWhole ? say("Nothing of the board was seen.") : squares.length && say("On the squares with a dashed edge something else may stand: {squares}.", { squares: squares.join(", ") });
  return { squares, says: [drawn, named].filter(Boolean).join(" ") };
}

/**
 * Shows the text in that legend below a board; hides it where there is none.
 * @param {string} id
 * @param {string} says
 */
export function showLegend(id, says) {
  byId(id).hidden = !says;
  setText(part(byId(id), "span"), says);
}
