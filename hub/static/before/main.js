// The page before the round: asks for all boards every few seconds and shows how each of them is.
import { byId, pageData, setText } from "../js/elements.js";
import { say } from "../js/texts.js";
import { card, stateOf, todoList } from "./card.js";
import { summary } from "./summary.js";

const EVERY_MS = 3_000;
const TIMEOUT_MS = 10_000; // the server gives up on a board that does not answer before that
let shown = "";

/** @param {{ boards: BoardBefore[], hall: HallLine[] }} view what the boards say, and what is to be said of the hall as a whole */
function show(view) {
  const text = JSON.stringify(view);
  if (text === shown) return;
  shown = text;
  const { boards, hall } = view;
  byId("hall").replaceChildren(...(hall.length ? [todoList(hall)] : []));
  byId("boards").replaceChildren(...boards.map(card));
  setText(byId("summary"), summary(boards.map(stateOf)));
}

/** @param {"live" | "lost"} line */
function showLine(line) {
  byId("status").dataset.state = line;
  byId("status").textContent = line === "lost" ? say("No connection, trying again") : say("Live");
}

async function poll() {
  try {
    const answer = await fetch("/boards.json", { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) throw new Error(answer.statusText);
    show(await answer.json());
    showLine("live");
  } catch {
    showLine("lost");
  }
}

async function follow() {
  if (!document.hidden) await poll();
  setTimeout(follow, EVERY_MS);
}

show(pageData("view"));
follow();
document.addEventListener("visibilitychange", () => document.hidden || poll());
