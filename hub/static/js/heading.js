// Who plays what, how it stands with the line, and how the game ended.
import { knows, say } from "./texts.js";

const byId = (id) => document.getElementById(id);
const LOSER = { "1-0": "black", "0-1": "white" };

export function showAbout(about) {
  const names = Object.fromEntries(["white", "black"].map((side) => [side, about[side] || say(side)]));
  for (const side of ["white", "black"]) byId(side).querySelector(".name").textContent = names[side];
  const versus = `${names.white} – ${names.black}`;
  const numbers = [about.round && say("round", { round: about.round }), about.board && say("board_number", { board: about.board })];
  const told = [about.event, ...numbers, about.site, about.date];
  byId("title").textContent = about.event ? told[0] : versus;
  byId("about").textContent = told.slice(1).filter(Boolean).join(" · ");
  document.title = `${versus} · ${about.event || say("title")}`;
}

export function showStatus(line, view) {
  const told = line === "lost" || line === "connecting" ? line : !view.fen ? "waiting" : view.closed ? "over" : line;
  const status = byId("status");
  if (status.dataset.state === told) return;
  status.dataset.state = told;
  status.textContent = say(told);
  const time = new Date().toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  byId("stale").textContent = told === "lost" ? say("stale", { time }) : "";
}

// What is to be known besides the moves: whether a press is being read, whether the game goes on on paper, the result and, where an
// article tells, what it came of.
export function showStanding(view) {
  byId("reading").hidden = !view.being_read;
  byId("paper").hidden = !view.on_paper;
  byId("result").hidden = !view.closed;
  byId("result").textContent = view.closed ? say(view.result) : "";
  byId("why").textContent = view.closed ? why(view) : "";
}

function why({ article, result }) {
  const sentence = `why_${article}`;
  return knows(sentence) ? `${say(sentence, { loser: LOSER[result] ? say(LOSER[result]) : "" })} (Art. ${article})` : "";
}
