// The tablet at the board: each view that comes in is shown here. It is the clock's display, so a word is put to each state of a clock.
import { pictureAddress } from "../js/address.js";
import { Board } from "../js/board.js";
import { Clocks } from "../js/clocks.js";
import { ends } from "../js/geometry.js";
import { follow } from "../js/stream.js";
import { say } from "../js/texts.js";
import { keepAwake } from "./awake.js";
import { Entry } from "./entry.js";
import { showMoves } from "./moves.js";
import { listenToPlayers, named, told } from "./words.js";

const SIDES = ["white", "black"];
const TURNED = "damcam.turned";
const byId = (id) => document.getElementById(id);
const board = new Board(byId("board"));
const clocks = new Clocks();
const entry = new Entry(board, show, take);
let view = { id: -1, game: null };
let turned = localStorage.getItem(TURNED) === "yes";

function take(newer) {
  if (newer.game === view.game && newer.id < view.id) return; // an answer that came after a newer event
  if (newer.seq !== view.seq) told(""); // what was told of the move before
  view = newer;
  show();
}

function show() {
  const begun = Boolean(view.fen);
  byId("game").toggleAttribute("data-turned", turned);
  byId("setting-up").hidden = begun;
  if (begun) {
    entry.take(view, turned);
    if (!entry.open) board.show(view.board_size, view.fen, lastMove(), turned);
    showClocks();
    showMoves(view.moves);
  }
  showBefore(begun);
  showWords(begun);
}

function lastMove() {
  const row = view.moves.at(-1);
  return row ? ends(row.black ?? row.white) : [];
}

function showClocks() {
  const { running, flagged, stopped, white_ns: timed } = view.clock;
  clocks.set(view.clock, view.age_ms);
  for (const side of SIDES) {
    const face = byId(side);
    face.querySelector(".name").textContent = named(view, side);
    const state = flagged === side ? "flag" : running === side ? "runs" : stopped === side ? "stopped" : "stands";
    face.dataset.state = state;
    face.querySelector(".says").textContent = timed === null && state !== "runs" ? say("no_clock") : say(state);
    face.querySelector(".note").textContent = ""; // which `says` tells to everybody
  }
}

function showBefore(begun) {
  const waits = begun && !view.begun && !view.closed;
  byId("before").hidden = !waits;
  if (!waits) return;
  const { round, board: number, event } = view.about;
  const told = [event, round && say("round", { round }), number && say("board_number", { board: number }), say("control", { control: view.clock.control })];
  byId("about").textContent = told.filter(Boolean).join(" · ");
  const picture = byId("picture");
  picture.hidden = !view.drawn;
  if (view.drawn && picture.dataset.name !== view.drawn) {
    picture.dataset.name = view.drawn;
    picture.src = pictureAddress(view.drawn);
  }
  for (const button of byId("before").querySelectorAll("[data-say]")) {
    const { side } = button.dataset;
    button.disabled = view.ready.includes(side);
    button.textContent = say(button.disabled ? "right_done" : "right", { side: say(side) });
  }
}

function showWords(begun) {
  const plays = begun && !view.closed;
  for (const button of document.querySelectorAll("[data-asks]")) button.disabled = !(plays || (begun && button.dataset.asks === "call"));
  byId("judged").hidden = !view.judged && !view.on_paper;
  byId("judged").dataset.judged = view.judged ?? "";
  byId("judged").textContent = view.on_paper ? say("on_paper") : view.judged ? say(view.judged) : "";
  const asked = view.enter ?? view.again;
  byId("asked").hidden = !plays || entry.open || (!asked && !view.entered);
  byId("asked-text").textContent = view.enter ? say("ask_move", { side: say(view.enter.side) }) : view.entered ? enteredText() : "";
  byId("enter").hidden = !asked;
  byId("enter").textContent = say(view.enter ? "enter" : "again");
  byId("enter").classList.toggle("strong", Boolean(view.enter));
  byId("result").hidden = !view.closed;
  byId("result").textContent = view.closed ? `${say("over")}: ${say(view.result === "draw" ? "result_draw" : view.result)}` : "";
  showDraw(plays);
}

function enteredText() {
  return say("entered", { side: say(view.entered.side), move: view.entered.move });
}

function showDraw(plays) {
  byId("draw").hidden = !plays || !view.draw;
  if (!plays || !view.draw) return;
  const { side, agreed } = view.draw;
  const other = side === "white" ? "black" : "white";
  byId("draw-text").textContent = agreed ? say("agreed") : say("offers", { side: named(view, side) });
  byId("draw-answers").hidden = agreed;
  for (const [place, key] of ["accept", "decline"].entries()) {
    const button = byId("draw-answers").children[place];
    button.dataset.side = other;
    button.textContent = say(key, { side: say(other) });
  }
}

function heard(state) {
  byId("status").dataset.state = state;
  byId("status").textContent = say(state === "lost" ? "connecting" : state);
  byId("lost").hidden = state !== "lost";
  document.body.toggleAttribute("data-lost", state === "lost");
}

byId("turn").addEventListener("click", () => {
  turned = !turned;
  localStorage.setItem(TURNED, turned ? "yes" : "no");
  show();
});
byId("enter").addEventListener("click", () => {
  entry.begin(view.enter ?? view.again);
  show();
});
listenToPlayers(() => view, take);
keepAwake();
take(JSON.parse(byId("view").textContent));
follow(view.id, take, heard);
