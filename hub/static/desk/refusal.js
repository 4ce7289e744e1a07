// Why the server did nothing: its sentence in the page's language, or marked as in another.
import { create } from "../js/elements.js";
import { say } from "../js/texts.js";

export class Refusal extends Error {
  /** @param {RefusalAnswer} answer */
  constructor({ error, lang, faults = [], stands = {} }) {
    super(error);
    this.lang = lang;
    this.faults = faults;
    this.stands = stands;
  }
}

/**
 * Shows why something was not done.
 * @param {HTMLElement} element
 * @param {unknown} error
 */
export function explain(element, error) {
  element.textContent = "";
  if (!(error instanceof Refusal)) {
    element.textContent = error instanceof Error ? error.message : String(error);
    return;
  }
  const words = create("span", "", error.message);
  words.lang = error.lang;
  element.append(`${say("Not done:")} `, words);
}
