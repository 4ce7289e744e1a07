// The spectators' page: each view that comes in, and each step of the spectator, is shown here and nowhere else.
import { Board } from "./board.js";
import { Clocks } from "./clocks.js";
import { toMove } from "./fen.js";
import { ends } from "./geometry.js";
import { showAbout, showResult, showStatus } from "./heading.js";
import { listenToKeys } from "./keys.js";
import { MoveList } from "./move_list.js";
import { showPicture } from "./picture.js";
import { Plies } from "./plies.js";
import { follow } from "./stream.js";
import { say } from "./texts.js";

const byId = (id) => document.getElementById(id);
const EMPTY = { fen: "", fens: ["W:W:B"], moves: [], board_size: 10, about: {}, clock: null, closed: false, being_read: false, on_paper: false };

const board = new Board(byId("board"));
const clocks = new Clocks();
const plies = new Plies();
const moveList = new MoveList(go);
let view = EMPTY;
let flipped = false;
let line = "connecting";

function show() {
  const made = plies.move;
  board.show(view.board_size, plies.fen, made ? ends(made.move) : [], flipped);
  moveList.show(view.moves, plies.shown);
  byId("game").toggleAttribute("data-flipped", flipped);
  byId("game").toggleAttribute("data-past", !plies.live);
  byId("shown").textContent = plies.live ? turn() : made ? say("past", { move: written(made) }) : say("start");
  byId("first").disabled = byId("back").disabled = plies.shown === 0;
  byId("forward").disabled = byId("last").disabled = plies.live;
  showStatus(line, view);
}

function turn() {
  if (!view.fen) return "";
  return view.closed ? say(view.result) : say("to_move", { side: say(toMove(view.fen)) });
}

function written({ number, side, move }) {
  return `${number}${side === "white" ? "." : "…"} ${move}`;
}

function tell({ side, move }) {
  byId("told").textContent = say("moved", { side: say(side), move });
}

function take(newer) {
  const before = plies.moves.length;
  const fresh = view === EMPTY;
  view = { ...EMPTY, ...newer };
  plies.take(view);
  clocks.set(view.clock, view.age_ms);
  showAbout(view.about);
  showResult(view);
  showPicture(view);
  show();
  if (!fresh && plies.moves.length > before) tell(plies.moves.at(-1));
}

function go(ply) {
  plies.go(ply);
  show();
  if (plies.move) tell(plies.move);
}

function flip() {
  flipped = !flipped;
  show();
}

const steps = {
  first: () => go(0),
  back: () => go(plies.shown - 1),
  forward: () => go(plies.shown + 1),
  last: () => go(Infinity),
  flip,
};
for (const [id, step] of Object.entries(steps)) byId(id).addEventListener("click", step);
listenToKeys({ ArrowLeft: steps.back, ArrowRight: steps.forward, Home: steps.first, End: steps.last, Escape: steps.last, f: flip });

const first = JSON.parse(byId("view").textContent);
take(first);
follow(first.id, take, (state) => {
  line = state;
  showStatus(line, view);
});
