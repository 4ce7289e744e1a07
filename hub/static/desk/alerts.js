// The alerts that the server sends, the most urgent first, with what scripts add to their cards: the pictures that lie at a board elsewhere. A
// button or link that needs this script cannot be used before it is there: no tap is lost.
import { below, byId, create, part, pictureAddress, targetOf } from "../js/elements.js";
import { say } from "../js/texts.js";

/** @type {Set<string>} ids of the cards that were shown */
const known = new Set();
/** @type {string | null} */
let shownGame = null;

export function listenToAlerts() {
  listenToPictures(byId("alerts"));
}

/**
 * Completes the cards that were merged, and has a screen reader say those that are new.
 * @param {string} game
 */
export function showAlerts(game) {
  if (shownGame !== game) known.clear();
  const cards = all();
  const added = cards.filter(({ id }) => !known.has(id));
  for (const card of added) openDetails(card);
  for (const card of cards) complete(card);
  const news = added.filter(({ dataset }) => dataset.carried === undefined);
  if (shownGame === game && news.length) byId("news").textContent = news.map((card) => say("New alert: {text}", { text: textOf(card) })).join(" ");
  shownGame = game;
  for (const { id } of added) known.add(id);
}

/** @returns {HTMLElement[]} */
function all() {
  return [...byId("alerts").querySelectorAll(".alert")].filter((card) => card instanceof HTMLElement);
}

/** @param {HTMLElement} card */
function textOf(card) {
  return part(card, "h3").textContent ?? "";
}

const ROOMY = "(min-width: 80rem) and (min-height: 52rem)";
/** @type {Map<string, Element[]>} what was opened, by the ids of the cards: a card that is merged anew keeps it */
const opened = new Map();

/**
 * Opens the details of a card that is new, where a screen has room for all of it.
 * @param {HTMLElement} card
 */
function openDetails(card) {
  if (matchMedia(ROOMY).matches) /** @type {HTMLDetailsElement} */ (part(card, "details.more")).open = true; // it may be open already
}

/**
 * Adds what a card lacks, which may have been merged anew.
 * @param {HTMLElement} card
 */
function complete(card) {
  for (const button of card.querySelectorAll(".away > button")) button.removeAttribute("disabled");
  for (const link of card.querySelectorAll("a[data-away]")) if (link instanceof HTMLAnchorElement) link.href = pictureAddress(link.dataset.away ?? "");
  for (const figure of card.querySelectorAll(".away[data-comes]:not([data-asked])")) if (figure instanceof HTMLElement) come(figure);
  const place = card.querySelector(".opened");
  if (place && !place.firstChild) place.append(...(opened.get(card.id) ?? []));
}

/**
 * Listens to the pictures of all cards in that list: they come when somebody asks for them, and one that was deleted meanwhile is left out.
 * @param {HTMLElement} list
 */
function listenToPictures(list) {
  list.addEventListener("error", ({ target }) => target instanceof HTMLImageElement && target.closest("figure:not(.away)")?.remove(), true);
  list.addEventListener("click", (event) => {
    const figure = targetOf(event, ".away > button")?.parentElement;
    if (figure) come(figure);
    const link = targetOf(event, "a[data-away]");
    if (link) fetchFirst(event, link);
  });
}

/**
 * Has the picture sent that belongs in that place, and shows it there.
 * @param {HTMLElement} figure
 */
async function come(figure) {
  const { picture: name = "", caption = "" } = figure.dataset;
  const says = create("p");
  figure.dataset.asked = "";
  figure.replaceChildren(says, create("figcaption", "", caption));
  if (!(await fetchPicture(name, says))) return;
  const [shown, link, image] = [create("figure"), create("a"), create("img")];
  link.href = image.src = pictureAddress(name);
  image.alt = caption;
  link.append(image);
  shown.append(link, create("figcaption", "", caption));
  figure.replaceWith(shown);
}

/**
 * Fetches a picture that a link leads to and that lies at the board elsewhere, and shows it below the links.
 * @param {Event} event
 * @param {HTMLElement} link
 */
async function fetchFirst(event, link) {
  const { away: name = "" } = link.dataset;
  const card = link.closest(".alert");
  if (!(card instanceof HTMLElement)) return;
  event.preventDefault();
  link.removeAttribute("data-away");
  const figure = create("figure", "away");
  const says = create("p");
  figure.append(says);
  part(card, ".opened").append(figure);
  opened.set(card.id, [...(opened.get(card.id) ?? []), figure]);
  if (!(await fetchPicture(name, says))) return;
  const image = create("img");
  image.src = pictureAddress(name);
  image.alt = say("Picture {name}: the board as the camera saw it", { name });
  figure.replaceChildren(image);
}

const AGAIN_MS = 1_500;
const MOST_ASKED = 40; // a minute
const TIMEOUT_MS = 8_000;
const token = document.body.dataset.token ?? "";

/**
 * Has the picture sent, and says into `says` how it is with it. Resolves to whether it is here.
 * @param {string} name
 * @param {HTMLElement} says
 */
export async function fetchPicture(name, says) {
  says.setAttribute("role", "status");
  says.textContent = say("The picture is being fetched from the board.");
  for (let asked = 0; asked < MOST_ASKED && (says.isConnected || asked === 0); asked++) {
    const { state, why, lang } = await ask(name);
    if (state === "here") return true;
    if (state === "absent") {
      const words = create("span", "", why);
      words.lang = lang;
      says.replaceChildren(`${say("No picture:")} `, words);
      return false;
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
  says.textContent = say("The picture has not come.");
  return false;
}

/**
 * @param {string} name
 * @returns {Promise<FetchedPicture>}
 */
async function ask(name) {
  const headers = { "Content-Type": "application/json", Accept: "application/json", "X-Token": token };
  const sent = { method: "POST", headers, body: JSON.stringify({ name }), signal: AbortSignal.timeout(TIMEOUT_MS) };
  try {
    const answer = await fetch(below("fetch"), sent);
    if (answer.ok) return await answer.json();
  } catch {
    // asked again
  }
  return { state: "fetching", why: "", lang: "" };
}
