// The pieces that each side has captured: as discs beside its name, and how many.
import { byId, part } from "./elements.js";
import { pieces } from "./fen.js";
import { svgElement } from "./svg.js";
import { say } from "./texts.js";

const STEP = 4.6; // discs overlap, so that twenty fit beside a name
const WIDTH = 8.6;

/**
 * How many pieces each side has captured between two positions.
 * @param {string} startFen
 * @param {string} fen
 * @returns {{ [side in Side]: number }}
 */
export function captured(startFen, fen) {
  const [start, now] = [pieces(startFen), pieces(fen)];
  /** @param {Side} side */
  const lost = (side) => Math.max(0, count(start, side) - count(now, side));
  return { white: lost("black"), black: lost("white") };
}

/**
 * @param {string} startFen
 * @param {string} fen
 */
export function showTaken(startFen, fen) {
  const { white, black } = captured(startFen, fen);
  showDiscs("white", "black", white);
  showDiscs("black", "white", black);
}

/**
 * @param {Side} side that captured
 * @param {Side} other whose pieces were captured
 * @param {number} number
 */
function showDiscs(side, other, number) {
  const place = part(byId(side), ".taken");
  if (place.dataset.count === String(number)) return;
  place.dataset.count = String(number);
  place.replaceChildren(...(number ? [discs(other, number), ` ${number}`] : []));
}

/**
 * @param {Map<number, Piece>} standing
 * @param {Side} side
 */
function count(standing, side) {
  return [...standing.values()].filter((piece) => piece.startsWith(side)).length;
}

/**
 * @param {Side} side
 * @param {number} number
 */
function discs(side, number) {
  const drawn = Array.from({ length: number }, (_disc, index) => svgElement("use", { href: `#${side}-man`, x: index * STEP }));
  const box = `${-WIDTH / 2} ${-WIDTH / 2} ${WIDTH + (number - 1) * STEP} ${WIDTH}`;
  return svgElement("svg", { viewBox: box, role: "img", "aria-label": say("Captured: {count}", { count: number }) }, drawn);
}
