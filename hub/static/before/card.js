// A board as a card: whether it is ready, who plays there, a mark for each check, and what is to be done.
import { checkName, levelName } from "../js/check_names.js";
import { create } from "../js/elements.js";
import { roundName } from "../js/names.js";
import { marked, say } from "../js/texts.js";
import { oneDecimal } from "./numbers.js";

/** @type {{ [level: string]: string }} */
const SIGNS = { ok: "✓", warn: "!", fail: "✕", untried: "–" };

/** @type {{ [state: string]: string }} */
const STATES = {
  ready: marked("Ready"),
  remarked: marked("Ready, with remarks"),
  waiting: marked("Not ready yet"),
  failing: marked("Not ready"),
  playing: marked("A game runs"),
  over: marked("Game over"),
  silent: marked("No word from it"),
};

/** @type {{ [rules: string]: string }} */
const RULES = {
  frisian: marked("Frisian draughts"),
  international: marked("International draughts"),
  english: marked("English draughts"),
  dambord: marked("Frisian draughts on 64 squares"),
};

const AS_THEY_ARE = ["playing", "over", "silent"]; // phases in which the checks do not change the state

/** @typedef {{ level: Level, seen: string, do: string, name?: string, lang?: string }} Advice */

/** @param {Pick<BoardBefore, "phase" | "checks">} board */
export function stateOf({ phase, checks }) {
  if (AS_THEY_ARE.includes(phase)) return phase;
  const levels = checks.map((check) => check.level);
  if (levels.includes("fail")) return "failing";
  if (phase !== "ready") return "waiting";
  return levels.includes("warn") ? "remarked" : "ready";
}

/** @param {BoardBefore} board */
export function card(board) {
  const state = stateOf(board);
  const article = create("article", "board");
  article.dataset.state = state;
  article.append(heading(board, state));
  if (board.phase !== "silent") article.append(players(board.about), create("p", "about", about(board)));
  if (board.checks.length) article.append(list("checks", board.checks, mark));
  const link = board.link ?? [];
  const todo = [...link, ...(link.length ? [] : missing(board)), ...board.checks.filter((check) => check.do)];
  if (todo.length) article.append(todoList(todo));
  return article;
}

/** @param {Advice[]} todo */
export function todoList(todo) {
  return list("todo", todo, advice);
}

/**
 * @param {BoardBefore} board
 * @param {string} state
 */
function heading(board, state) {
  const title = create("h2");
  const link = create("a", "", board.board || say("This board"));
  link.href = board.address || "/";
  title.append(link);
  const head = create("div", "head");
  head.append(title, create("p", "verdict", say(STATES[state] ?? state)));
  return head;
}

/** @param {About} about */
function players({ white, black }) {
  if (!white && !black) return create("p", "about", say("No names are known"));
  return create("p", "names", `${white || say("White")} · ${black || say("Black")}`);
}

/** @param {BoardBefore} board */
function about(board) {
  const control = board.time_control;
  const age = board.picture_age_ms;
  const parts = [
    board.about.event,
    board.about.round && roundName(board.about.round),
    control && (control === "none" ? say("No clock") : say("Clock {control}", { control })),
    board.rules && say(RULES[board.rules] ?? board.rules),
    age !== null && say("picture {seconds} s old", { seconds: oneDecimal(age / 1000) }),
  ];
  return parts.filter(Boolean).join(" · ");
}

/**
 * What is to be done about a board that says nothing.
 * @param {BoardBefore} board
 * @returns {Advice[]}
 */
function missing(board) {
  if (board.phase !== "silent") return [];
  const [seen, todo] = [say("The service at the board says nothing."), say("see what it says: sudo systemctl status damcam-board")];
  return [{ level: "fail", seen, do: todo }];
}

/** @param {Check} check */
function mark(check) {
  const item = create("li");
  const sign = create("span", "sign", SIGNS[check.level] ?? "?");
  sign.ariaHidden = "true";
  item.append(sign, create("span", "", checkName(check.name)), create("span", "unseen", `: ${levelName(check.level)}`));
  return item;
}

/** @param {Advice} check */
function advice(check) {
  const item = create("li");
  const seen = create("p", "seen", check.name ? `${checkName(check.name)}: ${check.seen}` : check.seen);
  const todo = create("p", "do", check.do);
  if (check.lang) for (const sentence of [seen, todo]) sentence.lang = check.lang; // English where a sentence has no translation
  item.append(seen, todo);
  return item;
}

/**
 * @template {{ level: Level }} C
 * @param {string} className
 * @param {C[]} checks
 * @param {(check: C) => HTMLElement} itemOf
 */
function list(className, checks, itemOf) {
  const element = create("ul", className);
  for (const check of checks) {
    const item = itemOf(check);
    item.dataset.level = check.level;
    element.append(item);
  }
  return element;
}
