// The arbiter's desk: each view that comes in is shown here, and each ruling begins here.
import { below } from "../js/address.js";
import { Board } from "../js/board.js";
import { Clocks } from "../js/clocks.js";
import { toMove } from "../js/fen.js";
import { follow } from "../js/stream.js";
import { say } from "../js/texts.js";
import { showAlerts } from "./alerts.js";
import { line } from "./list.js";
import { made } from "./made.js";
import { Paper } from "./paper.js";
import { explain } from "./refusal.js";
import { check, drop, offered, send } from "./rulings.js";
import { Setup } from "./setup.js";
import { asked, enable, listenToWords, name, offerGrounds } from "./words.js";

const byId = (id) => document.getElementById(id);
const mayRule = document.body.dataset.rules === "yes";
const board = new Board(byId("board"));
const clocks = new Clocks();
const heeding = mayRule ? [new Setup(rule), new Paper(check, rule)] : [];
const TOLD_MS = 10_000; // what was done stands in the list of rulings too
let telling = 0;
let underWay = false;
let view = { id: -1, game: null };

function show(newer) {
  if (newer.game === view.game && newer.id < view.id) return; // an answer that came after a newer event
  view = newer;
  if (view.stands) {
    board.show(view.board_size, view.stands, [], false);
    clocks.set(view.clock, view.age_ms);
    byId("about").textContent = [view.about.white, view.about.black].filter(Boolean).join(" – ");
    byId("standing").textContent = standing();
    if (mayRule) offerGrounds(view.rules);
  } else clear();
  for (const one of heeding) one.heed(view);
  showAlerts(byId("alerts"), byId("news"), view, mayRule);
  enable(view, underWay);
  byId("rulings").replaceChildren(...(view.rulings.length ? view.rulings.map(line) : [made("li", "", say("no_rulings"))]));
}

// Between two games nothing of the last one stays.
function clear() {
  board.clear();
  clocks.clear();
  byId("about").textContent = "";
  byId("standing").textContent = say("not_begun");
}

function standing() {
  if (view.closed) return say("over", { result: say(view.result) });
  const turn = say("to_move", { side: say(toMove(view.stands)) });
  const pending = view.pending && say("pending", { verdict: view.pending === "unsure" ? say("not_read") : view.pending });
  return [turn, pending, view.on_paper && say("on_paper")].filter(Boolean).join(" · ");
}

// Send it, and show what came of it; throws an Error that says why nothing did.
async function rule(ruling) {
  show(await send(ruling));
  tell(say("done", { word: say(ruling.word) }), true);
}

async function tap(ruling) {
  const held = document.activeElement; // a button that is disabled loses the keyboard
  const reason = byId("reason");
  const { value } = reason;
  underWay = true;
  enable(view, underWay);
  try {
    const sent = ruling();
    reason.value = ""; // at once: what is typed from now on is of the next
    await rule(sent);
  } catch (error) {
    reason.value ||= value;
    tell("", false);
    explain(byId("told"), error);
  }
  underWay = false;
  enable(view, underWay);
  if (document.activeElement === document.body) held.focus({ preventScroll: true });
}

function tell(text, good) {
  clearTimeout(telling);
  if (good) telling = setTimeout(() => (byId("told").hidden = true), TOLD_MS);
  byId("told").textContent = text;
  byId("told").dataset.good = good ? "yes" : "no";
  byId("told").hidden = false;
}

async function heard(state) {
  byId("status").dataset.state = state;
  byId("status").textContent = say(state);
  if (state !== "lost") return;
  const answer = await fetch(below("state"), { headers: { Accept: "application/json" } }).catch(() => null);
  byId("signed-out").hidden = answer?.status !== 401;
}

// The game as it is shown goes with each ruling, so that nothing else is ruled on.
addEventListener("click", ({ target }) => {
  const button = target.closest("button[data-word]");
  if (button) tap(() => ({ ...asked(button), game: view.game, seq: view.seq ?? 0, after: view.last_ruling }));
  if (target.closest("[data-close]")) target.closest("dialog").close();
});

function offer() {
  const kept = mayRule && offered();
  if (!kept) return;
  byId("offered").querySelector("p").textContent = say("offered", { word: name(kept) });
  byId("offered").hidden = false;
  byId("drop").addEventListener("click", drop);
  byId("rule-now").addEventListener("click", () => tap(() => kept));
  for (const id of ["drop", "rule-now"]) byId(id).addEventListener("click", () => (byId("offered").hidden = true));
}

if (mayRule) listenToWords();
show(JSON.parse(byId("view").textContent));
const wanted = byId(location.hash.slice(1));
if (wanted?.closest("details")) wanted.closest("details").open = true;
wanted?.focus();
offer();
follow(view.id, show, heard);
