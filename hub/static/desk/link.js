// A board elsewhere, as the hub's desk can rule it: cut off, or with commands on their way, and what became of them.
import { byId, create, part } from "../js/elements.js";
import { say } from "../js/texts.js";
import { canonical } from "./canonical.js";
import { wordName } from "./names.js";

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

/**
 * What is said where no game is shown.
 * @param {Pick<DeskView, "lost" | "link">} view
 * @param {string} [line] how the connection of the page is
 */
export function withoutGame({ lost, link }, line) {
  if (lost) return say("The journal of this game has lost something.");
  if (line === "connecting") return say("Connecting");
  return link?.cut_off ? say("Whether a game has begun is not known here.") : say("The game has not begun.");
}

/**
 * Shows how the board can be reached, and the commands for it.
 * @param {DeskView} view
 */
export function showLink({ link }) {
  const cut = byId("cut-off");
  cut.hidden = !link?.cut_off;
  if (cut.textContent !== (link?.says ?? "")) cut.textContent = link?.says ?? "";
  const list = byId("on-its-way");
  const commands = listed(link?.commands ?? []);
  list.hidden = commands.length === 0;
  const text = canonical(commands);
  if (list.dataset.known === text) return;
  list.dataset.known = text;
  part(list, "ul").replaceChildren(...commands.map(lineOf));
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
 * The commands that the list shows.
 * @param {PendingCommand[]} commands
 */
export function listed(commands) {
  return commands.filter(({ id, state }) => state !== "done" || !toldElsewhere.has(id));
}

/**
 * Says at each button that rules why it cannot be used while the board is cut off.
 * @param {DeskView} view
 */
export function explainButtons({ link }) {
  const isCutOff = Boolean(link?.cut_off);
  for (const id of OF_HEALTH) {
    const button = document.getElementById(id);
    if (button instanceof HTMLButtonElement && (isCutOff || button.title)) button.disabled = isCutOff;
  }
  sayBeside(link?.says ?? "");
  const buttons = [...document.querySelectorAll("button[data-word], #setup-send, #paper-enter, #groups button"), ...OF_HEALTH.map((id) => document.getElementById(id))];
  for (const button of buttons) {
    if (!(button instanceof HTMLButtonElement)) continue;
    if (isCutOff) {
      button.title = link?.says ?? "";
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

/**
 * What is told of a command for the board.
 * @param {PendingCommand} command
 */
export function lineOf({ name, by, state, why, lang }) {
  const item = create("li");
  item.dataset.state = state;
  const values = { word: wordName(name), by };
  if (state === "open") item.append(say("On its way to the board: {word}, by {by}", values));
  else if (state === "late") item.append(say("No answer from the board: {word}, by {by}. It is not known here whether it was done. If not, it is withdrawn and will not be done later.", values));
  else if (state === "done") item.append(say("Done: {word}, by {by}", values));
  else {
    const words = create("span", "", why);
    words.lang = lang;
    item.append(`${say("Not done: {word}, by {by}:", values)} `, words);
  }
  return item;
}
