// What the clocks are to show, as the arbiter types it. The fields show the readings; one that was not changed leaves its clock as it is.
import { duration, leftMs } from "../js/clock_time.js";
import { byId, byIdAs } from "../js/elements.js";
import { sideName } from "../js/names.js";
import { say } from "../js/texts.js";
import { SIDES } from "../js/values.js";

const EVERY_MS = 1000;
/** @type {{ clock: ClockReadings | null, sinceMs: number, lastRuling: number }} */
let known = { clock: null, sinceMs: 0, lastRuling: 0 };

export function listenToClocks() {
  setInterval(fill, EVERY_MS);
  for (const side of SIDES) field(side).addEventListener("input", () => (field(side).dataset.upon ||= String(known.lastRuling)));
}

/**
 * Takes the readings of a view; what the arbiter has typed stays.
 * @param {DeskView} view
 */
export function takeReadings({ clock, age_ms: ageMs = 0, last_ruling: lastRuling }) {
  known = { clock: clock ?? null, sinceMs: performance.now() - ageMs, lastRuling };
  fill();
}

// Drops what was typed.
export function forgetTyped() {
  for (const side of SIDES) {
    field(side).value = field(side).dataset.filled = "";
    delete field(side).dataset.upon;
  }
  fill();
}

/**
 * The times that were typed, in seconds; throws an Error where there are none, what was typed is no time, or somebody changed that clock
 * since it was typed. Once he is told, the arbiter may send it again.
 */
export function typedTimes() {
  /** @type {{ white_s?: number, black_s?: number }} */
  const typed = {};
  for (const side of SIDES) {
    const { value, dataset } = field(side);
    if (value.trim() && value !== dataset.filled) typed[`${side}_s`] = secondsIn(value);
  }
  if (!Object.keys(typed).length) throw new Error(say("Type first what a clock is to show."));
  for (const side of SIDES) if (`${side}_s` in typed) refuseChanged(side);
  return typed;
}

/**
 * Throws an Error that says what the clock of that side shows now, where somebody set it or added to it since a time was typed for it.
 * @param {Side} side
 */
function refuseChanged(side) {
  const { dataset } = field(side);
  const ruled = [...byId("rulings").querySelectorAll("li")].filter(({ dataset: { clocks } }) => clocks?.includes(side));
  const after = ruled.find((ruling) => Number(ruling.dataset.row) > Number(dataset.upon ?? known.lastRuling));
  if (!after) return;
  for (const one of SIDES) if (field(one).dataset.upon) field(one).dataset.upon = String(known.lastRuling);
  throw new Error(say("{by} changed the clocks meanwhile: {side}'s shows {time} now. Nothing was set; set the clocks once more if they are to show what you typed.", { by: after.dataset.by, side: sideName(side), time: shownNow(side) }));
}

function fill() {
  for (const side of SIDES) {
    const input = field(side);
    if (input === document.activeElement || (input.value && input.value !== input.dataset.filled)) continue;
    delete input.dataset.upon;
    input.value = input.dataset.filled = shownNow(side);
  }
}

/**
 * What the clock of that side shows; empty where there is none.
 * @param {Side} side
 */
function shownNow(side) {
  const ms = known.clock && leftMs(known.clock, side, performance.now() - known.sinceMs);
  return ms === null ? "" : duration(Math.ceil(ms / 1000) * 1e9);
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
