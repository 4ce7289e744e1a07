// The heading of a game: who plays what, how the connection is, and how the game ended.
import { byId, part } from "./elements.js";
import { resultName, roundName, sideName } from "./names.js";
import { silence, timeOfDay } from "./silence.js";
import { marked, say, sayNamed } from "./texts.js";

const STATES = {
  connecting: marked("Connecting"),
  live: marked("Live"),
  again: marked("Live again"),
  lost: marked("No connection"),
  silent: marked("No news"),
  behind: marked("Catching up"),
  waiting: marked("Waiting for the game to begin"),
  withheld: marked("This game cannot be shown now: the arbiter has to look at the recorder"),
  over: marked("Ended"),
  kept: marked("Broken off"),
};
const STALE = marked("No connection since {time}. What you see may be out of date; the page goes on by itself as soon as it can.");
/** @type {{ [result in Result]?: Side }} */
const LOSER = { "1-0": "black", "0-1": "white" };

/** @param {About} about */
export function showAbout(about) {
  const names = { white: about.white || say("White"), black: about.black || say("Black") };
  showNames(about);
  const versus = `${names.white} – ${names.black}`;
  const numbers = [about.round && roundName(about.round), about.board && say("Board {number}", { number: about.board })];
  byId("title").textContent = about.event || versus;
  byId("about").textContent = [...numbers, about.site, about.date].filter(Boolean).join(" · ");
  document.title = `${versus} · ${about.event || say("Draughts, live")}`;
}

/**
 * Shows the names beside both clocks; a side without a name is shown by its colour.
 * @param {About} about
 */
export function showNames(about) {
  part(byId("white"), ".name").textContent = about.white || say("White");
  part(byId("black"), ".name").textContent = about.black || say("Black");
}

/**
 * @param {Line | "again" | "kept"} line the connection; `again` for a while after it was lost, `kept` for an earlier game, which needs none
 * @param {Pick<PublicView, "fen" | "closed" | "no_news" | "catching_up" | "withheld" | "age_ms">} view
 */
export function showStatus(line, view) {
  const state = statusOf(line, view);
  const status = byId("status");
  if (status.dataset.state === state) return;
  status.dataset.state = state;
  status.textContent = say(STATES[state]);
  const why = state === "silent" || state === "behind" ? silence(view) : "";
  byId("stale").textContent = state === "lost" ? say(STALE, { time: timeOfDay() }) : why;
}

/**
 * @param {Line | "again" | "kept"} line
 * @param {Pick<PublicView, "fen" | "closed" | "no_news" | "catching_up" | "withheld">} view
 */
export function statusOf(line, { fen, closed, no_news: isSilent, catching_up: isBehind, withheld: isWithheld }) {
  if (line === "lost" || line === "connecting") return line;
  if (isWithheld) return "withheld";
  if (!fen) return "waiting";
  if (closed) return "over";
  if (isBehind) return "behind";
  return isSilent ? "silent" : line;
}

/**
 * Shows what is known besides the moves: whether a press is being read, whether the last ones could not be, whether the game goes on on
 * paper, the result and its reason: that nobody played, or the article that is named.
 * @param {PublicView} view
 */
export function showStanding(view) {
  byId("reading").hidden = !view.being_read || view.unread;
  byId("unread").hidden = !view.unread;
  byId("paper").hidden = !view.on_paper;
  byId("result").hidden = !view.closed;
  byId("result").textContent = view.closed ? resultName(view.result) : "";
  byId("why").textContent = view.closed ? reason(view) : "";
}

/** @param {PublicView} view */
function reason({ article, result, not_played: isNotPlayed }) {
  if (isNotPlayed) return say("not played");
  const loser = LOSER[result];
  const sentence = sayNamed(`why_${article}`, { loser: loser ? sideName(loser) : "" });
  const place = say("Art. {article}", { article });
  return sentence && `${sentence} (${place})`;
}
