// Which alerts of the hall are shown: those of a class, and of a kind. The browser remembers the choice.
import { byIdAs, create } from "../js/elements.js";

const KEPT = "damcam.desk.filters";
const ALL = "";

export class Filters {
  /** @param {() => void} onChange */
  constructor(onChange) {
    this.event = byIdAs(HTMLSelectElement, "of-event");
    this.kind = byIdAs(HTMLSelectElement, "of-kind");
    this.onChange = onChange;
    this.chosen = remembered();
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
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.chosen));
    } catch {
      // the choice holds for this page
    }
    this.onChange();
  }
}

/** @param {string} event */
function option(event) {
  const made = create("option", "", event);
  made.value = event;
  return made;
}

// What this browser remembers; all alerts where it remembers nothing.
function remembered() {
  try {
    const { event, kind } = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    return { event: String(event ?? ALL), kind: String(kind ?? ALL) };
  } catch {
    return { event: ALL, kind: ALL };
  }
}
