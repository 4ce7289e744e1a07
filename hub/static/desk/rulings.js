// Sends the arbiter's rulings, each once. A ruling that could not be sent because the arbiter was signed out is kept for this tab and
// offered again.
import { below } from "../js/address.js";
import { marked, say } from "../js/texts.js";
import { Refusal } from "./refusal.js";

const KEPT = `damcam.ruling.${below("rule")}`;
const TIMEOUT_MS = 20_000; // the service answers within five seconds and a board elsewhere within twelve, or the server gives up on it
const JSON_TYPE = "application/json";
const UNANSWERED = marked("No answer came. See among the rulings whether it was done.");
const token = document.body.dataset.token ?? "";

/**
 * The ruling that was not sent before, if there is one.
 * @returns {Ruling | null}
 */
export function offered() {
  return JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
}

export function drop() {
  sessionStorage.removeItem(KEPT);
}

/**
 * Resolves to the new view, and what is to be said of a ruling that is not on disk yet; throws an Error that says why the ruling was not carried out. Arbiters who are signed out are sent to the
 * login page.
 * @param {Ruling} ruling
 * @returns {Promise<{ view: DeskView, note: string, done: boolean }>}
 */
export async function send(ruling) {
  sessionStorage.setItem(KEPT, JSON.stringify(ruling));
  return post("rule", ruling, drop);
}

/**
 * The part of the page that says what would come of moves from paper; throws an Error as `send` does.
 * @param {PaperMoves} moves
 */
export async function check(moves) {
  return (await posted("paper", JSON_TYPE, JSON.stringify(moves))).text();
}

/**
 * Gives the board a log; throws an Error as `send` does.
 * @param {string} path
 * @param {File} log
 */
export function postLog(path, log) {
  return posted(path, "application/octet-stream", log);
}

/**
 * Sends the fields of a form; throws an Error as `send` does.
 * @param {string} path
 * @param {URLSearchParams} fields
 */
export function postForm(path, fields) {
  return posted(path, "application/x-www-form-urlencoded", fields.toString());
}

/**
 * Resolves to what is answered as JSON; throws an Error as `send` does.
 * @param {string} path
 * @param {object} sent
 * @param {() => void} [onAnswer] called when the server answered, or did not in time
 */
export async function post(path, sent, onAnswer = () => {}) {
  const content = await (await posted(path, JSON_TYPE, JSON.stringify(sent), onAnswer)).json().catch(() => null);
  if (!content) throw new Error(say(UNANSWERED));
  return content;
}

/**
 * @param {string} path
 * @param {string} type
 * @param {string | File} body
 * @param {() => void} [onAnswer]
 */
async function posted(path, type, body, onAnswer = () => {}) {
  const headers = { "Content-Type": type, Accept: "application/json", "X-Token": token };
  let answer;
  try {
    answer = await fetch(below(path), { method: "POST", headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) });
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
