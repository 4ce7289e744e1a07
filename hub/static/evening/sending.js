// Sends what an arbiter does on the evening page, each once.
import { below } from "../js/address.js";
import { say } from "../js/texts.js";
import { Refusal } from "../desk/refusal.js";

const TIMEOUT_MS = 20_000; // a board answers within five seconds, or the server gives up on it

/**
 * Resolves to what was done and what was not; throws a Refusal, or an Error without an answer.
 * @param {string} path
 * @param {object} sent
 * @returns {Promise<EveningAnswer>}
 */
export async function send(path, sent) {
  const headers = { "Content-Type": "application/json", Accept: "application/json", "X-Token": document.body.dataset.token ?? "" };
  const noAnswer = new Error(say("No answer came. Look at the boards to see what was done."));
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await fetch(below(path), { method: "POST", headers, body: JSON.stringify(sent), signal }).catch(() => null);
  if (!answer) throw noAnswer;
  if (answer.status === 401 || answer.status === 403) {
    location.assign("/login?next=/evening");
    throw new Error(say("You are not signed in any more."));
  }
  const content = await answer.json().catch(() => null);
  if (content?.error) throw new Refusal(content);
  if (!answer.ok || !content) throw noAnswer;
  return content;
}
