// Who plays what, how it stands with the line, and how the game ended.
import { say } from "./texts.js";

const byId = (id) => document.getElementById(id);

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
  const state = line !== "live" ? line : !view.fen ? "waiting" : view.closed ? "over" : "live";
  const status = byId("status");
  if (status.dataset.state === state) return;
  status.dataset.state = state;
  status.textContent = say(state);
}

export function showResult(view) {
  byId("result").hidden = !view.closed;
  byId("result").textContent = view.closed ? say(view.result) : "";
  byId("reading").hidden = !view.being_read;
  byId("paper").hidden = !view.on_paper;
}
