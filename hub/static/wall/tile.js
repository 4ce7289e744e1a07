// What of a small board runs in the browser: its clocks, and the last move, which slides.
import { Clocks } from "../js/clocks.js";
import { part } from "../js/elements.js";

const SLIDE_MS = 220;
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** @type {WeakMap<Element, { clocks: Clocks, standing: Set<string> }>} */
const known = new WeakMap();

/**
 * Lets the clocks of a tile that was merged run on from their readings, and its last move slide where it is new.
 * @param {Element} tile
 */
export function showTile(tile) {
  const [white, black] = [part(tile, "[data-side=white]"), part(tile, "[data-side=black]")];
  const before = known.get(tile);
  const clocks = before?.clocks ?? new Clocks({ white, black });
  clocks.read();
  const pieces = [...tile.querySelectorAll(".board use[x]")];
  const standing = new Set(pieces.map(placeOf));
  const moved = pieces.at(-1);
  if (moved instanceof SVGElement && before) slide(moved, before.standing, standing);
  known.set(tile, { clocks, standing });
}

/** @param {Element} piece */
function placeOf(piece) {
  return `${piece.getAttribute("x")} ${piece.getAttribute("y")}`;
}

/**
 * Lets the piece that was moved last slide to where it stands, unless it stood there before.
 * @param {SVGElement} piece
 * @param {Set<string>} before
 * @param {Set<string>} after
 */
function slide(piece, before, after) {
  const { from = "" } = piece.dataset;
  if (reducedMotion.matches || !before.has(from) || after.has(from) || before.has(placeOf(piece))) return;
  const [x, y] = from.split(" ").map((value, axis) => Number(value) - Number(piece.getAttribute(axis ? "y" : "x")));
  piece.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: SLIDE_MS, easing: "ease-in-out" });
}
