// The desk of the whole hall: every open alert, the oldest first, who sees to it, and all boards.
import { below } from "../js/address.js";
import { byId, byIdAs, create, pageData, part, setText } from "../js/elements.js";
import { timeOfDay } from "../js/silence.js";
import { follow } from "../js/stream.js";
import { marked, say, sayMany } from "../js/texts.js";
import { Filters } from "./hall_filters.js";
import { HallList } from "./hall_list.js";
import { addressOf, boardName, mostUrgent } from "./open_alerts.js";
import { explain } from "./refusal.js";
import { post } from "./rulings.js";
import { WaitingBar } from "./waiting_bar.js";

const AGES_EVERY_MS = 10_000;
const LINES = { live: marked("Live"), lost: marked("No connection, trying again") };
const bar = new WaitingBar();
const filters = new Filters(() => show(view));
const MAY_RULE = document.body.dataset.rules === "yes";
const list = new HallList(MAY_RULE, take);
/** @type {HallView} */
let view = pageData("view");

/**
 * @param {HallView} newer
 * @param {boolean} [isFirst] whether a connection begins with it
 */
function show(newer, isFirst = false) {
  if (!isFirst && newer.id < view.id) return; // an answer that arrived after a newer event
  view = newer;
  filters.offer(view);
  const shown = view.alerts.filter((alert) => filters.lets(alert));
  list.show(shown);
  setText(byId("nothing"), view.alerts.length ? "" : say("Nothing is open."));
  const hidden = view.alerts.length - shown.length;
  byId("hidden").hidden = hidden === 0;
  setText(part(byId("hidden"), "span"), hidden ? sayMany("{count} open alert is not shown here.", "{count} open alerts are not shown here.", hidden) : "");
  bar.show(shown.map(({ key, id }) => `${key}/${id}`), mostUrgent(shown.map(waiting)));
  setText(byId("hub-fault"), view.fault);
  byId("hub-fault").hidden = !view.fault;
  showBoards();
}

/** @param {HallAlert} alert */
function waiting(alert) {
  return { text: `${boardName(alert)}: ${alert.text}`, href: addressOf(alert.key, alert.id), rank: alert.rank };
}

function showBoards() {
  const rows = view.boards.map(boardRow);
  const { children } = byId("desks");
  const isSame = rows.length === children.length && rows.every((row, place) => children[place] === row);
  if (!isSame) byId("desks").replaceChildren(...rows);
  byId("no-boards").hidden = rows.length > 0;
}

/** @param {HallBoard} board */
function boardRow(board) {
  const row = document.getElementById(`board-${board.key}`) ?? emptyRow(board.key);
  const isAway = !board.goes_on_at && (board.silent_ms !== null || board.cut_off);
  row.toggleAttribute("data-open", board.open > 0 || isAway || board.faulty);
  setText(part(row, "a"), boardName(board));
  setText(part(row, ".players"), `${board.white || say("White")} – ${board.black || say("Black")}`);
  setText(part(row, ".open"), howItIs(board));
  part(row, ".take-over").hidden = !(MAY_RULE && board.take_over);
  return row;
}

/** @param {string} key of the board */
function emptyRow(key) {
  const row = create("li");
  row.id = `board-${key}`;
  const link = create("a");
  link.href = `/desk/${key}`;
  const over = create("a", "", say("Take over"));
  over.href = `/desk/${key}/take-over`;
  const takeOver = create("p", "take-over");
  takeOver.append(over);
  row.append(link, create("p", "players"), create("p", "open"), takeOver);
  return row;
}

/**
 * What is open at a board, and since when it is silent. Of a silent board nobody knows that nothing is open.
 * @param {HallBoard} board
 */
function howItIs({ open, silent_ms: silentMs, catching_up: isBehind, cut_off: isCutOff, goes_on_at: goesOnAt, faulty: isFaulty }) {
  if (goesOnAt) return say("Its game goes on at board {number}", { number: goesOnAt });
  const alerts = open > 0 && sayMany("{count} alert open", "{count} alerts open", open);
  const cut = isCutOff && say("Cannot be reached: rule at the board");
  const since = silentMs !== null && say("No sign of life since {time}", { time: timeOfDay(silentMs) });
  const silent = isBehind ? say("Catching up") : since;
  const faulty = isFaulty && say("Faulty data: see its desk");
  return [cut, faulty, silent, alerts].filter(Boolean).join(" · ") || say("Nothing open");
}

/**
 * Takes an alert, or gives it back.
 * @param {HallAlert} alert
 * @param {boolean} isTaken
 */
async function take({ key, game, id, taken }, isTaken) {
  byId("feedback").hidden = true;
  try {
    show(await post("take", { key, game, alert: id, take: isTaken, was: taken }));
  } catch (error) {
    explain(byId("told"), error);
    byId("feedback").hidden = false;
  }
}

/** @param {"live" | "lost"} state */
async function showLine(state) {
  byId("status").dataset.state = state;
  setText(byId("status"), say(LINES[state]));
  if (state !== "lost") return;
  const answer = await fetch(below("state"), { headers: { Accept: "application/json" } }).catch(() => null);
  byId("signed-out").hidden = answer?.status !== 401;
}

byIdAs(HTMLButtonElement, "show-all").addEventListener("click", () => filters.clear());
show(view);
setInterval(() => list.age(), AGES_EVERY_MS);
follow(show, showLine, () => true); // its title and its alarm call an arbiter who looks elsewhere
