// What the arbiter rules, sent once. What could not be sent, because nobody is signed in any more, is kept for this tab and offered again.
import { below } from "../js/address.js";
import { say } from "../js/texts.js";
import { Refusal } from "./refusal.js";

const KEPT = `damcam.ruling.${below("rule")}`;
const GIVEN_UP_MS = 15_000; // the service answers within five seconds, or is given up by the server
const token = document.body.dataset.token;

// The ruling that was not sent before, if any.
export function offered() {
  return JSON.parse(sessionStorage.getItem(KEPT));
}

export function drop() {
  sessionStorage.removeItem(KEPT);
}

// Resolves to the new view; throws an Error with the sentence that says why not. Who is not signed in any more is sent to sign in.
export async function send(ruling) {
  sessionStorage.setItem(KEPT, JSON.stringify(ruling));
  const { view } = await post("rule", ruling, drop);
  return view;
}

// What would come of moves from paper; as for `send`.
export function check(moves) {
  return post("paper", moves);
}

async function post(path, sent, answered = () => {}) {
  const headers = { "Content-Type": "application/json", Accept: "application/json", "X-Token": token };
  let answer;
  try {
    answer = await fetch(below(path), { method: "POST", headers, body: JSON.stringify(sent), signal: AbortSignal.timeout(GIVEN_UP_MS) });
  } catch {
    answered();
    throw new Error(say("no_answer"));
  }
  if (answer.status === 401 || answer.status === 403) { // 403: signed in anew in another tab
    location.assign(`/login?next=${location.pathname}`);
    throw new Error(say("signed_out"));
  }
  answered();
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok || !told || told.error) throw told.error ? new Refusal(told) : new Error(say("no_answer"));
  return told;
}
