// One board as a card: whether it is ready, who plays there, a word for each check, and what is to be done.
import { say } from "../js/texts.js";

const SIGNS = { ok: "✓", warn: "!", fail: "✕", untried: "–" };
const NO_WORD = ["silent", "unreachable"];

export function stateOf({ phase, checks }) {
  if (phase === "playing" || phase === "over" || NO_WORD.includes(phase)) return phase;
  const levels = checks.map((check) => check.level);
  if (levels.includes("fail")) return "failing";
  if (phase !== "ready") return "waiting";
  return levels.includes("warn") ? "remarked" : "ready";
}

export function card(board) {
  const state = stateOf(board);
  const article = made("article", "board");
  article.dataset.state = state;
  article.append(heading(board, state));
  if (!NO_WORD.includes(board.phase)) article.append(players(board.about), made("p", "about", about(board)));
  if (board.checks.length) article.append(list("checks", board.checks, chip));
  const todo = [...NO_WORD.includes(board.phase) ? [missing(board)] : [], ...board.checks.filter((check) => check.do)];
  if (todo.length) article.append(list("todo", todo, advice));
  return article;
}

function heading(board, state) {
  const title = made("h2");
  const link = made("a", "", board.board || hostOf(board.address) || say("unnamed"));
  link.href = board.address || "/";
  title.append(link);
  const head = made("div", "head");
  head.append(title, made("p", "verdict", say(`is_${state}`)));
  return head;
}

function players({ white, black }) {
  if (!white && !black) return made("p", "about", say("no_names"));
  return made("p", "names", say("versus", { white: white || say("white"), black: black || say("black") }));
}

function about(board) {
  const control = board.time_control;
  const age = board.picture_age_ms;
  const told = [
    board.about.event,
    board.about.round && say("round", { round: board.about.round }),
    control && (control === "none" ? say("no_clock") : say("clock", { control })),
    board.rules,
    age !== null && say("picture_age", { seconds: (age / 1000).toFixed(1) }),
  ];
  return told.filter(Boolean).join(" · ");
}

function missing(board) {
  if (board.phase === "unreachable") return { level: "fail", seen: board.why, do: board.do };
  return { level: "fail", seen: say("silent"), do: say("silent_do") };
}

function chip(check) {
  const item = made("li");
  const sign = made("span", "sign", SIGNS[check.level] ?? "?");
  sign.ariaHidden = "true";
  item.append(sign, made("span", "", named(check)), made("span", "unseen", `: ${known(check.level)}`));
  return item;
}

function advice(check) {
  const item = made("li");
  const told = [made("p", "seen", check.name ? `${named(check)}: ${check.seen}` : check.seen), made("p", "do", check.do)];
  if (check.name) for (const sentence of told) sentence.lang = "en"; // what a board tells of itself
  item.append(...told);
  return item;
}

function list(kind, checks, item) {
  const all = made("ul", kind);
  for (const check of checks) {
    const one = item(check);
    one.dataset.level = check.level;
    all.append(one);
  }
  return all;
}

const named = (check) => known(check.name);

// A board of another version may name what this page has no word for.
function known(key) {
  try {
    return say(key);
  } catch {
    return key;
  }
}

function hostOf(address) {
  return address.replace(/^\w+:\/\//, "").replace(/\/$/, "");
}

function made(name, kind = "", text = "") {
  const element = document.createElement(name);
  if (kind) element.className = kind;
  if (text) element.textContent = text;
  return element;
}
