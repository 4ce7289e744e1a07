// What the players say. Each statement is confirmed once, sent once, and the page tells what became of it.
import { below } from "../js/address.js";
import { holdBack } from "../desk/held_back.js";
import { byId, byIdAs, create, part, targetOf } from "../js/elements.js";
import { sideName } from "../js/names.js";
import { newestPosition } from "../js/position.js";
import { marked, say } from "../js/texts.js";
import { SIDES } from "../js/values.js";

const TIMEOUT_MS = 15_000; // the service answers within five seconds, or the server gives up on it
const SHOWN_MS = 3_000; // a message stays for at least so long

/**
 * For each button: the text that asks which player says it, and what is sent.
 * @type {{ [asks: string]: { question: string, word: string } }}
 */
const QUESTIONS = {
  draw: { question: marked("Who offers a draw?"), word: "draw-offered" },
  resign: { question: marked("Who resigns?"), word: "resigned" },
  call: { question: marked("Who calls the arbiter? The clock goes on."), word: "arbiter-called" },
};

let token = document.body.dataset.token ?? "";
let shownMs = 0;
let last = Promise.resolve(true);

/**
 * The name of a player, with the colour of his pieces.
 * @param {Side} side
 */
function nameOf(side) {
  return part(byId(side), ".name").textContent ?? "";
}

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

/**
 * @param {string} text
 * @param {() => void} onClick
 */
function button(text, onClick, className = "") {
  const element = create("button", className, text);
  element.type = "button";
  element.addEventListener("click", onClick);
  return element;
}

/**
 * @param {string} question
 * @param {HTMLButtonElement[]} answers
 */
function ask(question, answers) {
  answers.forEach(holdBack);
  const dialog = byIdAs(HTMLDialogElement, "asks");
  byId("asks-text").textContent = question;
  byId("asks-answers").replaceChildren(...answers);
  if (!dialog.open) dialog.showModal();
}

export function listenToPlayers() {
  /**
   * @param {string} word
   * @param {Side} side
   */
  const speak = (word, side) => {
    byIdAs(HTMLDialogElement, "asks").close();
    send({ say: word, side, game: newestPosition().game });
  };
  /**
   * @param {string} word
   * @param {Side} side
   */
  const confirmFirst = (word, side) => {
    const yes = button(say("Yes, {side} resigns", { side: sideName(side) }), () => speak(word, side), "strong");
    ask(say("{side} resigns and loses the game. Are you sure?", { side: nameOf(side) }), [yes]);
  };
  addEventListener("click", (event) => {
    const says = targetOf(event, "[data-say]");
    const asked = QUESTIONS[targetOf(event, "[data-asks]")?.dataset.asks ?? ""];
    if (says?.dataset.say) speak(says.dataset.say, says.dataset.side === "black" ? "black" : "white");
    if (!asked) return;
    const act = asked.word === "resigned" ? confirmFirst : speak;
    ask(say(asked.question), SIDES.map((side) => button(nameOf(side), () => act(asked.word, side))));
  });
}
