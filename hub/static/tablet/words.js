// What the players say. Each statement is confirmed once, sent once, and the page tells what became of it.
import { below, byId, byIdAs, holdBack, targetOf } from "../js/elements.js";
import { newestPosition } from "../js/board.js";
import { say } from "../js/texts.js";

const TIMEOUT_MS = 15_000; // the service answers within five seconds, or the server gives up on it
const SHOWN_MS = 3_000; // a message stays for at least so long

let token = document.body.dataset.token ?? "";
let shownMs = 0;
let last = Promise.resolve(true);

/**
 * Shows a message; an empty one hides the last, unless that was shown only just now.
 * @param {string} text
 */
export function showMessage(text, isGood = false) {
  if (!text && performance.now() - shownMs < SHOWN_MS) return;
  shownMs = performance.now();
  byId("told").textContent = text;
  byId("told").dataset.good = isGood ? "yes" : "no";
  byId("told").hidden = !text;
}

/** @param {PlayersWord} word */
async function post(word) {
  const headers = { "Content-Type": "application/json", Accept: "application/json", "X-Token": token };
  return fetch(below("say"), { method: "POST", headers, body: JSON.stringify(word), signal: AbortSignal.timeout(TIMEOUT_MS) });
}

/**
 * Posts the word. A tablet stays open for longer than a token is valid: then the page fetches a new one and tries once more.
 * @param {PlayersWord} word
 */
async function postWithToken(word) {
  const answer = await post(word);
  if (answer.status !== 401 && answer.status !== 403) return answer;
  token = (await (await fetch(below("token"), { headers: { Accept: "application/json" } })).json()).token;
  return post(word);
}

/**
 * Sends the word after all words before it; whether it was done.
 * @param {PlayersWord} word
 * @returns {Promise<boolean>}
 */
export function send(word) {
  last = last.then(() => sendNow(word));
  return last;
}

/** @param {PlayersWord} word */
async function sendNow(word) {
  showBusy(true);
  try {
    if ((await postWithToken(word)).ok) {
      showMessage(word.say === "arbiter-called" ? say("The arbiter was called. The clock goes on.") : say("Stored"), true);
      return true;
    }
    showMessage(say("That could not be done now. Look how the game stands."));
  } catch {
    showMessage(say("No answer came. Look whether it was done."));
  } finally {
    showBusy(false);
  }
  return false;
}

/** @param {boolean} isBusy */
function showBusy(isBusy) {
  document.body.toggleAttribute("data-busy", isBusy);
}

// A button that says something says it at once; one that asks opens its dialog, whose buttons say it.
export function listenToPlayers() {
  addEventListener("click", (event) => {
    const button = targetOf(event, "[data-say], [data-asks]");
    const { say: word, side, asks } = button?.dataset ?? {};
    if (word || asks) button?.closest("dialog")?.close();
    if (word) send({ say: word, side: side === "black" ? "black" : "white", game: newestPosition().game });
    if (asks) ask(byIdAs(HTMLDialogElement, asks));
  });
}

/** @param {HTMLDialogElement} dialog */
function ask(dialog) {
  for (const button of dialog.querySelectorAll(".both button")) if (button instanceof HTMLButtonElement) holdBack(button);
  dialog.showModal();
}
