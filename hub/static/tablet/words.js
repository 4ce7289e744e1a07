// What the players say: each word is asked for once, sent once, and told what became of it.
import { below } from "../js/address.js";
import { say } from "../js/texts.js";
import { made } from "../desk/made.js";

const GIVEN_UP_MS = 15_000; // the service answers within five seconds, or is given up by the server
const SIDES = ["white", "black"];
const ASKS = { draw: ["who_draw", "draw-offered"], resign: ["who_resigns", "resigned"], call: ["who_calls", "arbiter-called"] };
const byId = (id) => document.getElementById(id);
let token = document.body.dataset.token;
let toldMs = 0;
let last = Promise.resolve(true);

// The player's name, with the colour that he plays.
export function named(view, side) {
  const name = view.about?.[side];
  return name ? `${name} · ${say(side)}` : say(side);
}

export function told(text, good = false) {
  if (!text && performance.now() - toldMs < 3000) return; // it was told this moment
  toldMs = performance.now();
  byId("told").textContent = text;
  byId("told").dataset.good = good ? "yes" : "no";
  byId("told").hidden = !text;
}

async function post(word) {
  const headers = { "Content-Type": "application/json", Accept: "application/json", "X-Token": token };
  return fetch(below("say"), { method: "POST", headers, body: JSON.stringify(word), signal: AbortSignal.timeout(GIVEN_UP_MS) });
}

// A tablet stays open for longer than a token is good for: then a new one is asked for, once.
async function sent(word) {
  const answer = await post(word);
  if (answer.status !== 401 && answer.status !== 403) return answer;
  token = (await (await fetch(below("token"), { headers: { Accept: "application/json" } })).json()).token;
  return post(word);
}

// Whether it was done; `show` gets the view after it. What is said meanwhile waits, and is not lost.
export function send(word, show) {
  last = last.then(() => sendNow(word, show));
  return last;
}

async function sendNow(word, show) {
  busy(true);
  try {
    const answer = await sent(word);
    const { view } = await answer.json();
    if (answer.ok && view) {
      told(say(word.say === "arbiter-called" ? "called" : "done"), true);
      show(view);
      return true;
    }
    told(say("not_done"));
  } catch {
    told(say("no_answer"));
  } finally {
    busy(false);
  }
  return false;
}

function busy(so) {
  document.body.toggleAttribute("data-busy", so);
}

function button(text, act, kind = "") {
  const one = made("button", kind, text);
  one.type = "button";
  one.addEventListener("click", act);
  return one;
}

function ask(text, answers) {
  byId("asks-text").textContent = text;
  byId("asks-answers").replaceChildren(...answers);
  if (!byId("asks").open) byId("asks").showModal();
}

export function listenToPlayers(now, show) {
  const speak = (said, side) => {
    byId("asks").close();
    send({ say: said, side, game: now().game }, show);
  };
  const surely = (said, side) => {
    const yes = button(say("yes_resign", { side: say(side) }), () => speak(said, side), "strong");
    ask(say("surely", { side: named(now(), side) }), [yes]);
  };
  addEventListener("click", ({ target }) => {
    const asks = target.closest("[data-asks]");
    const says = target.closest("[data-say]");
    if (says) speak(says.dataset.say, says.dataset.side);
    if (!asks) return;
    const [text, said] = ASKS[asks.dataset.asks];
    const act = said === "resigned" ? surely : speak;
    ask(say(text), SIDES.map((side) => button(named(now(), side), () => act(said, side))));
  });
}
