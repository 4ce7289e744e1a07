// The arbiter's desk: shows each view that arrives, and sends the rulings.
import { below } from "../js/address.js";
import { Board } from "../js/board.js";
import { Clocks } from "../js/clocks.js";
import { byId, byIdAs, create, pageData, part, targetOf } from "../js/elements.js";
import { toMove } from "../js/fen.js";
import { sideName } from "../js/names.js";
import { silence } from "../js/silence.js";
import { follow } from "../js/stream.js";
import { marked, say } from "../js/texts.js";
import { showAlerts } from "./alerts.js";
import { offerGrounds } from "./grounds.js";
import { line } from "./list.js";
import { Moves } from "./moves.js";
import { outcomeName, verdictName, wordName } from "./names.js";
import { Paper } from "./paper.js";
import { listenToGroups } from "./groups.js";
import { explain } from "./refusal.js";
import { check, drop, offered, send } from "./rulings.js";
import { Setup } from "./setup.js";
import { WaitingBar } from "./waiting_bar.js";
import { asked, enable, listenToWords, nameOf } from "./words.js";

const SHOWN_MS = 10_000; // a message stays for so long: what was ruled is in the list of rulings too
const LINES = { live: marked("Live"), lost: marked("No connection, trying again") };
const mayRule = document.body.dataset.rules === "yes";
const moves = new Moves(new Board(byIdAs(SVGSVGElement, "board")));
const bar = new WaitingBar();
const clocks = new Clocks();
const dialogs = mayRule ? [new Setup(rule), new Paper(check, rule)] : [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let hiding = undefined;
let isUnderWay = false;
/** @type {DeskView} */
let view = { id: -1, game: null, alerts: [], rulings: [], last_ruling: 0 };

/** @param {DeskView} newer */
function show(newer) {
  if (newer.game === view.game && newer.id < view.id) return; // an answer that arrived after a newer event
  view = newer;
  if (view.stands) showGame(view);
  else showNoGame();
  byId("silent").hidden = !view.no_news;
  byId("silent").textContent = view.no_news ? [silence(view), view.trouble].filter(Boolean).join(" ") : "";
  for (const dialog of dialogs) dialog.update(view);
  moves.show(view.stands ? view : null);
  showAlerts(byId("alerts"), byId("news"), view, mayRule);
  showWaiting(view.alerts.filter(({ open }) => open));
  enable(view, isUnderWay);
  byId("rulings").replaceChildren(...(view.rulings.length ? view.rulings.map(line) : [create("li", "", say("Nothing has been ruled."))]));
}

/** @param {DeskGame} game */
function showGame(game) {
  clocks.set(game.clock, game.age_ms);
  byId("about").textContent = [game.about.white, game.about.black].filter(Boolean).join(" – ");
  byId("standing").textContent = standing(game);
  if (mayRule) offerGrounds(game.rules);
}

/** @param {DeskAlert[]} open the most urgent first */
function showWaiting(open) {
  const [first] = open;
  bar.show(
    open.map(({ id }) => id),
    first && { text: first.text, href: `#alert-${first.id}` },
  );
}

// Between two games nothing of the last one stays.
function showNoGame() {
  clocks.clear();
  byId("about").textContent = "";
  byId("standing").textContent = say("The game has not begun.");
}

/** @param {DeskGame} game */
function standing({ closed, result, stands, pending, on_paper: onPaper }) {
  if (closed) return say("The game is over: {result}", { result: outcomeName(result) });
  const turn = say("{side} to move", { side: sideName(toMove(stands)) });
  const open = pending && say("Open: {verdict}", { verdict: verdictName(pending) });
  return [turn, open, onPaper && say("Continued on paper")].filter(Boolean).join(" · ");
}

/**
 * Sends the ruling and shows the view after it; throws an Error that says why it was not carried out.
 * @param {Ruling} ruling
 */
async function rule(ruling) {
  const { view: newer, note } = await send(ruling);
  show(newer);
  const done = say("Done: {word}", { word: wordName(ruling.word) });
  showMessage([done, note].filter(Boolean).join(" · "), !note);
}

/**
 * Rules what a button says. What it says is made in here, so that a wrong entry is shown as any other error.
 * @param {() => Ruling} makeRuling
 */
async function tap(makeRuling) {
  const focused = document.activeElement; // a button that is disabled loses the focus
  const reason = byIdAs(HTMLInputElement, "reason");
  const { value } = reason;
  isUnderWay = true;
  enable(view, isUnderWay);
  try {
    const ruling = makeRuling();
    reason.value = ""; // at once: what is typed from now on belongs to the next ruling
    await rule(ruling);
  } catch (error) {
    reason.value ||= value;
    showMessage("", false);
    explain(byId("told"), error);
  }
  isUnderWay = false;
  enable(view, isUnderWay);
  if (document.activeElement === document.body && focused instanceof HTMLElement) focused.focus({ preventScroll: true });
}

/**
 * @param {string} text
 * @param {boolean} isGood
 */
function showMessage(text, isGood) {
  clearTimeout(hiding);
  if (isGood) hiding = setTimeout(() => (byId("told").hidden = true), SHOWN_MS);
  byId("told").textContent = text;
  byId("told").dataset.good = isGood ? "yes" : "no";
  byId("told").hidden = false;
}

/** @param {"live" | "lost"} state */
async function showLine(state) {
  clocks.hold(state === "lost");
  byId("status").dataset.state = state;
  byId("status").textContent = say(LINES[state]);
  if (state !== "lost") return;
  const answer = await fetch(below("state"), { headers: { Accept: "application/json" } }).catch(() => null);
  byId("signed-out").hidden = answer?.status !== 401;
}

// The state of the game as it is shown goes along with each ruling, so that nothing else is ruled on.
addEventListener("click", (event) => {
  const button = targetOf(event, "button[data-word]");
  if (button) tap(() => ({ ...asked(button), game: view.game, seq: view.seq ?? 0, after: view.last_ruling }));
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
  target?.focus();
}

if (mayRule) {
  listenToWords();
  listenToGroups();
}
show(pageData("view"));
showTarget();
offerAgain();
follow(view.id, show, showLine);
