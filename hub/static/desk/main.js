// The arbiter's desk: each view that comes in is shown here, and each ruling begins here.
import { below } from "../js/address.js";
import { Board } from "../js/board.js";
import { Clocks } from "../js/clocks.js";
import { toMove } from "../js/fen.js";
import { follow } from "../js/stream.js";
import { say } from "../js/texts.js";
import { showAlerts } from "./alerts.js";
import { made, written } from "./made.js";
import { NOT_SIGNED_IN, drop, offered, send } from "./rulings.js";

const byId = (id) => document.getElementById(id);
const mayRule = document.body.dataset.rules === "yes";
const board = new Board(byId("board"));
const clocks = new Clocks();
let view = { id: -1, game: null };

function show(newer) {
  if (newer.game === view.game && newer.id < view.id) return; // an answer that came after a newer event
  view = newer;
  if (view.stands) {
    board.show(view.board_size, view.stands, [], false);
    clocks.set(view.clock, view.age_ms);
    byId("about").textContent = [view.about.white, view.about.black].filter(Boolean).join(" – ");
    byId("standing").textContent = standing();
  }
  showAlerts(byId("alerts"), view, mayRule && quick);
  byId("rulings").replaceChildren(...(view.rulings.length ? view.rulings.map(line) : [made("li", "", say("no_rulings"))]));
}

function standing() {
  if (view.closed) return say("over", { result: say(view.result) });
  const turn = say("to_move", { side: say(toMove(view.stands)) });
  return [turn, view.pending && say("pending", { verdict: view.pending }), view.on_paper && say("on_paper")].filter(Boolean).join(" · ");
}

function line(ruling) {
  const { side, plies, result, article, reason, white_ns: white, black_ns: black } = ruling;
  const clock = ruling.word === "set-times" && `${written(white)} / ${written(black)}`;
  const more = [side && say(side), plies || null, result && say(result), article && say("article_of", { number: article }), clock, reason];
  const item = made("li");
  item.append(made("b", "", [say(ruling.word), ...more.filter(Boolean)].join(" · ")));
  item.append(made("span", "", `${say("press", { seq: ruling.seq })} · ${say("by", { by: ruling.by, time: written(ruling.t_ns) })}`));
  return item;
}

// The two rulings on what is pending, beside the alert itself.
function quick() {
  const row = made("p", "row");
  for (const word of ["stand", "restore"]) {
    const button = made("button", "", say(word));
    button.type = "button";
    button.dataset.word = word;
    row.append(button);
  }
  return row;
}

function seconds(id) {
  const text = byId(id).value.trim();
  const found = /^(\d{1,2}):([0-5]\d):([0-5]\d)$/.exec(text);
  if (!found) throw new Error(say("bad_time", { text: text || "–" }));
  return (Number(found[1]) * 60 + Number(found[2])) * 60 + Number(found[3]);
}

// What belongs to each word besides the word itself; the game as it is shown goes with it, so that nothing else is ruled on.
const MORE = {
  "take-back": () => ({ plies: Number(byId("plies").value) }),
  "set-times": () => ({ white_s: seconds("white-time"), black_s: seconds("black-time") }),
  end: () => ({ result: byId("result").value, article: byId("article").value }),
};

function ruling({ word, side }) {
  return { word, side, reason: byId("reason").value, game: view.game, seq: view.seq ?? 0, after: view.last_ruling, ...MORE[word]?.() };
}

async function rule(asked) {
  busy(true);
  try {
    show(await send(asked));
    tell(say("done", { word: say(asked.word) }), true);
    byId("reason").value = "";
  } catch (error) {
    if (error.message === NOT_SIGNED_IN) location.assign(`/login?next=${location.pathname}`);
    else tell(error.message, false);
  }
  busy(false);
}

function busy(so) {
  for (const button of document.querySelectorAll("[data-word], #rule-now")) button.disabled = so;
}

function tell(text, good) {
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

addEventListener("click", (event) => {
  const button = event.target.closest("button[data-word]");
  if (!button) return;
  try {
    rule(ruling(button.dataset));
  } catch (error) {
    tell(error.message, false);
  }
});

function offer() {
  const kept = mayRule && offered();
  if (!kept) return;
  const name = [say(kept.word), kept.side && say(kept.side), kept.result && say(kept.result), kept.plies].filter(Boolean).join(" · ");
  byId("offered").querySelector("p").textContent = say("offered", { word: name });
  byId("offered").hidden = false;
  byId("drop").addEventListener("click", drop);
  byId("rule-now").addEventListener("click", () => rule(kept));
  for (const id of ["drop", "rule-now"]) byId(id).addEventListener("click", () => (byId("offered").hidden = true));
}

show(JSON.parse(byId("view").textContent));
offer();
follow(view.id, show, heard);
