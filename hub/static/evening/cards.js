// A board as a card: how far its game is, who plays, the result, and what the arbiter can do there.
import { create } from "../js/elements.js";
import { resultName, roundName } from "../js/names.js";
import { marked, say, sayMany } from "../js/texts.js";

/** @type {{ [state: string]: string }} */
const STATES = {
  waiting: marked("Waits for the pieces"),
  failing: marked("Not ready"),
  ready: marked("Ready"),
  remarked: marked("Ready, with remarks"),
  playing: marked("A game runs"),
  over: marked("Game over"),
  closed: marked("Between two games"),
  silent: marked("No word from it"),
  lost: marked("Journal damaged"),
};

/** @param {Pick<EveningBoard, "phase" | "closed" | "checks">} board */
export function stateOf({ phase, closed, checks }) {
  if (phase === "over" && closed) return "closed";
  if (!checks.length) return phase;
  return { waiting: "failing", ready: "remarked" }[phase] ?? phase;
}

/**
 * @param {EveningBoard} board
 * @param {boolean} mayRule
 */
export function cardOf(board, mayRule) {
  const item = create("li");
  item.id = `board-${board.key}`;
  item.dataset.state = stateOf(board);
  item.append(heading(say("Board {number}", { number: board.number }), `/desk/${board.key}`, stateOf(board)));
  item.append(create("p", "players", playersOf(board.about)));
  const control = board.time_control === "none" ? say("No clock") : board.time_control;
  addLine(item, "known", [...knownOf(board.about), control]);
  if (board.phase === "over") item.append(create("p", "result", board.result === "*" ? say("Not decided") : resultName(board.result)));
  if (board.open) item.append(openAlerts(board));
  if (board.checks.length) item.append(failing(board));
  if (board.next) addLine(item, "prepared", [say("The next game: {players}", { players: playersOf(board.next.about) }), ...knownOf(board.next.about), board.next.time_control]);
  if (mayRule) item.append(acts(board));
  if (board.earlier.length) item.append(earlier(board, mayRule));
  return item;
}

/** @param {About} about */
export function playersOf({ white, black }) {
  return `${white || say("White")} – ${black || say("Black")}`;
}

/** @param {About} about */
function knownOf({ event, round }) {
  return [event, round && roundName(round)];
}

/**
 * @param {string} text
 * @param {string} link
 * @param {string} state
 */
function heading(text, link, state) {
  const line = create("div", "head-line");
  const title = create("h3");
  const desk = create("a", "", text);
  desk.href = link;
  title.append(desk);
  line.append(title, create("p", "phase", say(STATES[state] ?? state)));
  return line;
}

/**
 * @param {HTMLElement} item
 * @param {string} className
 * @param {(string | undefined)[]} parts
 */
function addLine(item, className, parts) {
  const text = parts.filter(Boolean).join(" · ");
  if (text) item.append(create("p", className, text));
}

/** @param {EveningBoard} board */
function openAlerts({ key, open }) {
  const line = create("p", "open");
  const link = create("a", "", sayMany("{count} alert open", "{count} alerts open", open));
  link.href = `/desk/${key}`;
  line.append(link);
  return line;
}

/** @param {EveningBoard} board */
function failing({ checks }) {
  const list = create("ul", "failing");
  for (const check of checks) {
    const item = create("li", "", check.seen);
    item.lang = check.lang;
    list.append(item);
  }
  return list;
}

/** @param {EveningBoard} board */
function acts({ key, phase, closed, timed, prepares, game, number }) {
  const line = create("p", "row acts");
  const isOver = phase === "over";
  const begun = isOver || phase === "playing";
  if (phase === "ready" && timed) line.append(button("start", key, say("Start the clock"), number));
  if (isOver && !closed) line.append(button("next", key, say("Next game"), number));
  if (phase === "playing") line.append(resultLink(key, number));
  if (["waiting", "ready", "playing", "over"].includes(phase)) {
    line.append(button("names", key, begun ? say("Correct the names") : say("Names"), number, game));
  }
  if (begun && prepares) line.append(button("names", key, say("Names of the next game"), number, prepares));
  return line;
}

/**
 * @param {string} key
 * @param {string} number
 */
function resultLink(key, number) {
  const link = create("a", "act", say("Result"));
  link.href = `/desk/${key}#group-result`;
  link.setAttribute("aria-label", say("{act}, board {number}", { act: say("Result"), number }));
  return link;
}

/**
 * @param {string} act
 * @param {string} key
 * @param {string} text
 * @param {string} number
 * @param {string} [game]
 */
function button(act, key, text, number, game = "") {
  const made = create("button", "", text);
  made.type = "button";
  made.dataset.act = act;
  made.dataset.board = key;
  made.dataset.game = game;
  made.setAttribute("aria-label", say("{act}, board {number}", { act: text, number }));
  return made;
}

/**
 * @param {EveningBoard} board
 * @param {boolean} mayRule
 */
function earlier({ key, number, earlier: games }, mayRule) {
  const details = create("details", "before");
  details.dataset.board = key;
  details.append(create("summary", "", sayMany("{count} earlier game", "{count} earlier games", games.length)));
  const list = create("ul");
  for (const { game, about, result, closed } of games) {
    const item = create("li");
    const ended = result === "*" ? say("Not decided") : resultName(result);
    item.append(create("span", "", [playersOf(about), ...knownOf(about), ended].filter(Boolean).join(" · ")));
    if (mayRule && closed) item.append(button("names", key, say("Correct the names"), `${number}, ${game}`, game));
    list.append(item);
  }
  details.append(list);
  return details;
}
