// What the arbiter's words, the verdicts and the results are called at the desk.
import { pageData } from "../js/elements.js";
import { resultName } from "../js/names.js";
import { say } from "../js/texts.js";

/** @type {{ words: { [word: string]: string }, verdicts: { [verdict: string]: string } }} by hub.texts.desk_names, in the page's language */
const names = pageData("names");

/** @param {string} verdict */
export function verdictName(verdict) {
  return names.verdicts[verdict] ?? verdict;
}

/** @param {string} word */
export function wordName(word) {
  return names.words[word] ?? word;
}

/**
 * A result as the arbiter reads it: without one the game is not decided.
 * @param {Result} result
 */
export function outcomeName(result) {
  return result === "*" ? say("Not decided") : resultName(result);
}
