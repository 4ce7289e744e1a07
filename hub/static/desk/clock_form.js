// What the clocks are to show, as the arbiter types it. The fields show the readings; one that was not changed leaves its clock as it is.
import { duration, leftMs } from "../js/clock_time.js";
import { byIdAs } from "../js/elements.js";
import { say } from "../js/texts.js";
import { SIDES } from "../js/values.js";

const EVERY_MS = 1000;
/** @type {{ clock: ClockReadings | null, sinceMs: number }} */
let known = { clock: null, sinceMs: 0 };

export function listenToClocks() {
  setInterval(fill, EVERY_MS);
}

/**
 * Takes the readings of a view; what the arbiter has typed stays.
 * @param {DeskView} view
 */
export function takeReadings({ clock, age_ms: ageMs = 0 }) {
  known = { clock: clock ?? null, sinceMs: performance.now() - ageMs };
  fill();
}

// Drops what was typed.
export function forgetTyped() {
  for (const side of SIDES) field(side).value = field(side).dataset.filled = "";
  fill();
}

/** The times that were typed, in seconds; throws an Error where there are none, or what was typed is no time. */
export function typedTimes() {
  /** @type {{ white_s?: number, black_s?: number }} */
  const typed = {};
  for (const side of SIDES) {
    const { value, dataset } = field(side);
    if (value.trim() && value !== dataset.filled) typed[`${side}_s`] = secondsIn(value);
  }
  if (!Object.keys(typed).length) throw new Error(say("Type first what a clock is to show."));
  return typed;
}

function fill() {
  for (const side of SIDES) {
    const input = field(side);
    if (input === document.activeElement || (input.value && input.value !== input.dataset.filled)) continue;
    const ms = known.clock && leftMs(known.clock, side, performance.now() - known.sinceMs);
    input.value = input.dataset.filled = ms === null ? "" : duration(Math.ceil(ms / 1000) * 1e9);
  }
}

/** @param {Side} side */
function field(side) {
  return byIdAs(HTMLInputElement, `${side}-time`);
}

/**
 * The time in a text such as `1:20:00`, in seconds; throws an Error when there is none.
 * @param {string} text
 */
function secondsIn(text) {
  const found = /^(\d{1,2}):([0-5]\d):([0-5]\d)$/.exec(text.trim());
  if (!found) throw new Error(say("{text} is no time such as 1:20:00.", { text: text.trim() || "–" }));
  return (Number(found[1]) * 60 + Number(found[2])) * 60 + Number(found[3]);
}
