// A game to be laid over a film picture: what the address asks for of board, names, clocks and last move, and nothing to click.
import { Board } from "../js/board.js";
import { Clocks } from "../js/clocks.js";
import { ends } from "../js/geometry.js";
import { Plies, written } from "../js/plies.js";
import { follow } from "../js/stream.js";
import { say } from "../js/texts.js";

const byId = (id) => document.getElementById(id);
const { size, flipped } = document.body.dataset;
const board = new Board(byId("board"));
const clocks = new Clocks();
const plies = new Plies();
let view = JSON.parse(byId("view").textContent);
let line = "live";

function show(cameMs) {
  if (view.fen) {
    plies.take(view);
    board.show(view.board_size, view.fen, plies.move ? ends(plies.move.move) : [], flipped !== undefined);
    clocks.set(view.clock, view.age_ms, cameMs);
    for (const side of ["white", "black"]) byId(side).querySelector(".name").textContent = view.about[side] || say(side);
  }
  tell();
}

function tell() {
  byId("move").textContent = line === "lost" ? say("lost") : !view.fen ? say("waiting") : standing();
}

function standing() {
  if (view.closed) return say(view.result);
  if (view.on_paper) return say("on_paper");
  return plies.move ? written(plies.move) : say("start");
}

document.documentElement.style.setProperty("--size", `${size}px`);
show(performance.getEntriesByType("navigation")[0]?.responseStart);
follow(
  view.id,
  (newer) => {
    view = newer;
    show();
  },
  (state) => {
    line = state;
    tell();
  },
);
