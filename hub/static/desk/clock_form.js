// What the clocks are to show, as the arbiter types it. The fields show the readings; one that was not changed leaves its clock as it is.
import { duration } from "../js/clocks.js";
import { byId, byIdAs } from "../js/elements.js";
import { sideName } from "../js/names.js";
import { say } from "../js/texts.js";
import { SIDES } from "../js/values.js";

/** @type {import("../js/clocks.js").Clocks | undefined} */
let clocks = undefined;

/** @param {import("../js/clocks.js").Clocks} shown */
export function listenToClocks(shown) {
  clocks = shown;
  for (const side of SIDES) field(side).addEventListener("input", () => (field(side).dataset.upon ||= String(lastRuling())));
}

// Shows what the clocks show; what the arbiter has typed stays.
export function showReadings() {
  for (const side of SIDES) {
    const input = field(side);
    if (input === document.activeElement || (input.value && input.value !== input.dataset.filled)) continue;
    delete input.dataset.upon;
    input.value = input.dataset.filled = shownNow(side);
  }
}

// Drops what was typed.
export function forgetTyped() {
  for (const side of SIDES) {
    field(side).value = field(side).dataset.filled = "";
    delete field(side).dataset.upon;
  }
  showReadings();
}

/**
 * Leaves out what was not typed. Throws an Error where somebody changed a clock since a time was typed for it; once he is told, the arbiter may
 * send it again.
 * @param {URLSearchParams} fields
 */
export function leaveTyped(fields) {
  for (const side of SIDES) {
    const { value, dataset } = field(side);
    if (!value.trim() || value === dataset.filled) fields.delete(`${side}-time`);
    else refuseChanged(side);
  }
}

/**
 * Throws an Error that says what the clock of that side shows now, where somebody set it or added to it since a time was typed for it.
 * @param {Side} side
 */
function refuseChanged(side) {
  const { dataset } = field(side);
  const ruled = [...byId("rulings").querySelectorAll("li")].filter((one) => one.dataset.clocks?.includes(side));
  const after = ruled.find((ruling) => Number(ruling.dataset.row) > Number(dataset.upon ?? lastRuling()));
  if (!after) return;
  for (const one of SIDES) if (field(one).dataset.upon) field(one).dataset.upon = String(lastRuling());
  throw new Error(say("{by} changed the clocks meanwhile: {side}'s shows {time} now. Nothing was set; set the clocks once more if they are to show what you typed.", { by: after.dataset.by, side: sideName(side), time: shownNow(side) }));
}

function lastRuling() {
  return Number(byId("position").dataset.after);
}

/**
 * What the clock of that side shows; empty where there is none.
 * @param {Side} side
 */
function shownNow(side) {
  const ms = clocks?.left(side) ?? null;
  return ms === null ? "" : duration(Math.ceil(ms / 1000) * 1e9);
}

/** @param {Side} side */
function field(side) {
  return byIdAs(HTMLInputElement, `${side}-time`);
}
