// The last ruling, as long as it can be undone, and what undoing it does.
import { byId, part, setText } from "../js/elements.js";
import { marked, say } from "../js/texts.js";
import { textOf } from "./list.js";

/** @type {{ [clock: string]: string }} what becomes of the clocks */
const CLOCKS = {
  stands: marked("The clocks stand, at what they showed then; start them."),
  times: marked("The clocks show what they would show without it."),
};

/** @param {DeskView} view */
export function showUndo(view) {
  const told = byId("told-undo");
  byId("undo").hidden = !view.undo;
  told.hidden = !view.undo || told.dataset.row !== rowOf(view);
  if (!view.undo) return;
  setText(byId("undo-does"), whatUndoingDoes(view));
  for (const button of [told, part(byId("undo"), "button")]) button.dataset.ruledNs = String(view.undo.ruled_ns);
}

/**
 * Offers to undo the last ruling, beside what is told of it, where it can be undone. It was made since `before`.
 * @param {DeskView} before
 * @param {DeskView} after
 */
export function offerUndo(before, after) {
  byId("told-undo").dataset.row = rowOf(after) === rowOf(before) ? "" : rowOf(after);
  showUndo(after);
}

/** @param {DeskView} view */
function rowOf({ rulings: [last] }) {
  return String(last?.row ?? "");
}

/** @param {DeskView} view */
export function whatUndoingDoes({ undo, rulings: [last] }) {
  if (!undo || !last) return "";
  const back = say("Undo takes back “{ruling}”: the game stands as before it, and an alert that it settled opens again.", {
    ruling: textOf({ ...last, fen: "" }),
  });
  return [back, clocksAfter(undo.clock)].filter(Boolean).join(" ");
}

/** @param {string} clock */
export function clocksAfter(clock) {
  const sentence = CLOCKS[clock];
  return sentence ? say(sentence) : "";
}
