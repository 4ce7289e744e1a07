// The evening page: shows all boards as they change, and sends what the arbiter does.
import { below } from "../js/address.js";
import { byId, byIdAs, create, pageData, setText, targetOf } from "../js/elements.js";
import { follow } from "../js/stream.js";
import { marked, say, sayMany } from "../js/texts.js";
import { summary } from "../before/summary.js";
import { holdBack } from "../desk/held_back.js";
import { explain, Refusal } from "../desk/refusal.js";
import { cardOf, playersOf, stateOf } from "./cards.js";
import { listed, listenToList, nowStands, offerKnown, offerNextRound, showFaults } from "./list.js";
import { named, openNames, toldOf } from "./names.js";
import { send } from "./sending.js";
import { alertsAt, idsAt, mostUrgent } from "../desk/open_alerts.js";
import { WaitingBar } from "../desk/waiting_bar.js";

const LINES = { live: marked("Live"), lost: marked("No connection, trying again") };
const mayRule = document.body.dataset.rules === "yes";
const bar = new WaitingBar();
/** @type {EveningView} */
let view = { id: -1, boards: [] };
/** @type {() => void} */
let onYes = () => {};

/**
 * @param {EveningView} newer
 * @param {boolean} [isFirst] whether a connection begins with it
 */
function show(newer, isFirst = false) {
  if (!isFirst && newer.id < view.id) return; // an answer that arrived after a newer event
  view = newer;
  bar.show(idsAt(view.boards), mostUrgent(alertsAt(view.boards)));
  keepCards(byId("boards"), view.boards.map((board) => [board.key, JSON.stringify(board), () => cardOf(board, mayRule)]));
  byId("no-boards").hidden = view.boards.length > 0;
  setText(byId("count"), summary(view.boards.map(stateOf)));
  if (mayRule) showActs();
}

/**
 * Makes only those cards again that have changed. The focus and opened details stay.
 * @param {HTMLElement} list
 * @param {[key: string, known: string, make: () => HTMLElement][]} cards
 */
function keepCards(list, cards) {
  cards.forEach(([key, known, make], place) => {
    const old = list.children[place];
    if (old instanceof HTMLElement && old.dataset.key === key && old.dataset.known === known) return;
    const made = make();
    made.dataset.key = key;
    made.dataset.known = known;
    const focused = old?.contains(document.activeElement) ? document.activeElement : null;
    const isOpen = old?.querySelector("details")?.open ?? false;
    if (old) old.replaceWith(made);
    else list.append(made);
    const details = made.querySelector("details");
    if (details) details.open = isOpen;
    const label = focused?.getAttribute("aria-label");
    const again = [...made.querySelectorAll("button, a")].find((one) => label && one.getAttribute("aria-label") === label);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  });
  while (list.children.length > cards.length) list.lastElementChild?.remove();
}

/** @param {(board: EveningBoard) => boolean} which */
function chosen(which) {
  return view.boards.filter(which);
}

const startable = () => chosen(({ phase, timed }) => phase === "ready" && timed);
const over = () => chosen(({ phase, closed }) => phase === "over" && !closed);
const underWay = () => chosen(({ phase }) => phase === "playing");

// What the buttons for all boards can do now.
function showActs() {
  byIdAs(HTMLButtonElement, "start-all").disabled = !startable().length;
  byIdAs(HTMLButtonElement, "next-round").disabled = !over().length || underWay().length > 0;
  const boards = numbersOf(underWay());
  setText(byId("next-why"), boards && over().length ? sayMany("The next round waits for board {boards}.", "The next round waits for boards {boards}.", underWay().length, { boards }) : "");
  offerKnown(view);
}

/** @param {EveningBoard[]} boards */
function numbersOf(boards) {
  return boards.map(({ number }) => number).join(", ");
}

/** @param {EveningBoard[]} boards */
function gamesOf(boards) {
  return { games: Object.fromEntries(boards.map(({ key, game }) => [key, game])) };
}

/**
 * Sends it, and says what was done and what was not. `onError` gets why nothing was.
 * @param {string} path
 * @param {{ games: { [key: string]: string } }} sent
 * @param {(error: unknown) => void} onError
 */
async function act(path, sent, onError = (error) => showTold([error instanceof Error ? error : String(error)])) {
  try {
    const { done, failed, stands, view: newer } = await send(path, sent);
    show(newer);
    nowStands(stands, sent.games);
    showTold(failed.map((text) => new Error(text)), done);
    return failed.length === 0;
  } catch (error) {
    if (error instanceof Refusal) nowStands(error.stands, sent.games);
    onError(error);
    return false;
  }
}

/**
 * @param {(Error | string)[]} undone
 * @param {string[]} done
 */
function showTold(undone, done = []) {
  const list = create("ul");
  for (const error of undone) {
    const item = create("li", "undone");
    explain(item, error);
    list.append(item);
  }
  list.append(...done.map((text) => create("li", "", text)));
  byId("told-list").replaceWith(list);
  list.id = "told-list";
  byId("told").dataset.good = undone.length ? "no" : "yes";
  byId("told").hidden = false;
}

/**
 * Asks back what cannot be undone.
 * @param {string} text
 * @param {() => void} then
 */
function ask(text, then) {
  byId("asked-text").textContent = text;
  onYes = then;
  holdBack(byIdAs(HTMLButtonElement, "asked-yes"));
  byIdAs(HTMLDialogElement, "asked").showModal();
}

/** @param {EveningBoard[]} boards */
async function goOn(boards) {
  const isRound = boards.length > 1;
  if ((await act("next", gamesOf(boards))) && isRound) offerNextRound(view);
}

/** @param {EveningBoard[]} boards */
function askNext(boards) {
  const [first] = boards;
  if (!first) return;
  const one = say("Close the game of board {number}, {players}? Its result stays, and the board waits for the next game.", { number: first.number, players: playersOf(first.about) });
  const all = say("Close the games of boards {boards}? Their results stay, and the boards wait for the next round.", { boards: numbersOf(boards) });
  ask(boards.length > 1 ? all : one, () => goOn(boards));
}

function askStart() {
  const boards = startable();
  const text = sayMany("Start White's clock at {count} board: {boards}?", "Start White's clock at {count} boards: {boards}?", boards.length, { boards: numbersOf(boards) });
  ask(text, () => act("start", gamesOf(boards)));
}

// The dialog stays open where nothing was done.
async function setNames() {
  try {
    const sent = named();
    const { done, failed, stands, view: newer } = await send("names", sent);
    show(newer);
    nowStands(stands, { [sent.board]: sent.game });
    toldOf(stands[sent.board] ?? {});
    if (failed.length) throw new Error(failed.join(" "));
    byIdAs(HTMLDialogElement, "names").close();
    showTold([], done);
  } catch (error) {
    explain(byId("names-fault"), error);
  }
}

/** @param {HTMLElement} button */
function tap(button) {
  const board = view.boards.find(({ key }) => key === button.dataset.board);
  if (!board) return;
  if (button.dataset.act === "names") openNames(board, button.dataset.game ?? "");
  if (button.dataset.act === "start") act("start", gamesOf([board]));
  if (button.dataset.act === "next") askNext([board]);
}

function listen() {
  listenToList();
  byId("start-all").addEventListener("click", askStart);
  byId("next-round").addEventListener("click", () => askNext(over()));
  byId("list").addEventListener("submit", async (event) => {
    event.preventDefault();
    showFaults(null);
    await act("list", listed(view), showFaults);
  });
  byId("names-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    setNames();
  });
  byId("told-seen").addEventListener("click", () => (byId("told").hidden = true));
  byId("asked-yes").addEventListener("click", () => {
    byIdAs(HTMLDialogElement, "asked").close();
    onYes();
  });
  addEventListener("click", (event) => {
    const button = targetOf(event, "button[data-act]");
    if (button) tap(button);
    targetOf(event, "[data-close]")?.closest("dialog")?.close();
  });
}

/** @param {"live" | "lost"} state */
async function showLine(state) {
  byId("status").dataset.state = state;
  setText(byId("status"), say(LINES[state]));
  if (state !== "lost") return;
  const answer = await fetch(below("state"), { headers: { Accept: "application/json" } }).catch(() => null);
  byId("signed-out").hidden = answer?.status !== 401;
}

if (mayRule) listen();
show(pageData("view"));
follow(show, showLine);
