// What the arbiter is told of what he did: the question before a ruling, and the message after it, with the button that undoes it.
import { byId, byIdAs, holdBack } from "../js/elements.js";
import { explain } from "./rulings.js";

const SHOWN_MS = 10_000; // a message stays for so long: what was ruled is in the list of rulings too
/** @type {ReturnType<typeof setTimeout> | undefined} */
let hiding = undefined;

/**
 * Whether the arbiter confirms what is asked.
 * @param {string} question
 * @returns {Promise<boolean>}
 */
export async function confirmed(question) {
  const dialog = byIdAs(HTMLDialogElement, "ask");
  byId("ask-question").textContent = question;
  dialog.returnValue = "";
  holdBack(byIdAs(HTMLButtonElement, "ask-yes"));
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

/**
 * @param {string} text
 * @param {boolean} isGood
 * @param {number | null} [undo] when the ruling was made that can be undone beside it
 */
export function showMessage(text, isGood, undo = null) {
  clearTimeout(hiding);
  if (isGood) hiding = setTimeout(hideMessage, SHOWN_MS);
  byId("told").textContent = text;
  byId("feedback").dataset.good = isGood ? "yes" : "no";
  byId("feedback").hidden = false;
  byId("told-undo").dataset.offered = String(undo ?? "");
  showUndo();
}

/** @param {unknown} error */
export function explainFailure(error) {
  showMessage("", false);
  explain(byId("told"), error);
}

// Shows the button that undoes the ruling of which the message tells, only while it is the last.
export function showUndo() {
  const { ruled } = byId("position").dataset;
  byId("told-undo").hidden = !ruled || byId("told-undo").dataset.offered !== ruled;
}

// The message stays while the keyboard's focus is in it.
function hideMessage() {
  const isInUse = byId("feedback").contains(document.activeElement);
  if (isInUse) hiding = setTimeout(hideMessage, SHOWN_MS);
  byId("feedback").hidden = !isInUse;
}
