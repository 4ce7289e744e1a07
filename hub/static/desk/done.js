// What was done, in the words of what was ruled: whose clock, how much, which result.
import { amount, duration } from "../js/clock_time.js";
import { sideName } from "../js/names.js";
import { say, sayMany } from "../js/texts.js";
import { SIDES } from "../js/values.js";
import { groundText } from "./grounds.js";
import { outcomeName, wordName } from "./names.js";
import { clocksAfter } from "./undo.js";

/**
 * @param {Ruling} ruling
 * @param {DeskView} before the view on which it was ruled
 */
export function doneText(ruling, before) {
  return say("Done: {word}", { word: DONE[ruling.word]?.(ruling, before) ?? nameOf(ruling) });
}

/**
 * A ruling in a few words.
 * @param {Ruling} ruling
 */
export function nameOf({ word, side, result, plies, fen }) {
  const turns = plies && sayMany("{count} ply", "{count} plies", plies);
  return [wordName(word), side && sideName(side), result && outcomeName(result), turns, fen].filter(Boolean).join(" · ");
}

/** @type {{ [word: string]: (ruling: Ruling, before: DeskView) => string }} */
const DONE = {
  position: ({ word }) => wordName(word),
  "enter-paper": ({ word }) => wordName(word),
  end: (ruling) => [outcomeName(ruling.result ?? "*"), groundText(ruling)].filter(Boolean).join(" · "),
  "add-times": (ruling) => times(ruling, (side, seconds) => `${sideName(side)} ${seconds < 0 ? "−" : "+"} ${amount(Math.abs(seconds))}`),
  "set-times": (ruling) => times(ruling, (side, seconds) => `${sideName(side)} ${duration(seconds * 1e9)}`),
  "time-control": ({ word, control = "" }) => [wordName(word), control].join(" · "),
  undo: ({ word }, { undo }) => [wordName(word), clocksAfter(undo?.clock ?? "")].filter(Boolean).join(". "),
};

/**
 * @param {Ruling} ruling
 * @param {(side: Side, seconds: number) => string} written
 */
function times(ruling, written) {
  const changed = SIDES.map((side) => ({ side, seconds: ruling[`${side}_s`] ?? 0 })).filter(({ seconds }) => seconds !== 0);
  return changed.map(({ side, seconds }) => written(side, seconds)).join(", ");
}
