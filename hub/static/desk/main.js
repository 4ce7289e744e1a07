// The arbiter's desk: shows each view that arrives, and sends the rulings.
import { Board } from "../js/board.js";
import { Clocks } from "../js/clocks.js";
import { byId, byIdAs, pageData, part, targetOf } from "../js/elements.js";
import { showLine } from "../js/live.js";
import { merge } from "../js/merge.js";
import { showTimes } from "../js/silence.js";
import { follow } from "../js/stream.js";
import { say } from "../js/texts.js";
import { listenToAlerts, openAlerts, showAlerts } from "./alerts.js";
import { confirmed, questionOf } from "./asking.js";
import { forgetTyped, takeReadings } from "./clock_form.js";
import { doneText, nameOf } from "./done.js";
import { forgetEnding, offerGrounds } from "./grounds.js";
import { listenToGroups } from "./groups.js";
import { cannotRule, explainButtons, leaveOut, showCommands, tellsOfOneOnItsWay } from "./link.js";
import { listenToLoss, showLoss } from "./loss.js";
import { Moves } from "./moves.js";
import { alertsAt, idsAt, mostUrgent } from "./open_alerts.js";
import { Paper } from "./paper.js";
import { explain } from "./refusal.js";
import { check, drop, offered, send } from "./rulings.js";
import { Setup } from "./setup.js";
import { offerUndo, showUndo } from "./undo.js";
import { WaitingBar } from "./waiting_bar.js";
import { asked, enable, listenToQuestions, listenToWords } from "./words.js";
import { listenToWriting, showWriting } from "./writing.js";

const SHOWN_MS = 10_000; // a message stays for so long: what was ruled is in the list of rulings too
const mayRule = document.body.dataset.rules === "yes";
const moves = new Moves(new Board(byIdAs(SVGSVGElement, "board")));
const bar = new WaitingBar();
const clocks = new Clocks();
const dialogs = mayRule ? [new Setup(rule), new Paper(check, rule)] : [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let hiding = undefined;
let isUnderWay = false;
let sentText = ""; // what was said of a ruling when it was sent, until the list of commands for the board tells of it
/** @type {DeskView} */
let view = { id: -1, game: null, last_ruling: 0, undo: null, others: [], link: null, damaged: null, recording: false };

/**
 * @param {DeskView} newer
 * @param {boolean} [isFirst] whether a connection begins with it
 */
function show(newer, isFirst = false) {
  const isLoss = Boolean(newer.lost) || Boolean(view.lost);
  if (!isFirst && !isLoss && newer.game === view.game && newer.id < view.id) return; // an answer that arrived after a newer event
  if (mayRule && newer.game !== view.game) forgetEnding(); // what was chosen was meant for the game before
  view = newer;
  if (view.stands) showGame(view);
  else clocks.clear();
  showCommands();
  if (sentText && tellsOfOneOnItsWay(view)) forgetSent();
  showLoss(view, mayRule);
  for (const dialog of dialogs) dialog.update(view);
  moves.show(view.stands ? view : null);
  showAlerts(view.game);
  showWaiting(view);
  showWriting(view);
  if (mayRule) showWords();
  if (view.stands && !view.recorded) byId("slip").hidden = false;
}

/**
 * Merges what an event brings, and shows its view with it: while a pointer is down both wait.
 * @param {DeskEvent} event
 * @param {boolean} isFirst whether a connection begins with it
 */
function take({ html, ...newer }, isFirst) {
  const arrivedMs = performance.now();
  merge(html, () => {
    showTimes();
    show({ ...newer, age_ms: (newer.age_ms ?? 0) + performance.now() - arrivedMs }, isFirst);
  });
}

function showWords() {
  showUndo(view);
  takeReadings(view);
  enableWords();
}

function enableWords() {
  enable(view, isUnderWay || cannotRule(view), Boolean(view.link?.cut_off));
  explainButtons(view);
}

/** @param {DeskGame} game */
function showGame(game) {
  clocks.set(game.clock, game.age_ms);
  if (mayRule) offerGrounds(game.rules);
}

// What the journal has lost comes before the open alerts. Those of other boards come after those of this one that are as urgent.
/** @param {DeskView} now */
function showWaiting({ lost, damaged, link, others }) {
  const open = openAlerts();
  if (lost || (damaged && link)) open.unshift({ id: "lost", text: say("The journal of this game has lost something."), rank: -1, href: "#lost" });
  bar.show([...open.map(({ id }) => id), ...idsAt(others)], mostUrgent([...open, ...alertsAt(others)]));
}

/**
 * Asks back where it must, and rules. Resolves to whether it was ruled; throws an Error that says why it was not carried out.
 * @param {Ruling} ruling
 */
async function rule(ruling) {
  const isConfirmed = await confirmed(questionOf(ruling, view));
  if (isConfirmed) await carryOut(ruling);
  return isConfirmed;
}

/**
 * Sends the ruling and shows the view after it; throws an Error that says why it was not carried out.
 * @param {Ruling} ruling
 */
async function carryOut(ruling) {
  const before = view;
  if (view.link) showMessage((sentText = say("On its way to the board: {word}", { word: nameOf(ruling) })), false);
  const { view: newer, note, done: isDone } = await send(ruling).catch((error) => {
    forgetSent(); // a dialog says what became of it, and leaves this message alone
    throw error;
  });
  if (ruling.word === "set-times") forgetTyped();
  if (ruling.word === "end") forgetEnding();
  if (isDone) leaveOut(newer, ruling.word);
  show(newer);
  showMessage(isDone ? [doneText(ruling, before), note].filter(Boolean).join(" · ") : note, isDone && !note);
  offerUndo(before, newer);
}

/**
 * Rules what a button says, once it is confirmed. What it says is made in here, so that a wrong entry is shown as any other error.
 * @param {() => Ruling} makeRuling
 * @param {string} [since] how many presses were made since the players' word that it confirms
 */
async function tap(makeRuling, since = "0") {
  try {
    const ruling = makeRuling();
    if (await confirmed(questionOf(ruling, view, Number(since)))) await ruleOnce(ruling);
  } catch (error) {
    showMessage("", false);
    explain(byId("told"), error);
  }
}

/**
 * Rules while nothing else can be ruled; throws an Error that says why it was not carried out.
 * @param {Ruling} ruling
 */
async function ruleOnce(ruling) {
  const focused = document.activeElement; // a button that is disabled loses the focus
  const reason = byIdAs(HTMLInputElement, "reason");
  const { value } = reason;
  isUnderWay = true;
  enableWords();
  reason.value = ""; // at once: what is typed from now on belongs to the next ruling
  try {
    await carryOut(ruling);
  } catch (error) {
    reason.value ||= value;
    throw error;
  } finally {
    isUnderWay = false;
    enableWords();
    if (document.activeElement === document.body && focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}

/**
 * @param {string} text
 * @param {boolean} isGood
 */
function showMessage(text, isGood) {
  clearTimeout(hiding);
  if (isGood) hiding = setTimeout(hideMessage, SHOWN_MS);
  byId("told").textContent = text;
  byId("feedback").dataset.good = isGood ? "yes" : "no";
  byId("feedback").hidden = false;
  if (mayRule) offerUndo(view, view);
}

// The list of commands goes on telling what becomes of it.
function forgetSent() {
  if (byId("told").textContent === sentText) byId("feedback").hidden = true;
  sentText = "";
}

// The message stays while the keyboard's focus is in it.
function hideMessage() {
  const isInUse = byId("feedback").contains(document.activeElement);
  if (isInUse) hiding = setTimeout(hideMessage, SHOWN_MS);
  byId("feedback").hidden = !isInUse;
}

/** @param {"live" | "lost"} line */
function takeLine(line) {
  clocks.hold(line === "lost");
  void showLine(line);
}

// The state of the game as it is shown goes along with each ruling, so that nothing else is ruled on.
addEventListener("click", (event) => {
  const button = targetOf(event, "button[data-word]");
  if (button) tap(() => ({ ...asked(button), game: view.game, seq: view.seq ?? 0, after: view.last_ruling }), button.dataset.since);
  const dialog = targetOf(event, "[data-close]")?.closest("dialog");
  dialog?.close();
});

// Offers the ruling again that could not be sent.
function offerAgain() {
  const kept = mayRule ? offered() : null;
  if (!kept) return;
  part(byId("offered"), "p").textContent = say("Not sent: {word}. Nothing was done.", { word: nameOf(kept) });
  byId("offered").hidden = false;
  byId("drop").addEventListener("click", drop);
  byId("rule-now").addEventListener("click", () => tap(() => kept));
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
  listenToWords();
  listenToWriting();
  listenToQuestions(byId("lost"));
  listenToLoss(() => view, (after) => {
    show(after);
    showMessage(say("The game goes on with what was there."), true);
  }, (error) => {
    showMessage("", false);
    explain(byId("told"), error);
  });
  listenToGroups();
}
listenToAlerts();
showTimes();
show(pageData("view"));
showTarget();
addEventListener("hashchange", showTarget); // "Go there" leads to an alert of this desk
offerAgain();
follow(take, takeLine, () => true); // its title and its alarm call an arbiter who looks elsewhere
