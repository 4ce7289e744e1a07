// The desk of the whole hall: merges what the server sends of its alerts and boards, shows the alerts that are chosen, and calls at new ones.
import { byId, byIdAs, create, part, remember, remembered, setText } from "../js/elements.js";
import { followPage } from "../js/stream.js";
import { showTimes } from "../js/clocks.js";
import { say, sayMany } from "../js/texts.js";
import { explain, postForm } from "./rulings.js";
import { WaitingBar } from "./waiting_bar.js";

const KEPT = "damcam.desk.shown";
const ALL = "";

// Which alerts of the hall are shown: those of a class, and of a kind. The browser remembers the choice.
class Filters {
  /** @param {() => void} onChange */
  constructor(onChange) {
    this.event = byIdAs(HTMLSelectElement, "of-event");
    this.kind = byIdAs(HTMLSelectElement, "of-kind");
    this.onChange = onChange;
    const [event = ALL, kind = ALL] = (remembered(KEPT) ?? "").split("\n");
    this.chosen = { event, kind };
    this.kind.value = this.chosen.kind;
    if (this.kind.value !== this.chosen.kind) this.chosen.kind = this.kind.value = ALL;
    for (const select of [this.event, this.kind]) select.addEventListener("change", () => this.#choose(this.event.value, this.kind.value));
  }

  /**
   * Offers the classes that these boards play; the one that was chosen stays, also while no board plays it.
   * @param {HTMLElement[]} boards
   */
  offer(boards) {
    const events = [...new Set([...boards.map(({ dataset }) => dataset.event ?? ALL), this.chosen.event])].filter(Boolean).toSorted();
    const [all, ...others] = this.event.options;
    if (all && others.map(({ value }) => value).join("\n") !== events.join("\n")) {
      this.event.replaceChildren(all, ...events.map(option));
      this.event.value = this.chosen.event;
    }
  }

  /** @param {HTMLElement} card of an alert */
  lets({ dataset: { event, kind } }) {
    return (!this.chosen.event || event === this.chosen.event) && (!this.chosen.kind || kind === this.chosen.kind);
  }

  clear() {
    this.event.value = this.kind.value = ALL;
    this.#choose(ALL, ALL);
  }

  /**
   * @param {string} event
   * @param {string} kind
   */
  #choose(event, kind) {
    this.chosen = { event, kind };
    remember(KEPT, `${event}\n${kind}`);
    this.onChange();
  }
}

/** @param {string} event */
function option(event) {
  const made = create("option", "", event);
  made.value = event;
  return made;
}

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
  const carried = shown.filter(({ dataset }) => dataset.carried !== undefined);
  const added = known ? shown.filter((card) => !known?.has(card.id) && !carried.includes(card)) : [];
  if (added.length) setText(byId("news"), added.map((card) => say("New alert: {text}", { text: waiting(card).text })).join(" "));
  known = new Set(shown.map(({ id }) => id));
  const [first] = shown.map(waiting).toSorted((one, other) => one.rank - other.rank);
  bar.show([...known], first, carried.map(({ id }) => id));
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
