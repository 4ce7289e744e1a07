// The list of rulings: what was ruled, who did, and when.
import { say } from "../js/texts.js";
import { made, written } from "./made.js";

const SIDES = ["white", "black"];

export function line(ruling) {
  const { word, side, plies, result, article, reason, fen } = ruling;
  const turns = plies && `${plies} ${say("plies").toLowerCase()}`;
  const known = result && say(result);
  const more = [side && say(side), turns, known, article && say("article_of", { number: article }), times(ruling), fen, reason];
  const item = made("li");
  item.append(made("b", "", [say(word), ...more.filter(Boolean)].join(" · ")));
  item.append(made("span", "", `${say("press", { seq: ruling.seq })} · ${who(ruling)}`));
  return item;
}

// By whom, and at what time of day; where that was not noted, how long after the beginning.
function who({ by, at, t_ns: when }) {
  if (!at) return say("by", { by, time: written(when) });
  return say(at.endsWith("?") ? "by_at_unsure" : "by_at", { by, at: at.slice("2026-11-21T".length, "2026-11-21T18:43".length) });
}

function times({ word, white_ns: white, black_ns: black, added_ns: added }) {
  if (word === "set-times") return `${written(white)} / ${written(black)}`;
  if (word !== "add-times") return null;
  const changed = SIDES.map((side, place) => added[place] && `${say(side)} ${added[place] < 0 ? "−" : "+"}${written(Math.abs(added[place]))}`);
  return changed.filter(Boolean).join(", ");
}
