// The list of all desks: asks every two seconds how many alerts wait at each board.
import { below } from "../js/address.js";
import { byId, create, pageData, part, setText } from "../js/elements.js";
import { timeOfDay } from "../js/silence.js";
import { say, sayMany } from "../js/texts.js";
import { addressOf, alertsAt, boardName, idsAt, mostUrgent } from "./open_alerts.js";
import { WaitingBar } from "./waiting_bar.js";

const EVERY_MS = 2_000;
const TIMEOUT_MS = 8_000;
const bar = new WaitingBar();

/** @param {{ boards: DeskSummary[] }} all */
function show({ boards }) {
  for (const board of boards) {
    const row = byId(`board-${board.key}`);
    row.toggleAttribute("data-open", board.open > 0 || board.silent_ms !== null);
    setText(part(row, "a"), boardName(board));
    setText(part(row, ".players"), `${board.white || say("White")} – ${board.black || say("Black")}`);
    setText(part(row, ".open"), howItIs(board));
    showAlerts(part(row, ".waiting"), board);
  }
  bar.show(idsAt(boards), mostUrgent(alertsAt(boards)));
}

/**
 * What is open at a board, and since when it is silent. Of a silent board nobody knows that nothing is open.
 * @param {DeskSummary} board
 */
function howItIs({ open, silent_ms: silentMs }) {
  const alerts = open > 0 && sayMany("{count} alert open", "{count} alerts open", open);
  const silent = silentMs !== null && say("No sign of life since {time}", { time: timeOfDay(silentMs) });
  return [silent, alerts].filter(Boolean).join(" · ") || say("Nothing open");
}

/**
 * The most urgent alerts as links. The list is made again only when it has changed.
 * @param {HTMLElement} list
 * @param {DeskSummary} board
 */
function showAlerts(list, { key, alerts }) {
  const text = JSON.stringify(alerts);
  if (list.dataset.known === text) return;
  list.dataset.known = text;
  list.replaceChildren(...alerts.map((alert) => alertItem(key, alert)));
}

/**
 * @param {string} key of the board
 * @param {{ id: string, text: string }} alert
 */
function alertItem(key, { id, text }) {
  const item = create("li");
  const link = create("a", "", text);
  link.href = addressOf(key, id);
  item.append(link);
  return item;
}

async function poll() {
  const state = (await fetchBoards().catch(() => false)) ? "live" : "lost";
  byId("status").dataset.state = state;
  setText(byId("status"), state === "lost" ? say("No connection, trying again") : say("Live"));
}

// Whether the server answered with the boards.
async function fetchBoards() {
  const answer = await fetch(below("boards.json"), { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(TIMEOUT_MS) });
  byId("signed-out").hidden = answer.status !== 401;
  if (answer.ok) show(await answer.json());
  return answer.ok;
}

async function follow() {
  await poll(); // in the background too: a new alert sounds there
  setTimeout(follow, EVERY_MS);
}

show(pageData("view"));
follow();
document.addEventListener("visibilitychange", () => document.hidden || poll());
