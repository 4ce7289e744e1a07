// The grounds on which a game may end, for the result that is chosen.
import { byId, byIdAs, create, pageData } from "../js/elements.js";
import { say } from "../js/texts.js";
import { resultOf } from "../js/values.js";

const OTHER = "other"; // an article that the arbiter types
const WITHOUT = "without"; // a result without an article
/** @type {Grounds} */
const grounds = pageData("grounds");
let rules = "";

/** @typedef {{ result: Result, article: string, cause?: string }} Ended */

/**
 * Offers the grounds of these rules.
 * @param {string} newRules
 */
export function offerGrounds(newRules) {
  if (rules === newRules) return;
  rules = newRules;
  const own = grounds[rules] ?? {};
  for (const result of byIdAs(HTMLSelectElement, "result").options) {
    result.hidden = result.disabled = Boolean(result.value) && !(result.value in own);
  }
  forgetEnding();
}

export function listenToGrounds() {
  byId("result").addEventListener("change", fill);
  byId("ground").addEventListener("change", () => {
    byId("article-label").hidden = groundValue() !== OTHER;
  });
}

/**
 * The result that is chosen, and its ground.
 * @returns {Ended}
 */
export function chosenEnding() {
  const result = chosenResult();
  const value = groundValue();
  if (!result) throw new Error(say("Choose the result first."));
  if (!value) throw new Error(say("Choose the ground of the result first."));
  if (value === OTHER) return { result, article: byIdAs(HTMLInputElement, "article").value };
  return ended(result, value === WITHOUT ? undefined : groundsOf(result)[Number(value)]);
}

/**
 * A draw for that cause.
 * @param {string} cause
 */
export function drawFor(cause) {
  return ended("draw", groundsOf("draw").find((ground) => ground.cause === cause));
}

/**
 * The ground in words: its cause, or where none was chosen the only one that the article has; else the reason that was typed.
 * @param {Ruling} ruling
 */
export function groundText({ result = "*", article = "", cause, reason = "" }) {
  const named = groundsOf(result).filter((ground) => (cause ? ground.cause === cause : article && ground.article === article));
  return named.length === 1 ? (named[0]?.text ?? "") : reason;
}

/**
 * Whether it is a draw by agreement, and the rules say in which part of the game.
 * @param {Result} result
 * @param {string} article
 */
export function isAgreedDraw(result, article) {
  return groundsOf(result).some((ground) => ground.cause === "agreed" && ground.article !== "" && ground.article === article);
}

// Chooses nothing again: a result is never preset.
export function forgetEnding() {
  byIdAs(HTMLSelectElement, "result").value = "";
  fill();
}

/**
 * @param {Result} result
 * @param {Ground | undefined} ground
 * @returns {Ended}
 */
function ended(result, ground) {
  return { result, article: ground?.article ?? "", cause: ground?.cause };
}

// Lists the grounds for the result that is chosen.
function fill() {
  const result = chosenResult();
  const offered = (result ? groundsOf(result) : []).map(({ article, text }, place) => {
    return option(String(place), article ? `${article} · ${text}` : text);
  });
  const always = [option(OTHER, say("Another article …")), option(WITHOUT, say("Without an article"))];
  byId("ground").replaceChildren(option("", say("Choose …")), ...offered, ...always);
  byId("article-label").hidden = true;
}

/** @param {Result} result */
function groundsOf(result) {
  return grounds[rules]?.[result] ?? [];
}

function chosenResult() {
  return resultOf(byIdAs(HTMLSelectElement, "result").value);
}

function groundValue() {
  return byIdAs(HTMLSelectElement, "ground").value;
}

/**
 * @param {string} value
 * @param {string} text
 */
function option(value, text) {
  const element = create("option", "", text);
  element.value = value;
  return element;
}
