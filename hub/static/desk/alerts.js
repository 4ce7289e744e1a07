// The alerts, the most urgent first.
import { create, part } from "../js/elements.js";
import { say } from "../js/texts.js";
import { canonical } from "./canonical.js";
import { alertCard } from "./alert_card.js";

/** @type {Map<string, { text: string, card: HTMLElement }>} */
const shown = new Map();

const earlier = create("details", "earlier"); // alerts that wait no more, and by which no player can claim
const summary = create("summary");
const past = create("div", "list");
const nothing = create("p");
earlier.append(summary, past);

/** @type {string | null} */
let shownGame = null;

/**
 * Shows the alerts, and has a screen reader say those that are new. A card is made again only when its alert has changed, so that what the
 * arbiter opened stays open.
 * @param {HTMLElement} list
 * @param {HTMLElement} news
 * @param {DeskView} view
 * @param {boolean} mayRule
 */
export function showAlerts(list, news, view, mayRule) {
  if (shownGame === view.game) announce(news, view.alerts.filter(({ id }) => !shown.has(id)));
  else shown.clear();
  shownGame = view.game;
  /** @param {DeskAlert} alert */
  const cardOf = (alert) => {
    const text = canonical(alert);
    const known = shown.get(alert.id);
    if (known?.text === text) return known.card;
    const card = alertCard(alert, { size: view.board_size ?? 10, mirrored: view.mirrored }, mayRule);
    if (known) keepOpened(known.card, card);
    shown.set(alert.id, { text, card });
    return card;
  };
  const gone = view.alerts.filter((alert) => alert.past).map(cardOf);
  const cards = view.alerts.filter((alert) => !alert.past).map(cardOf);
  nothing.textContent = gone.length ? say("Nothing is open.") : say("Nothing has been told.");
  summary.textContent = say("Earlier alerts ({count})", { count: gone.length });
  replaceChildren(past, gone);
  replaceChildren(list, [...(cards.length ? cards : [nothing]), ...(gone.length ? [earlier] : [])]);
}

/**
 * Leave open in the new card what the arbiter opened in the one before, also a picture that is still on its way.
 * @param {HTMLElement} before
 * @param {HTMLElement} card
 */
function keepOpened(before, card) {
  details(card).open = details(before).open;
  const opened = before.querySelector(".opened");
  if (opened) card.querySelector(".opened")?.replaceWith(opened);
}

/** @param {HTMLElement} card */
function details(card) {
  return /** @type {HTMLDetailsElement} */ (part(card, "details.more"));
}

/**
 * Replaces the children only where they differ: what stays in place keeps the keyboard's focus.
 * @param {HTMLElement} list
 * @param {HTMLElement[]} children
 */
function replaceChildren(list, children) {
  const isSame = children.length === list.children.length && children.every((child, place) => list.children[place] === child);
  if (!isSame) list.replaceChildren(...children);
}

/**
 * @param {HTMLElement} news
 * @param {DeskAlert[]} alerts
 */
function announce(news, alerts) {
  if (alerts.length) news.textContent = alerts.map(({ text }) => say("New alert: {text}", { text })).join(" ");
}
