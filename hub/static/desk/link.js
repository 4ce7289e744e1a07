// A board elsewhere, as the hub's desk can rule it: cut off, or with commands on their way, and what became of them.
import { byId, create } from "../js/elements.js";

const NO_RULINGS = new Set(["seen", "names", "suspend-writing", "resume-writing"]); // commands that no other ruling has to wait for
const UNANSWERED = new Set(["open", "late"]);
/** @type {Set<number>} ids of commands that were done */
const toldElsewhere = new Set();
const OF_HEALTH = ["find", "point", "find-here", "confirm-now"];

/**
 * Whether nothing can be ruled here now: the board is cut off, or a ruling is on its way to it.
 * @param {DeskView} view
 */
export function cannotRule({ link }) {
  return Boolean(link && (link.cut_off || link.commands.some(({ name, state }) => UNANSWERED.has(state) && !NO_RULINGS.has(name))));
}

/**
 * Whether the list of commands tells of one that has no answer.
 * @param {DeskView} view
 */
export function tellsOfOneOnItsWay({ link }) {
  return Boolean(link?.commands.some(({ state }) => UNANSWERED.has(state)));
}

// Leaves out of the list of commands what the page tells itself.
export function showCommands() {
  const commands = [...byId("on-its-way").querySelectorAll("li")];
  for (const command of commands) command.hidden = command.dataset.state === "done" && toldElsewhere.has(Number(command.dataset.id));
  byId("on-its-way").hidden = commands.every((command) => command.hidden);
}

/**
 * Leaves the last command of that name, which was done, out of the list: the page tells its outcome itself.
 * @param {Pick<DeskView, "link">} view
 * @param {string} word
 */
export function leaveOut({ link }, word) {
  const command = link?.commands.findLast(({ name, state }) => name === word && state === "done");
  if (command) toldElsewhere.add(command.id);
}

/**
 * Says at each button that rules why it cannot be used while the board is cut off.
 * @param {DeskView} view
 */
export function explainButtons({ link }) {
  const isCutOff = Boolean(link?.cut_off);
  const says = byId("cut-off").textContent ?? "";
  for (const id of OF_HEALTH) {
    const button = document.getElementById(id);
    if (button instanceof HTMLButtonElement && (isCutOff || button.title)) button.disabled = isCutOff;
  }
  sayBeside(isCutOff ? says : "");
  const buttons = [...document.querySelectorAll("button[data-word], #setup-send, #paper-enter, #groups button"), ...OF_HEALTH.map((id) => document.getElementById(id))];
  for (const button of buttons) {
    if (!(button instanceof HTMLButtonElement)) continue;
    if (isCutOff) {
      button.title = says;
      button.setAttribute("aria-describedby", "cut-off");
    } else if (button.getAttribute("aria-describedby") === "cut-off") {
      button.removeAttribute("title");
      button.removeAttribute("aria-describedby");
    }
  }
}

/**
 * Says beside the buttons too why they are disabled: on a telephone the top of the page may be out of sight.
 * @param {string} says empty where they are not
 */
function sayBeside(says) {
  for (const row of document.querySelectorAll(".alert .row:has(button[data-word]), #groups")) {
    const next = row.nextElementSibling;
    const known = next?.classList.contains("no-ruling") ? next : null;
    if (!says) known?.remove();
    else if (!known) row.after(create("p", "no-ruling", says));
  }
}
