// What is counted in the position shown: how often a king has moved in a row, how many moves are left to win in.
import { say } from "./texts.js";

export function showCounts(counts) {
  const list = document.getElementById("counts");
  list.hidden = counts.length === 0;
  const text = JSON.stringify(counts);
  if (list.dataset.shown === text) return;
  list.dataset.shown = text;
  list.replaceChildren(...counts.map(line));
}

function line(count) {
  const made = document.createElement("li");
  const pips = document.createElement("span");
  pips.className = "pips";
  pips.ariaHidden = "true";
  pips.append(...Array.from({ length: count.limit }, (_, index) => pip(index < count.made)));
  made.append(pips, say(`count_${count.kind}`, { ...count, side: count.side && say(count.side) }));
  return made;
}

function pip(full) {
  const made = document.createElement("i");
  made.toggleAttribute("data-full", full);
  return made;
}
