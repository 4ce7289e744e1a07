// Asks back, in one sentence that says what will be told, before a ruling that ends the game, rewinds it or leaves the record is sent.
import { byId, byIdAs } from "../js/elements.js";
import { toMove } from "../js/fen.js";
import { sideName } from "../js/names.js";
import { marked, say, sayMany } from "../js/texts.js";
import { sideOf } from "../js/values.js";
import { groundText, isAgreedDraw } from "./grounds.js";
import { holdBack } from "./held_back.js";
import { outcomeName } from "./names.js";
import { whatUndoingDoes } from "./undo.js";

/**
 * Each question as the sentence before "Tell it?"; empty where nothing is asked.
 * @type {{ [word: string]: (ruling: Ruling, view: DeskView) => string }}
 */
const QUESTIONS = {
  restore: () => say("The position before is put back, and the same side moves again."),
  "take-back": ({ plies = 0 }) => sayMany("{count} ply is taken back.", "{count} plies are taken back.", plies),
  position: ({ fen = "" }) => say("Another position is set up, with {side} to move.", { side: sideName(toMove(fen.trim().toUpperCase())) }),
  "to-move": ({ side }) => say("{side} is to move, and the board stays as it is.", { side: sideName(sideOf(side) ?? "white") }),
  end: (ruling) => endOf(ruling),
  paper: () => say("From here on the game is noted on paper, and its moves are not shown."),
  record: () => say("The record goes on, with what was recorded in the meantime."),
  "enter-paper": () => say("The moves from paper are entered and shown."),
  close: () => say("The recording of this game ends. After that the next one may be set up."),
  undo: () => whatUndoingDoes(),
  "start-clock": startOf,
};

const OTHER_STOPS = marked(
  "{other}'s clock stops and {side}'s starts, though {other} is to move: {other}'s press does not count until that clock runs.",
);
const OTHER_STANDS = marked("{side}'s clock starts, though {other} is to move: {other}'s press does not count until that clock runs.");
const TELL_IT = marked("Tell it?");
/** @type {{ [word: string]: string }} what is asked behind the sentence, instead of "Tell it?" */
const ASKED = { close: marked("End the recording?"), "start-clock": marked("Start it?") };

/**
 * What is to be asked before the ruling is sent; empty for one that is sent at once.
 * @param {Ruling} ruling
 * @param {DeskView} view
 * @param {number} since how many presses were made since the players' word that it confirms
 */
export function questionOf(ruling, view, since = 0) {
  const sentence = QUESTIONS[ruling.word]?.(ruling, view);
  if (!sentence) return "";
  const playedOn = since && sayMany("Play went on: {count} press was made since.", "Play went on: {count} presses were made since.", since);
  return [playedOn, sentence, say(ASKED[ruling.word] ?? TELL_IT)].filter(Boolean).join(" ");
}

/**
 * Whether the arbiter confirms what is asked; where nothing is asked, it is so.
 * @param {string} question
 * @returns {Promise<boolean>}
 */
export async function confirmed(question) {
  if (!question) return true;
  const dialog = byIdAs(HTMLDialogElement, "ask");
  byId("ask-question").textContent = question;
  dialog.returnValue = "";
  holdBack(byIdAs(HTMLButtonElement, "ask-yes"));
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

/**
 * What starting that clock brings, where it is not simply the clock of the side to move.
 * @param {Ruling} ruling
 * @param {DeskView} view
 */
function startOf({ side }, { stands, clock, no_news: isSilent }) {
  if (!side || !stands) return "";
  const other = side === "white" ? "black" : "white";
  const names = { side: sideName(side), other: sideName(other) };
  const isTurn = toMove(stands) === side;
  const otherRuns = clock?.running === other && !isSilent;
  if (isTurn) return otherRuns ? say("{other}'s clock stops, and {side}'s starts.", names) : "";
  return say(otherRuns ? OTHER_STOPS : OTHER_STANDS, names);
}

/** @param {Ruling} ruling */
function endOf(ruling) {
  const { result = "*", article = "" } = ruling;
  const ground = groundText(ruling) || (article && say("Article {number}", { number: article }));
  if (!ground) return `${outcomeName(result)}.`;
  const told = `${outcomeName(result)}: ${/[.!?]$/.test(ground) ? ground : `${ground}.`}`;
  return isAgreedDraw(result, article) ? [told, say("It is one in an endgame alone (Art. {article}).", { article })].join(" ") : told;
}
