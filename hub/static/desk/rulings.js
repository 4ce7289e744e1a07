// Sends the arbiter's rulings, each once. A ruling that could not be sent because the arbiter was signed out is kept for this tab and
// offered again.
import { below, create } from "../js/elements.js";
import { marked, say } from "../js/texts.js";

const KEPT = `damcam.ruling.${below("rule")}`;
const TIMEOUT_MS = 20_000; // the service answers within five seconds and a board elsewhere within twelve, or the server gives up on it
const UNANSWERED = marked("No answer came. See among the rulings whether it was done.");
const token = document.body.dataset.token ?? "";

/**
 * The ruling that was not sent before, if there is one, with its name.
 * @returns {{ fields: string, name: string } | null}
 */
export function offered() {
  return JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
}

export function drop() {
  sessionStorage.removeItem(KEPT);
}

/**
 * Resolves to the question that is asked back, or what was done; throws an Error that says why the ruling was not carried out. Arbiters who
 * are signed out are sent to the login page.
 * @param {URLSearchParams} fields
 * @param {string} name
 * @returns {Promise<RulingAnswer>}
 */
export async function send(fields, name) {
  sessionStorage.setItem(KEPT, JSON.stringify({ fields: fields.toString(), name }));
  const content = await (await postForm("rule", fields, drop)).json().catch(() => null);
  if (!content) throw new Error(say(UNANSWERED));
  return content;
}

/**
 * Sends the fields of a form; throws an Error as `send` does.
 * @param {string} path
 * @param {URLSearchParams | FormData} fields
 * @param {() => void} [onAnswer] called when the server answered, or did not in time
 */
export async function postForm(path, fields, onAnswer = () => {}) {
  const headers = { Accept: "application/json", "X-Token": token };
  let answer;
  try {
    answer = await fetch(below(path), { method: "POST", headers, body: fields, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch {
    onAnswer();
    throw new Error(say(UNANSWERED));
  }
  if (answer.status === 401 || answer.status === 403) { // 403: signed in again in another tab
    location.assign(`/login?next=${location.pathname}`);
    throw new Error(say("You are not signed in any more."));
  }
  onAnswer();
  if (answer.ok) return answer;
  const content = await answer.json().catch(() => null);
  throw content?.error ? new Refusal(content) : new Error(say(UNANSWERED));
}

// Why the server did nothing: its sentence in the page's language, or marked as in another.
class Refusal extends Error {
  /** @param {RefusalAnswer} answer */
  constructor({ error, lang }) {
    super(error);
    this.lang = lang;
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
