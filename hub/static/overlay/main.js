// A game as an overlay on a video picture: those of board, names, clocks and last move that the address asks for, and nothing to click.
import { Clocks, pageArrivedMs } from "../js/clocks.js";
import { Board, ends, newestPosition } from "../js/board.js";
import { merge } from "../js/merge.js";
import { followFragments } from "../js/stream.js";

const { size, flipped } = document.body.dataset;
const NAMES = [[1, 1], [0.85, 1], [0.75, 2], [0.62, 2], [0.5, 3]]; // how large, and on how many lines; the last ones are for the longest
const svg = document.querySelector("#board");
const [white, black, move, lost] = ["white-clock", "black-clock", "move", "lost"].map((id) => document.getElementById(id));
const board = svg instanceof SVGSVGElement ? new Board(svg) : null;
const clocks = white && black ? new Clocks({ white, black }) : null;

/** @param {number} [arrivedMs] */
function show(arrivedMs) {
  const { fen, size: squares, isMirrored, move: last } = newestPosition();
  if (fen) board?.show(squares, fen, last ? ends(last) : [], flipped !== undefined, isMirrored);
  else board?.clear();
  clocks?.read(arrivedMs);
  for (const name of document.querySelectorAll(".name")) if (name instanceof HTMLElement) fit(name);
}

// Writes the name as large as its plate has room for.
/** @param {HTMLElement} name */
function fit(name) {
  for (const [large, lines] of NAMES) {
    name.style.setProperty("--large", String(large));
    name.style.setProperty("--lines", String(lines));
    if (name.scrollWidth <= name.clientWidth && name.scrollHeight <= name.clientHeight) return;
  }
}

/** @param {"live" | "lost"} line */
function showLine(line) {
  clocks?.hold(line === "lost");
  move?.toggleAttribute("hidden", line === "lost");
  lost?.toggleAttribute("hidden", line !== "lost");
}

document.documentElement.style.setProperty("--size", `${size}px`);
show(pageArrivedMs());
followFragments((html) => merge(html, () => show()), showLine, () => true); // it is of now when a scene shows it again
