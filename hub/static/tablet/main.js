// The tablet at the board. It is the display of the clock, so each state of a clock is also shown in words.
import { pictureAddress } from "../js/address.js";
import { Board } from "../js/board.js";
import { Clocks } from "../js/clocks.js";
import { byId, byIdAs, pageData, part } from "../js/elements.js";
import { ends } from "../js/geometry.js";
import { resultName, roundName, sideName } from "../js/names.js";
import { silence } from "../js/silence.js";
import { follow } from "../js/stream.js";
import { marked, say } from "../js/texts.js";
import { SIDES } from "../js/values.js";
import { keepAwake } from "./awake.js";
import { Entry } from "./entry.js";
import { showMoves } from "./moves.js";
import { listenToPlayers, nameOf, showMessage } from "./words.js";

const TURNED = "damcam.turned";
const STATES = { runs: marked("running"), stands: marked("standing"), stopped: marked("stopped"), flag: marked("flag has fallen") };
/** @type {{ [judged: string]: string }} */
const JUDGEMENTS = { reading: marked("Reading the board"), accepted: marked("Accepted"), refused: marked("Not accepted") };
const AGREED = marked("A draw is agreed. The arbiter confirms it; until then the clock goes on.");
const STANDS_RIGHT = marked("{side}: the position stands right");
const IS_RIGHT = marked("{side} says that the position stands right");
const board = new Board(byIdAs(SVGSVGElement, "board"));
const clocks = new Clocks();
const entry = new Entry(board, show, take);
/** @type {TabletView} */
let view = { id: -1, game: null };
let turned = localStorage.getItem(TURNED) === "yes";

/**
 * @param {TabletView} newer
 * @param {boolean} [isFirst] whether a connection begins with it
 */
function take(newer, isFirst = false) {
  const isLoss = Boolean(newer.withheld) || Boolean(view.withheld);
  if (!isFirst && !isLoss && newer.game === view.game && newer.id < view.id) return; // an answer that arrived after a newer event
  if (newer.seq !== view.seq) showMessage(""); // the last message was about the move before
  view = newer;
  show();
}

function show() {
  byId("game").toggleAttribute("data-turned", turned);
  byId("setting-up").hidden = Boolean(view.fen || view.withheld);
  byId("withheld").hidden = !view.withheld;
  document.body.toggleAttribute("data-silent", Boolean(view.no_news));
  byId("silent").hidden = !view.no_news;
  byId("silent").textContent = view.no_news ? silence(view) : "";
  if (view.fen) showGame(view);
  else showNoGame();
}

/** @param {TabletGame} game */
function showGame(game) {
  entry.take(game, turned);
  if (!entry.open) board.show(game.board_size, game.fen, lastMove(game), turned, game.mirrored);
  showClocks(game);
  showMoves(game.moves);
  showBefore(game);
  showJudgement(game);
  showAsked(game);
  showResult(game);
  showDraw(game);
  for (const button of document.querySelectorAll("[data-asks]")) enable(button, !game.closed || isCall(button));
}

// Until the game has begun there is nothing to enter and nothing to say.
function showNoGame() {
  for (const id of ["before", "judged", "asked", "result", "draw"]) byId(id).hidden = true;
  for (const button of document.querySelectorAll("[data-asks]")) enable(button, false);
}

/** @param {TabletGame} game */
function lastMove(game) {
  const row = game.moves.at(-1);
  return ends(row?.black ?? row?.white ?? "");
}

/** @param {TabletGame} game */
function showClocks(game) {
  clocks.set(game.clock, game.age_ms);
  for (const side of SIDES) {
    const face = byId(side);
    const state = clockState(game, side);
    face.dataset.state = state;
    part(face, ".name").textContent = nameOf(game, side);
    const told = game.no_news && state === "stands" ? say("No news") : say(STATES[state]);
    part(face, ".says").textContent = game.clock.white_ns === null && state !== "runs" ? say("No clock") : told;
    part(face, ".note").textContent = ""; // `says` tells it to everybody
  }
}

/**
 * @param {TabletGame} game
 * @param {Side} side
 */
function clockState({ clock }, side) {
  if (clock.flagged === side) return "flag";
  if (clock.running === side) return "runs";
  return clock.stopped === side ? "stopped" : "stands";
}

/** @param {TabletGame} game */
function showBefore(game) {
  const waits = !game.begun && !game.closed;
  byId("before").hidden = !waits;
  if (!waits) return;
  const { round, board: number, event } = game.about;
  const control = say("Time control: {control}", { control: game.clock.control });
  const parts = [event, round && roundName(round), number && say("Board {number}", { number }), control];
  byId("about").textContent = parts.filter(Boolean).join(" · ");
  showPicture(game.drawn);
  for (const button of byId("before").querySelectorAll("button")) {
    const side = button.dataset.side === "black" ? "black" : "white";
    button.disabled = game.ready.includes(side);
    button.textContent = say(button.disabled ? IS_RIGHT : STANDS_RIGHT, { side: sideName(side) });
  }
}

/** @param {string | null} name */
function showPicture(name) {
  const picture = byIdAs(HTMLImageElement, "picture");
  picture.hidden = !name;
  if (!name || picture.dataset.name === name) return;
  picture.dataset.name = name;
  picture.src = pictureAddress(name);
}

/** @param {TabletGame} game */
function showJudgement({ judged, on_paper: onPaper }) {
  byId("judged").hidden = !judged && !onPaper;
  byId("judged").dataset.judged = judged ?? "";
  byId("judged").textContent = onPaper ? say("Continued on paper") : judged ? say(JUDGEMENTS[judged] ?? judged) : "";
}

/** @param {TabletGame} game */
function showAsked({ enter, again, entered, closed }) {
  const asked = enter ?? again;
  byId("asked").hidden = closed || entry.open || (!asked && !entered);
  byId("asked-text").textContent = enter ? say("Enter {side}'s move", { side: sideName(enter.side) }) : entered ? textOf(entered) : "";
  byId("asked-why").hidden = !enter;
  byId("enter").hidden = !asked;
  byId("enter").textContent = enter ? say("Enter the move") : say("Enter it anew");
  byId("enter").classList.toggle("strong", Boolean(enter));
}

/** @param {{ side: Side, move: string }} entered */
function textOf({ side, move }) {
  return say("Entered: {side} {move}", { side: sideName(side), move });
}

/** @param {TabletGame} game */
function showResult({ closed, result }) {
  byId("result").hidden = !closed;
  byId("result").textContent = closed ? say("The game is over: {result}", { result: resultName(result) }) : "";
}

/** @param {TabletGame} game */
function showDraw(game) {
  byId("draw").hidden = game.closed || !game.draw;
  if (game.closed || !game.draw) return;
  const { side, agreed } = game.draw;
  const other = side === "white" ? "black" : "white";
  byId("draw-text").textContent = agreed ? say(AGREED) : say("{side} offers a draw.", { side: nameOf(game, side) });
  byId("draw-answers").hidden = agreed;
  showAnswer("draw-accepted", say("{side} accepts", { side: sideName(other) }), other);
  showAnswer("draw-declined", say("{side} declines", { side: sideName(other) }), other);
}

/**
 * @param {string} word
 * @param {string} text
 * @param {Side} side that answers
 */
function showAnswer(word, text, side) {
  const button = part(byId("draw-answers"), `[data-say="${word}"]`);
  button.dataset.side = side;
  button.textContent = text;
}

/** @param {Element} button */
function isCall(button) {
  return button instanceof HTMLElement && button.dataset.asks === "call";
}

/**
 * @param {Element} button
 * @param {boolean} isEnabled
 */
function enable(button, isEnabled) {
  button.toggleAttribute("disabled", !isEnabled);
}

/** @param {"live" | "lost"} line */
function showLine(line) {
  byId("status").dataset.state = line;
  byId("status").textContent = line === "lost" ? say("Connecting") : say("Live");
  byId("lost").hidden = line !== "lost";
  document.body.toggleAttribute("data-lost", line === "lost");
  clocks.hold(line === "lost");
}

byId("turn").addEventListener("click", () => {
  turned = !turned;
  localStorage.setItem(TURNED, turned ? "yes" : "no");
  show();
});
byId("enter").addEventListener("click", () => {
  const press = view.enter ?? view.again;
  if (press) entry.begin(press);
  show();
});
listenToPlayers(() => view, take);
keepAwake();
take(pageData("view"));
follow(take, showLine);
