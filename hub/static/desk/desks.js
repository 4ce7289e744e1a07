// All desks: asks again and again how many alerts wait at each board, and says it where that has changed.
import { below } from "../js/address.js";
import { say } from "../js/texts.js";
import { made } from "./made.js";

const AGAIN_MS = 2_000;
const GIVEN_UP_MS = 8_000;
const byId = (id) => document.getElementById(id);

function show({ boards }) {
  for (const board of boards) {
    const row = byId(`board-${board.key}`);
    row.toggleAttribute("data-open", board.open > 0);
    tell(row.querySelector("a"), board.number ? say("board", { number: board.number }) : board.key);
    tell(row.querySelector(".players"), `${board.white || say("white")} – ${board.black || say("black")}`);
    tell(row.querySelector(".open"), say(["none", "one"][board.open] ?? "several", { count: board.open }));
    list(row.querySelector(".waiting"), board);
  }
}

// The newest of them, each one tap away; made anew only where it is another.
function list(waiting, { key, alerts }) {
  const known = JSON.stringify(alerts);
  if (waiting.dataset.known === known) return;
  waiting.dataset.known = known;
  waiting.replaceChildren(
    ...alerts.map(({ id, text }) => {
      const item = made("li");
      item.append(Object.assign(made("a", "", text), { href: `/desk/${key}#alert-${id}` }));
      return item;
    }),
  );
}

// What is said already is not said once more: it would be read out again.
function tell(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

async function look() {
  let state = "lost";
  try {
    const answer = await fetch(below("boards.json"), { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(GIVEN_UP_MS) });
    byId("signed-out").hidden = answer.status !== 401;
    if (answer.ok) {
      show(await answer.json());
      state = "live";
    }
  } catch {
    // told below
  }
  byId("status").dataset.state = state;
  tell(byId("status"), say(state));
}

async function follow() {
  if (!document.hidden) await look();
  setTimeout(follow, AGAIN_MS);
}

show(JSON.parse(byId("view").textContent));
follow();
document.addEventListener("visibilitychange", () => document.hidden || look());
