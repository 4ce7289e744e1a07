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
  byId("undo").hidden = !view.undo;
  if (!view.undo) return;
  setText(byId("undo-does"), whatUndoingDoes(view));
  part(byId("undo"), "button").dataset.ruledNs = String(view.undo.ruled_ns);
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
