// The form with the arbiter's rulings: each is a button, with what belongs to it beside it. Here is which can be made now.
import { byId, byIdAs } from "../js/elements.js";
import { sideOf } from "../js/values.js";
import { leaveTyped, listenToClocks, showReadings } from "./clock_form.js";

const EVERY_MS = 1000;
/** @type {import("../js/clocks.js").Clocks | undefined} */
let clocks = undefined;

/** @param {import("../js/clocks.js").Clocks} shown */
export function listenToWords(shown) {
  clocks = shown;
  listenToClocks(clocks);
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
