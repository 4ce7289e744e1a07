// An alert as a card: what was seen, where, before and after, what the regulation says, and when the arbiter may act.
import { below, pictureAddress } from "../js/address.js";
import { Board } from "../js/board.js";
import { create } from "../js/elements.js";
import { sideName } from "../js/names.js";
import { svgElement } from "../js/svg.js";
import { marked, say, sayMany } from "../js/texts.js";
import { fetchPicture } from "./fetching.js";
import { reasonBeside } from "./grounds.js";
import { outcomeName, wordName } from "./names.js";

const ROOMY = "(min-width: 80rem) and (min-height: 52rem)";
const WHEN = { before: marked("Before"), after: marked("After") };

/** @typedef {{ size: number, mirrored?: boolean }} Lies squares on a side of the board, and whether it lies mirrored */

/**
 * @param {DeskAlert} alert
 * @param {Lies} lies
 * @param {boolean} mayRule
 */
export function alertCard(alert, lies, mayRule) {
  const article = create("article", "alert");
  article.id = `alert-${alert.id}`;
  article.tabIndex = -1; // the list of all desks links to it
  article.dataset.acts = alert.acts;
  article.toggleAttribute("data-amended", alert.amended || alert.righted);
  article.append(heading(alert), create("h3", "", alert.text));
  article.append(create("p", "acts", whenToAct(alert)));
  if (mayRule && alert.offers.length) article.append(offers(alert));
  else if (mayRule && alert.open) article.append(acknowledgement(alert));
  const [first, ...more] = [pictures(alert), boards(alert, lies)].filter((pair) => pair.childElementCount);
  if (first) article.append(first);
  if (alert.seen) article.append(create("p", "squares", say("Seen by {by}.", { by: alert.seen })));
  article.append(moreOf(alert, more));
  return article;
}

/**
 * What is needed less often at an alert. It is open at first only where a screen has room for all of it.
 * @param {DeskAlert} alert
 * @param {HTMLElement[]} pairs
 */
function moreOf(alert, pairs) {
  const more = create("details", "more");
  more.open = matchMedia(ROOMY).matches;
  more.append(create("summary", "", say("Details")), ...pairs);
  if (alert.kept.length) more.append(links(alert));
  for (const { number, text } of alert.texts) more.append(regulation(number, text));
  more.append(dossier(alert));
  return more;
}

/** @param {DeskAlert} alert */
function heading({ side, move, seq, article, squares }) {
  const head = create("p", "head");
  if (side) head.append(create("span", "side", sideName(side)));
  if (move) head.append(create("span", "", move));
  head.append(create("span", "", seq ? say("Press {seq}", { seq }) : say("before the first press")));
  if (article) head.append(create("span", "", say("Article {number}", { number: article })));
  const named = squares.join(", ");
  if (named) head.append(create("span", "squares", sayMany("square {squares}", "squares {squares}", squares.length, { squares: named })));
  return head;
}

/**
 * When the arbiter may act, or why he need not act any more.
 * @param {DeskAlert} alert
 */
function whenToAct({ amended, righted, acts }) {
  if (amended) return say("Amended: this is no longer held.");
  if (righted) return say("Put right: the player has put this right himself.");
  if (acts === "at once") return say("You may act without a claim.");
  return say("You act when a player claims it; until then this is information alone.");
}

/**
 * A button for each ruling that is offered. A ruling that ends the game has the alert's sentence as its reason, where the arbiter gives
 * none and the article has several causes.
 * @param {DeskAlert} alert
 */
function offers(alert) {
  const row = create("p", "row");
  for (const offer of alert.offers) {
    const { word, side, result, article = "" } = offer;
    const plain = [wordName(word), side && sideName(side)].filter(Boolean).join(": ");
    const button = create("button", "", result ? say("Confirm: {result}", { result: outcomeName(result) }) : plain);
    button.type = "button";
    Object.assign(button.dataset, offer, result && { because: reasonBeside(result, article, alert.text) });
    row.append(button);
  }
  return row;
}

/**
 * The button that puts away an alert which asks for no ruling.
 * @param {DeskAlert} alert
 */
function acknowledgement({ id }) {
  const row = create("p", "row");
  const button = create("button", "", say("Seen"));
  button.type = "button";
  Object.assign(button.dataset, { word: "seen", alert: id });
  row.append(button);
  return row;
}

/**
 * The link to all of it in one file, for the commission of appeal.
 * @param {DeskAlert} alert
 */
function dossier({ id }) {
  const line = create("p", "kept dossier");
  const link = create("a", "", say("Dossier to print"));
  link.href = below(`dossier/${id}`);
  link.target = "_blank";
  line.append(link);
  return line;
}

/**
 * The positions before and after.
 * @param {DeskAlert} alert
 * @param {Lies} lies
 */
function boards({ before, after, squares }, lies) {
  const pair = create("div", "pair");
  if (before) pair.append(board(before, squares, "before", lies));
  if (after) pair.append(board(after, squares, "after", lies));
  return pair;
}

/**
 * The pictures before and after.
 * @param {DeskAlert} alert
 */
function pictures({ pictures: [before, after], away, open }) {
  const pair = create("div", "pair");
  /**
   * @param {string} name
   * @param {keyof typeof WHEN} when
   */
  const figure = (name, when) => (away.includes(name) ? awayPicture(name, when, open) : picture(name, when));
  if (before) pair.append(figure(before, "before"));
  if (after) pair.append(figure(after, "after"));
  return pair;
}

/**
 * The place of a picture that lies at the board. Of an open alert it comes by itself, else when somebody asks for it.
 * @param {string} name
 * @param {keyof typeof WHEN} when
 * @param {boolean} isOpen
 */
function awayPicture(name, when, isOpen) {
  const figure = create("figure", "away");
  const says = create("p");
  const come = async () => {
    figure.replaceChildren(says, create("figcaption", "", say("Picture {when}", { when: say(WHEN[when]).toLowerCase() })));
    if (await fetchPicture(name, says)) figure.replaceWith(picture(name, when));
  };
  if (isOpen) {
    come();
  } else {
    const button = create("button", "quiet", say("Fetch the picture {when}", { when: say(WHEN[when]).toLowerCase() }));
    button.type = "button";
    button.addEventListener("click", come);
    figure.append(button);
  }
  return figure;
}

/**
 * @param {string} fen
 * @param {number[]} squares
 * @param {keyof typeof WHEN} when
 * @param {Lies} lies
 */
function board(fen, squares, when, { size, mirrored }) {
  const figure = create("figure");
  const svg = svgElement("svg", { role: "img" });
  new Board(svg).show(size, fen, squares, false, mirrored);
  figure.append(svg, create("figcaption", "", say(WHEN[when])));
  return figure;
}

/**
 * @param {string} name
 * @param {keyof typeof WHEN} when
 */
function picture(name, when) {
  const figure = create("figure");
  const link = create("a");
  const image = create("img");
  link.href = image.src = pictureAddress(name);
  image.alt = say("Picture {when}", { when: say(WHEN[when]).toLowerCase() });
  image.loading = "lazy";
  image.addEventListener("error", () => figure.remove()); // it was deleted meanwhile
  link.append(image);
  figure.append(link, create("figcaption", "", image.alt));
  return figure;
}

/**
 * Links to all pictures that were kept of the press, oldest first. One that lies at the board elsewhere is fetched first.
 * @param {DeskAlert} alert
 */
function links({ kept, away }) {
  const part = create("div");
  const row = create("p", "kept", say("All pictures:"));
  const shown = create("div", "pair opened");
  for (const [place, name] of kept.entries()) {
    const link = create("a", "", String(place + 1));
    link.href = pictureAddress(name);
    if (away.includes(name)) link.addEventListener("click", (event) => fetchFirst(event, name, shown), { once: true });
    row.append(" ", link);
  }
  part.append(row, shown);
  return part;
}

/**
 * @param {Event} event
 * @param {string} name
 * @param {HTMLElement} shown where it is shown
 */
async function fetchFirst(event, name, shown) {
  event.preventDefault();
  const figure = create("figure", "away");
  const says = create("p");
  figure.append(says);
  shown.append(figure);
  if (!(await fetchPicture(name, says))) return;
  const image = create("img");
  image.src = pictureAddress(name);
  image.alt = say("Picture {name}: the board as the camera saw it", { name });
  figure.replaceChildren(image);
}

/**
 * @param {string} number of the article
 * @param {string} text
 */
function regulation(number, text) {
  const details = create("details");
  const quote = create("blockquote", "", text);
  quote.lang = "nl";
  const source = create("p", "source", say("Playing rules of Frisian draughts, October 2019 (Dutch)"));
  details.append(create("summary", "", say("Article {number}", { number })), quote, source);
  return details;
}
