// A game as an overlay on a video picture: those of board, names, clocks and last move that the address asks for, and nothing to click.
import { pageArrivedMs } from "../js/arrival.js";
import { Board } from "../js/board.js";
import { Clocks } from "../js/clocks.js";
import { byId, byIdAs, pageData } from "../js/elements.js";
import { ends } from "../js/geometry.js";
import { showNames } from "../js/heading.js";
import { resultName } from "../js/names.js";
import { Plies, written } from "../js/plies.js";
import { follow } from "../js/stream.js";
import { say } from "../js/texts.js";

const { size, flipped } = document.body.dataset;
const NAMES = [[1, 1], [0.85, 1], [0.75, 2], [0.62, 2], [0.5, 3]]; // how large, and on how many lines; the last ones are for the longest
const board = new Board(byIdAs(SVGSVGElement, "board"));
const clocks = new Clocks();
const plies = new Plies();
/** @type {SpectatorView} */
let view = pageData("view");
/** @type {Line} */
let line = "live";

/** @param {number} [arrivedMs] */
function show(arrivedMs) {
  if (view.fen) {
    plies.take(view);
    board.show(view.board_size, view.fen, plies.move ? ends(plies.move.move) : [], flipped !== undefined, view.mirrored);
    clocks.set(view.clock, view.age_ms, arrivedMs);
    showNames(view.about);
    for (const name of document.querySelectorAll(".name")) if (name instanceof HTMLElement) fit(name);
  } else if (view.withheld) {
    board.clear();
    clocks.clear();
  }
  showState();
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

function showState() {
  byId("move").textContent = line === "lost" ? say("No connection") : view.fen && view.no_news ? say("No news from the board") : view.fen ? standing(view) : view.withheld ? say("This game cannot be shown now") : say("Waiting for the game to begin");
}

/** @param {PublicView} now */
function standing(now) {
  if (now.closed) return resultName(now.result);
  if (now.on_paper) return say("Continued on paper");
  return plies.move ? written(plies.move) : say("Start position");
}

document.documentElement.style.setProperty("--size", `${size}px`);
show(pageArrivedMs());
follow(
  (/** @type {SpectatorView} */ newer) => {
    view = newer;
    show();
  },
  (state) => {
    line = state;
    clocks.hold(line === "lost");
    showState();
  },
  () => true, // it is of now when a scene shows it again
);
