// The form with the arbiter's rulings: each is a button, with what belongs to it beside it. Here is which can be made now, and what the clocks
// are to show: their fields show the readings, and one that was not changed leaves its clock as it is.
import { sideName } from "../js/board.js";
import { duration, sideOf, SIDES } from "../js/clocks.js";
import { byId, byIdAs } from "../js/elements.js";
import { say } from "../js/texts.js";

const EVERY_MS = 1000;
/** @type {import("../js/clocks.js").Clocks | undefined} */
let clocks = undefined;

/** @param {import("../js/clocks.js").Clocks} shown */
export function listenToWords(shown) {
  clocks = shown;
  listenToClocks();
  for (const opener of openers()) opener.addEventListener("click", () => openGroup(opener.getAttribute("aria-expanded") === "true" ? null : opener));
  for (const id of ["result", "ground"]) byId(id).addEventListener("change", offerGrounds);
  setInterval(showTimes, EVERY_MS);
}

/**
 * Enables the buttons of the rulings that can be made now; none while one is under way, nor in a game whose recording has ended. Nothing is
 * entered while the board cannot be reached.
 * @param {boolean} isUnderWay
 */
export function showWords(isUnderWay) {
  const { dataset } = byId("may-not");
  const words = new Set(byId("may-not").getAttribute("value")?.split(" "));
  const isCutOff = !byId("cut-off").hidden;
  const isOff = isCutOff || dataset.ended !== undefined;
  for (const part of byId("words").querySelectorAll("fieldset, #reason")) part.toggleAttribute("disabled", isOff);
  byId("finding").toggleAttribute("disabled", isCutOff);
  for (const opener of openers()) opener.disabled = isOff;
  if (isOff) openGroup(null);
  byIdAs(HTMLButtonElement, "paper-open").disabled = words.has("enter-paper");
  for (const button of document.querySelectorAll("button")) {
    const { word } = button.dataset;
    if (word === undefined && button.id !== "rule-now") continue;
    const side = new URLSearchParams(button.value).get("side");
    button.disabled = isUnderWay || dataset.any !== undefined || words.has(word ?? "") || words.has(`${word}-${side}`);
  }
  offerGrounds();
  showTimes();
}

/**
 * The fields of a ruling. Throws an Error where somebody changed a clock since its time was typed.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} button
 */
export function fieldsOf(form, button) {
  const fields = new URLSearchParams([...new FormData(form, button)].map(([name, value]) => [name, String(value)]));
  if (button.dataset.word === "set-times") leaveTyped(fields);
  return fields;
}

/**
 * What a button that rules is called, with the group that it stands in.
 * @param {HTMLElement} button
 */
export function nameOf(button) {
  const group = button.closest("[role=group][aria-label]")?.getAttribute("aria-label");
  return [group, button.getAttribute("aria-label") ?? button.textContent?.trim()].filter(Boolean).join(" · ");
}

// Chooses nothing again: a result is never preset.
export function forgetEnding() {
  byIdAs(HTMLSelectElement, "result").value = "";
  offerGrounds();
}

// Offers the grounds of the result that is chosen.
function offerGrounds() {
  const ground = byIdAs(HTMLSelectElement, "ground");
  const { value: result } = byIdAs(HTMLSelectElement, "result");
  for (const group of ground.querySelectorAll("optgroup")) group.hidden = group.disabled = group.dataset.result !== result;
  if (!ground.value.startsWith(`${result} `)) ground.value = "";
  byId("article-label").hidden = !ground.value.endsWith(" other");
}

// Shows the readings of the clocks beside those to be set. The arbiter may suspend the duty to write (regulation E, Art. 2) once the player's
// clock has little left: the running clock tells when, without any news.
function showTimes() {
  showReadings();
  for (const button of document.querySelectorAll("button")) {
    const { last, side } = button.dataset;
    if (last !== undefined) button.hidden = (clocks?.left(sideOf(side) ?? "white") ?? Infinity) > Number(last);
  }
}

function openers() {
  return [...byId("groups").querySelectorAll("button")];
}

/**
 * Opens that group of what the arbiter may do, and closes the others.
 * @param {HTMLElement | null} opener
 */
function openGroup(opener) {
  for (const one of openers()) {
    one.setAttribute("aria-expanded", String(one === opener));
    byId(one.getAttribute("aria-controls") ?? "").hidden = one !== opener;
  }
}

function listenToClocks() {
  for (const side of SIDES) field(side).addEventListener("input", () => (field(side).dataset.upon ||= String(lastRuling())));
}

// Shows what the clocks show; what the arbiter has typed stays.
function showReadings() {
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
function leaveTyped(fields) {
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
