// What each side has captured: as discs beside its name, and how many.
import { pieces } from "./fen.js";
import { element } from "./svg.js";
import { say } from "./texts.js";

const OTHER = { white: "black", black: "white" };
const STEP = 4.6; // discs overlap, so that twenty fit beside a name
const WIDTH = 8.6;

export function showTaken(startFen, fen) {
  for (const [side, other] of Object.entries(OTHER)) {
    const count = Math.max(0, standing(startFen, other) - standing(fen, other));
    const place = document.getElementById(side).querySelector(".taken");
    if (place.dataset.count === String(count)) continue;
    place.dataset.count = count;
    place.replaceChildren(...(count ? [discs(other, count), ` ${count}`] : []));
  }
}

function standing(fen, side) {
  return [...pieces(fen).values()].filter((piece) => piece.startsWith(side)).length;
}

function discs(side, count) {
  const drawn = Array.from({ length: count }, (_, index) => element("use", { href: `#${side}-man`, x: index * STEP }));
  const box = `${-WIDTH / 2} ${-WIDTH / 2} ${WIDTH + (count - 1) * STEP} ${WIDTH}`;
  return element("svg", { viewBox: box, role: "img", "aria-label": say("taken", { count }) }, drawn);
}
