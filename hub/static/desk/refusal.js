// Why something was not done, as the server says it: in the page's language, or marked as of another.
import { say } from "../js/texts.js";
import { made } from "./made.js";

export class Refusal extends Error {
  constructor({ error, lang }) {
    super(error);
    this.lang = lang ?? "en"; // in which the service itself speaks
  }
}

export function explain(element, error) {
  element.textContent = "";
  if (!(error instanceof Refusal)) {
    element.textContent = error.message;
    return;
  }
  const words = made("span", "", error.message);
  words.lang = error.lang;
  element.append(`${say("refused")} `, words);
}
