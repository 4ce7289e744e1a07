// The page before the round: asks for all boards again and again, and shows how each stands.
import { say } from "../js/texts.js";
import { card, stateOf } from "./card.js";

const AGAIN_MS = 3_000;
const GIVEN_UP_MS = 10_000; // a board that does not answer is given up by the server before
const READY = ["ready", "remarked", "playing", "over"];
const byId = (id) => document.getElementById(id);
let shown = "";

function show(boards) {
  const text = JSON.stringify(boards);
  if (text === shown) return;
  shown = text;
  byId("boards").replaceChildren(...boards.map(card));
  const summary = say("ready_of", { ready: boards.filter((board) => READY.includes(stateOf(board))).length, all: boards.length });
  if (byId("summary").textContent !== summary) byId("summary").textContent = summary;
}

function tell(state) {
  byId("status").dataset.state = state;
  byId("status").textContent = say(state);
}

async function look() {
  try {
    const answer = await fetch("/boards.json", { signal: AbortSignal.timeout(GIVEN_UP_MS) });
    if (!answer.ok) throw new Error(answer.statusText);
    show((await answer.json()).boards);
    tell("live");
  } catch {
    tell("lost");
  }
}

async function follow() {
  if (!document.hidden) await look();
  setTimeout(follow, AGAIN_MS);
}

show(JSON.parse(byId("view").textContent));
follow();
document.addEventListener("visibilitychange", () => document.hidden || look());
