// The alerts that the server sends, the most urgent first: those that wait, and those that are new.
import { byId, part } from "../js/elements.js";
import { say } from "../js/texts.js";
import { complete, listenToPictures, openDetails } from "./alert_card.js";

/** @type {Set<string>} ids of the cards that were shown */
const known = new Set();
/** @type {string | null} */
let shownGame = null;

export function listenToAlerts() {
  listenToPictures(byId("alerts"));
}

/**
 * Completes the cards that were merged, and has a screen reader say those that are new.
 * @param {string | null} game
 */
export function showAlerts(game) {
  if (shownGame !== game) known.clear();
  const cards = all();
  const added = cards.filter(({ id }) => !known.has(id));
  for (const card of added) openDetails(card);
  for (const card of cards) complete(card);
  if (shownGame === game && added.length) byId("news").textContent = added.map((card) => say("New alert: {text}", { text: textOf(card) })).join(" ");
  shownGame = game;
  for (const { id } of added) known.add(id);
}

// The alerts that wait, as the bar tells of them.
export function openAlerts() {
  const open = all().filter((card) => card.hasAttribute("data-open"));
  return open.map((card) => ({ id: card.id, text: textOf(card), rank: Number(card.dataset.rank), href: `#${card.id}` }));
}

/** @returns {HTMLElement[]} */
function all() {
  return [...byId("alerts").querySelectorAll(".alert")].filter((card) => card instanceof HTMLElement);
}

/** @param {HTMLElement} card */
function textOf(card) {
  return part(card, "h3").textContent ?? "";
}
