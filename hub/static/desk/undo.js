// The last ruling, as long as it can be undone, and what undoing it does.
import { byId, part } from "../js/elements.js";
import { marked, say } from "../js/texts.js";

/** @type {{ [clock: string]: string }} what becomes of the clocks */
const CLOCKS = {
  stands: marked("The clocks stand, at what they showed then; start them."),
  times: marked("The clocks show what they would show without it."),
};

/** @param {DeskView} view */
export function showUndo({ undo }) {
  const told = byId("told-undo");
  byId("undo").hidden = !undo;
  told.hidden = !undo || told.dataset.offered !== String(undo.ruled_ns);
  if (!undo) return;
  for (const button of [told, part(byId("undo"), "button")]) button.dataset.ruledNs = String(undo.ruled_ns);
}

/**
 * Offers to undo the last ruling, beside what is told of it, where it can be undone. It was made since `before`.
 * @param {DeskView} before
 * @param {DeskView} after
 */
export function offerUndo(before, after) {
  const isNew = after.undo && after.undo.ruled_ns !== before.undo?.ruled_ns;
  byId("told-undo").dataset.offered = isNew ? String(after.undo?.ruled_ns) : "";
  showUndo(after);
}

export function whatUndoingDoes() {
  return byId("undo-does").textContent ?? "";
}

/** @param {string} clock */
export function clocksAfter(clock) {
  const sentence = CLOCKS[clock];
  return sentence ? say(sentence) : "";
}
