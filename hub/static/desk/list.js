// The list of rulings: what was ruled, by whom, and when.
import { duration } from "../js/clock_time.js";
import { create } from "../js/elements.js";
import { sideName } from "../js/names.js";
import { marked, say, sayMany } from "../js/texts.js";
import { groundText } from "./grounds.js";
import { outcomeName, wordName } from "./names.js";

const AT = marked("{at}, by {by}");
const AT_UNSURE = marked("{at} (device's time of day not sure), by {by}");

/** @param {ListedRuling} ruling */
export function line(ruling) {
  const item = create("li");
  item.toggleAttribute("data-undone", Boolean(ruling.undone));
  item.append(create("b", "", textOf(ruling)));
  const press = ruling.seq ? say("Press {seq}", { seq: ruling.seq }) : say("before the first press");
  item.append(create("span", "", [ruling.move, press, who(ruling)].filter(Boolean).join(" · ")));
  return item;
}

/**
 * What was ruled, as one line.
 * @param {ListedRuling} ruling
 */
export function textOf(ruling) {
  const { word, of, side, plies, result, article, reason, fen, time_control: control } = ruling;
  const turns = plies && sayMany("{count} ply", "{count} plies", plies);
  const how = article && say("Article {number}", { number: article });
  const head = [wordName(word), of && wordName(of), side && sideName(side)];
  return [...head, turns, result && outcomeName(result), how, times(ruling), control, fen, reason || (result && groundText(result, article ?? "", ""))].filter(Boolean).join(" · ");
}

/**
 * By whom, and at what time of day; where that was not noted, how long after the beginning of the game.
 * @param {Pick<ListedRuling, "by" | "at" | "t_ns">} ruling
 */
export function who({ by, at, t_ns: whenNs }) {
  if (!at) return say("{by}, after {time}", { by, time: duration(whenNs) });
  return say(at.endsWith("?") ? AT_UNSURE : AT, { by, at: at.slice("2026-11-21T".length, "2026-11-21T18:43".length) });
}

/** @param {ListedRuling} ruling */
function times({ word, white_ns: whiteNs = 0, black_ns: blackNs = 0, added_ns: addedNs = [0, 0] }) {
  if (word === "set-times") return `${duration(whiteNs)} / ${duration(blackNs)}`;
  if (word !== "add-times") return "";
  const [white, black] = addedNs;
  return [added("white", white), added("black", black)].filter(Boolean).join(", ");
}

/**
 * @param {Side} side
 * @param {number} ns
 */
function added(side, ns) {
  return ns ? `${sideName(side)} ${ns < 0 ? "−" : "+"}${duration(Math.abs(ns))}` : "";
}
