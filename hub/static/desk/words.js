// What the arbiter's words need besides themselves, as it is entered beside their buttons; and on what grounds a game may end.
import { say } from "../js/texts.js";
import { made } from "./made.js";

const byId = (id) => document.getElementById(id);
const grounds = JSON.parse(byId("grounds").textContent);
const OTHER = "other";
let rules = "";

const MORE = {
  "take-back": () => ({ plies: whole("plies") }),
  "set-times": () => ({ white_s: seconds("white-time"), black_s: seconds("black-time") }),
  "add-times": ({ side, sign }) => {
    const added = whole("seconds") * (sign === "-" ? -1 : 1);
    return { white_s: side === "white" ? added : 0, black_s: side === "black" ? added : 0 };
  },
  seen: ({ alert }) => ({ alert }),
  end: ({ cause, result, article }) => {
    if (result) return { result, article };
    return cause ? ended("draw", grounds[rules].draw.find((ground) => ground.cause === cause)) : ended(byId("result").value, ground());
  },
};

// What cannot be ruled as the game stands; of the rest the service knows.
const CANNOT = {
  stand: ({ pending }) => !pending,
  restore: ({ pending }) => !pending,
  paper: ({ paper }) => paper,
  record: ({ paper }) => !paper,
  "start-clock": ({ clock }, { side }) => clock.running === side,
  "stop-clock": ({ clock }) => !clock.running,
  "set-times": ({ clock }) => clock.white_ns === null,
  "add-times": ({ clock }) => clock.white_ns === null,
};

// Disable the buttons of what cannot be ruled now; all of them while a ruling is under way.
export function enable(view, isUnderWay) {
  for (const button of document.querySelectorAll("[data-word], #rule-now")) {
    const { word } = button.dataset;
    button.disabled = isUnderWay || !view.stands || Boolean(CANNOT[word]?.(view, button.dataset));
  }
}

// The word of a button with all that belongs to it; an Error says what was entered wrongly.
export function asked(button) {
  const { word, side, because } = button.dataset;
  const more = MORE[word]?.(button.dataset);
  return { word, side, ...more, reason: byId("reason").value || because || more?.reason || "" };
}

// A word as people are told of it.
export function name({ word, side, result, plies, fen }) {
  return [say(word), side && say(side), result && say(result), plies, fen].filter(Boolean).join(" · ");
}

// The grounds of these rules, for the result that is chosen.
export function offerGrounds(newRules) {
  if (rules === newRules) return;
  rules = newRules;
  for (const option of byId("result").options) option.hidden = option.disabled = !(option.value in grounds[rules]);
  fill();
}

export function listenToWords() {
  byId("result").addEventListener("change", fill);
  byId("ground").addEventListener("change", () => (byId("article-label").hidden = byId("ground").value !== OTHER));
  for (const asking of document.querySelectorAll("#words [aria-controls]")) {
    const question = byId(asking.getAttribute("aria-controls"));
    const ask = (so) => {
      question.hidden = !so;
      asking.setAttribute("aria-expanded", so);
    };
    asking.addEventListener("click", () => ask(question.hidden));
    question.addEventListener("click", ({ target }) => target.closest("button") && ask(false));
  }
}

function fill() {
  const given = grounds[rules][byId("result").value] ?? [];
  const option = (value, text) => Object.assign(made("option", "", text), { value });
  const named = given.map(({ article, text }, place) => option(place, article ? `${article} · ${text}` : text));
  byId("ground").replaceChildren(...named, option(OTHER, say("other_article")), option("", say("no_ground")));
  byId("article-label").hidden = true;
}

function ground() {
  const chosen = byId("ground").value;
  return chosen === OTHER ? { article: byId("article").value, text: "" } : grounds[rules][byId("result").value][chosen];
}

// The sentence goes with it as the reason, where the arbiter gives none: not every article names one cause alone.
function ended(result, rests) {
  return { result, article: rests?.article ?? "", reason: rests?.text ?? "" };
}

function whole(id) {
  const { value, min, max } = byId(id);
  if (!/^\d+$/.test(value) || Number(value) < Number(min) || Number(value) > Number(max)) {
    throw new Error(say("bad_number", { text: value || "–", least: min, most: max }));
  }
  return Number(value);
}

function seconds(id) {
  const text = byId(id).value.trim();
  const found = /^(\d{1,2}):([0-5]\d):([0-5]\d)$/.exec(text);
  if (!found) throw new Error(say("bad_time", { text: text || "–" }));
  return (Number(found[1]) * 60 + Number(found[2])) * 60 + Number(found[3]);
}
