// The arbiter's desk: merges what the server sends of the board, and sends the rulings.
import { Board } from "../js/board.js";
import { Clocks, pageArrivedMs, showTimes } from "../js/clocks.js";
import { byId, byIdAs, part } from "../js/elements.js";
import { followPage } from "../js/stream.js";
import { say } from "../js/texts.js";
import { listenToAlerts, showAlerts } from "./alerts.js";
import { Moves } from "./moves.js";
import { Paper } from "./paper.js";
import { confirmed, drop, explainFailure, listenToLoss, offered, postForm, send, showMessage, showUndo } from "./rulings.js";
import { Setup, stateShown } from "./setup.js";
import { WaitingBar } from "./waiting_bar.js";
import { fieldsOf, forgetEnding, forgetTyped, listenToWords, nameOf, showWords } from "./words.js";

const SHOWN_WITHIN_MS = 5000; // after a ruling: a board elsewhere may take that long
const mayRule = document.body.dataset.rules === "yes";
const moves = new Moves(new Board(byIdAs(SVGSVGElement, "board")));
const bar = new WaitingBar();
const clocks = new Clocks();
const setup = mayRule ? new Setup(rule) : null;
/** @type {Set<string | undefined>} numbers of commands for a board elsewhere that were done: the message tells of these */
const told = new Set();
let isUnderWay = false;
let awaited = () => {}; // is called whenever the page shows something else
let { game } = stateShown();

/**
 * Shows what was merged into the page.
 * @param {number} [arrivedMs]
 */
function show(arrivedMs) {
  const { game: newer } = stateShown();
  if (mayRule && newer !== game) forgetEnding(); // what was chosen was meant for the game before
  game = newer;
  showTimes();
  clocks.read(arrivedMs);
  moves.take();
  showAlerts(game);
  bar.take();
  showCommands();
  setup?.update();
  if (mayRule) showWords(isUnderWay);
  if (mayRule) showUndo();
  awaited();
}

// Leaves out of the list of commands what the page tells itself.
function showCommands() {
  const commands = [...byId("on-its-way").querySelectorAll("li")];
  for (const command of commands) command.hidden = command.dataset.state === "done" && told.has(command.dataset.id);
  byId("on-its-way").hidden = commands.every((command) => command.hidden);
}

/**
 * Sends the ruling, asks back what the server asks, and waits until the page shows what was done. Resolves to whether it was ruled; throws an
 * Error that says why it was not carried out.
 * @param {URLSearchParams} fields
 * @param {string} name
 * @returns {Promise<boolean>}
 */
async function rule(fields, name) {
  const { ask, told: says = "", good: isGood = false, undo, command, ...shown } = await send(fields, name);
  if (ask) return (await confirmed(ask)) && rule(new URLSearchParams([...fields, ["sure", "yes"]]), name);
  if (command) told.add(String(command));
  showCommands();
  await until(shown);
  const word = new URLSearchParams(fields.get("ruling") ?? "").get("word");
  if (word === "set-times") forgetTyped();
  if (word === "end") forgetEnding();
  showMessage(says, isGood, undo);
  return true;
}

/**
 * Resolves once the page shows the game up to that row and ruling, or another game, or has no connection; after a while in any case, for the
 * ruling is done, and the arbiter must not be hindered by what does not come.
 * @param {{ row?: number, after?: number }} wanted
 * @returns {Promise<void>}
 */
function until({ row = 0, after = 0 }) {
  const { game: ruled } = stateShown();
  return new Promise((resolve) => {
    setTimeout(resolve, SHOWN_WITHIN_MS);
    awaited = () => {
      const now = byId("position").dataset;
      const isThere = Number(now.row) >= row && Number(now.after) >= after;
      if (isThere || now.game !== ruled || byId("status").dataset.state === "lost") resolve();
    };
    awaited();
  });
}

/**
 * Rules while nothing else can be ruled. What is sent is made in here, so that a wrong entry is shown as any other error.
 * @param {() => URLSearchParams} makeFields
 * @param {string} name
 */
async function tap(makeFields, name) {
  const focused = document.activeElement; // a button that is disabled loses the focus
  const reason = byIdAs(HTMLInputElement, "reason");
  const { value } = reason;
  let isDone = false;
  try {
    const fields = makeFields();
    isUnderWay = true;
    showWords(isUnderWay);
    reason.value = ""; // at once: what is typed from now on belongs to the next ruling
    isDone = await rule(fields, name);
  } catch (error) {
    explainFailure(error);
  }
  isUnderWay = false;
  if (!isDone) reason.value ||= value;
  showWords(isUnderWay);
  if (document.activeElement === document.body && focused instanceof HTMLElement) focused.focus({ preventScroll: true });
}

/** @param {"live" | "lost"} state */
function takeLine(state) {
  clocks.hold(state === "lost");
  awaited();
}

// The state of the game as it is shown goes along with each ruling, so that nothing else is ruled on.
addEventListener("submit", (event) => {
  const { target: form, submitter: button } = event;
  if (!(form instanceof HTMLFormElement) || form.id !== "rule" || !button) return;
  event.preventDefault();
  void tap(() => new URLSearchParams({ ...Object.fromEntries(fieldsOf(form, button)), ...stateShown() }), nameOf(button));
});
addEventListener("submit", (event) => {
  const { target: form, submitter: button } = event;
  if (!(form instanceof HTMLFormElement) || form.id !== "undone" || !(button instanceof HTMLButtonElement)) return;
  event.preventDefault();
  postForm("undone", new URLSearchParams([[button.name, button.value]])).catch(explainFailure); // the stream brings what has changed
});

// Offers the ruling again that could not be sent.
function offerAgain() {
  const kept = mayRule ? offered() : null;
  if (!kept) return;
  part(byId("offered"), "p").textContent = say("Not sent: {word}. Nothing was done.", { word: kept.name });
  byId("offered").hidden = false;
  byId("drop").addEventListener("click", drop);
  byId("rule-now").addEventListener("click", () => tap(() => new URLSearchParams(kept.fields), kept.name));
  for (const id of ["drop", "rule-now"]) byId(id).addEventListener("click", () => (byId("offered").hidden = true));
}

// Opens and focuses what the address names, such as an alert.
function showTarget() {
  const target = document.getElementById(location.hash.slice(1));
  const details = target?.closest("details");
  if (details) details.open = true;
  if (target instanceof HTMLFieldSetElement && target.hidden) {
    const opener = document.querySelector(`[aria-controls="${target.id}"]`);
    if (opener instanceof HTMLButtonElement) opener.click();
  }
  target?.focus();
}

if (mayRule) {
  listenToWords(clocks);
  new Paper(rule);
  listenToLoss((says) => showMessage(says, true), explainFailure);
}
listenToAlerts();
show(pageArrivedMs());
showTarget();
addEventListener("hashchange", showTarget); // "Go there" leads to an alert of this desk
offerAgain();
followPage(() => show(), takeLine, () => true); // its title and its alarm call an arbiter who looks elsewhere
