// The desk of the whole hall: merges what the server sends of its alerts and boards, shows the alerts that are chosen, and calls at new ones.
import { byId, byIdAs, part, setText } from "../js/elements.js";
import { followPage } from "../js/live.js";
import { showTimes } from "../js/silence.js";
import { say, sayMany } from "../js/texts.js";
import { Filters } from "./hall_filters.js";
import { mostUrgent } from "./open_alerts.js";
import { explain } from "./refusal.js";
import { postForm } from "./rulings.js";
import { WaitingBar } from "./waiting_bar.js";

const bar = new WaitingBar();
const filters = new Filters(show);
/** @type {Set<string> | null} names of the alerts that were shown before */
let known = null;
let sent = ""; // what was asked with the last tap, until something has changed: a second tap of a double tap asks nothing

function show() {
  showTimes();
  const cards = elementsIn("alerts");
  filters.offer(elementsIn("desks"));
  for (const card of cards) card.hidden = !filters.lets(card);
  const shown = cards.filter((card) => !card.hidden);
  const hidden = cards.length - shown.length;
  byId("hidden").hidden = hidden === 0;
  setText(part(byId("hidden"), "span"), hidden ? sayMany("{count} open alert is not shown here.", "{count} open alerts are not shown here.", hidden) : "");
  const added = known ? shown.filter(({ id }) => !known?.has(id)) : [];
  if (added.length) setText(byId("news"), added.map((card) => say("New alert: {text}", { text: waiting(card).text })).join(" "));
  known = new Set(shown.map(({ id }) => id));
  bar.show([...known], mostUrgent(shown.map(waiting)));
}

/** @param {string} id of a list */
function elementsIn(id) {
  return [...byId(id).children].filter((child) => child instanceof HTMLElement);
}

/** @param {HTMLElement} card */
function waiting(card) {
  const link = /** @type {HTMLAnchorElement} */ (part(card, ".says a"));
  return { text: `${part(card, "b").textContent}: ${link.textContent}`, href: link.href, rank: Number(card.dataset.rank) };
}

/**
 * Takes an alert, or gives it back. The stream brings what has changed.
 * @param {HTMLButtonElement} button
 */
async function take({ name, value }) {
  const asked = `${name}=${value}`;
  if (asked === sent) return;
  sent = asked;
  byId("feedback").hidden = true;
  try {
    await postForm("take", new URLSearchParams([[name, value]]));
  } catch (error) {
    sent = "";
    explain(byId("told"), error);
    byId("feedback").hidden = false;
  }
}

addEventListener("submit", (event) => {
  if (!(event.submitter instanceof HTMLButtonElement) || event.submitter.form?.id !== "take") return;
  event.preventDefault();
  take(event.submitter);
});
byIdAs(HTMLButtonElement, "show-all").addEventListener("click", () => filters.clear());
show();
followPage(() => {
  sent = "";
  show();
}, () => {}, () => true); // its title and its alarm call an arbiter who looks elsewhere
