// The alerts, newest first: what was seen, where, before and after, what the regulation says, and when the arbiter may act.
import { below, pictureAddress } from "../js/address.js";
import { Board } from "../js/board.js";
import { say } from "../js/texts.js";
import { made } from "./made.js";

const SVG = "http://www.w3.org/2000/svg";
const shown = new Map();

const earlier = made("details", "earlier"); // what waits no more, and no player can claim by
const summary = made("summary");
const past = made("div", "list");
const nothing = made("p");
earlier.append(summary, past);

let told = null; // of the game whose alerts are known

// A card is made once, and again only when its alert has changed, so that what is open stays open. News are read out.
export function showAlerts(list, news, view, mayRule) {
  if (told === view.game) announce(news, view.alerts.filter(({ id }) => !shown.has(id)));
  else shown.clear();
  told = view.game;
  const cardOf = (alert) => {
    const text = JSON.stringify(alert);
    const known = shown.get(alert.id);
    if (known?.text === text) return known.card;
    const fresh = card(alert, view.board_size, mayRule);
    shown.set(alert.id, { text, card: fresh });
    return fresh;
  };
  const gone = view.alerts.filter((alert) => alert.past).map(cardOf);
  const cards = view.alerts.filter((alert) => !alert.past).map(cardOf);
  if (!cards.length) cards.push(nothing);
  nothing.textContent = say(gone.length ? "none_open" : "no_alerts");
  summary.textContent = say("earlier", { count: gone.length });
  lay(past, gone);
  lay(list, gone.length ? [...cards, earlier] : cards);
}

// What has not changed stays where it is, and keeps the keyboard.
function lay(list, cards) {
  if (cards.length !== list.children.length || cards.some((one, place) => list.children[place] !== one)) list.replaceChildren(...cards);
}

function announce(news, alerts) {
  if (alerts.length) news.textContent = alerts.map(({ text }) => say("new_alert", { text })).join(" ");
}

function card(alert, size, mayRule) {
  const article = made("article", "alert");
  article.id = `alert-${alert.id}`;
  article.tabIndex = -1; // one may come straight to it, from the list of all boards
  article.dataset.acts = alert.acts;
  article.toggleAttribute("data-amended", alert.amended || alert.righted);
  const head = made("p", "head");
  if (alert.side) head.append(made("span", "side", say(alert.side)));
  head.append(made("span", "", say("press", { seq: alert.seq })));
  if (alert.article) head.append(made("span", "", say("article_of", { number: alert.article })));
  article.append(head, made("h3", "", alert.text));
  const squares = alert.squares.join(", ");
  if (squares) article.append(made("p", "squares", say(alert.squares.length > 1 ? "squares" : "one_square", { squares })));
  article.append(made("p", "acts", say(force(alert))));
  article.append(pair(["before", "after"].map((when) => alert[when] && board(alert[when], alert.squares, when, size))));
  article.append(pair(alert.pictures.map((name, place) => name && picture(name, place ? "after" : "before"))));
  if (alert.kept.length) article.append(links(alert.kept));
  for (const { number, text } of alert.texts) article.append(regulation(number, text));
  if (alert.seen) article.append(made("p", "squares", say("seen_by", { by: alert.seen })));
  if (mayRule && alert.offers.length) article.append(offers(alert));
  else if (mayRule && alert.open) article.append(acknowledge(alert));
  article.append(dossier(alert));
  return article;
}

// When the arbiter may act, or why he need not any more.
function force({ amended, righted, acts }) {
  if (amended) return "amended";
  if (righted) return "righted";
  return acts === "at once" ? "at_once" : "on_claim";
}

// One tap each; what ends the game has the alert's sentence as its reason, where the arbiter gives none.
function offers(alert) {
  const row = made("p", "row");
  for (const offer of alert.offers) {
    const { word, side, result } = offer;
    const plain = [say(word), side && say(side)].filter(Boolean).join(": ");
    const button = made("button", "", result ? say("confirm_result", { result: say(result) }) : plain);
    button.type = "button";
    Object.assign(button.dataset, offer, result && { because: alert.text });
    row.append(button);
  }
  return row;
}

// What asks for no ruling is put away.
function acknowledge({ id }) {
  const row = made("p", "row");
  const button = made("button", "", say("seen"));
  button.type = "button";
  Object.assign(button.dataset, { word: "seen", alert: id });
  row.append(button);
  return row;
}

// All of it as one file, for the commission of appeal.
function dossier({ id }) {
  const line = made("p", "kept");
  const link = made("a", "", say("dossier"));
  link.href = below(`dossier/${id}`);
  link.target = "_blank";
  line.append(link);
  return line;
}

function pair(parts) {
  const both = made("div", "pair");
  both.append(...parts.filter(Boolean));
  return both;
}

function board(fen, squares, when, size) {
  const figure = made("figure");
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("role", "img");
  new Board(svg).show(size, fen, squares, false);
  figure.append(svg, made("figcaption", "", say(when)));
  return figure;
}

function picture(name, when) {
  const figure = made("figure");
  const link = made("a");
  const image = made("img");
  link.href = image.src = pictureAddress(name);
  image.alt = say("kept_picture", { when: say(when).toLowerCase() });
  image.loading = "lazy";
  image.addEventListener("error", () => figure.remove()); // it was deleted meanwhile
  link.append(image);
  figure.append(link, made("figcaption", "", image.alt));
  return figure;
}

// All pictures that were kept of the press, in the order of time.
function links(names) {
  const row = made("p", "kept", say("all_pictures"));
  names.forEach((name, place) => {
    const link = made("a", "", String(place + 1));
    link.href = pictureAddress(name);
    row.append(" ", link);
  });
  return row;
}

function regulation(number, text) {
  const details = made("details");
  const quote = made("blockquote", "", text);
  quote.lang = "nl";
  details.append(made("summary", "", say("article_of", { number })), quote, made("p", "source", say("source")));
  return details;
}
