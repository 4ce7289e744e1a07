// On what the list of names rests: what was known of each board's game to come when it was first shown, or told since. What others change
// after that is told before the list replaces it.
import { byId, byIdAs } from "../js/elements.js";

/** @typedef {{ [name: string]: string }} Values names, tags and time control of a game */
/** @typedef {{ game: string, values: Values, is_next: boolean }} Known */

/** @type {Map<string, Known>} what was shown last of each board */
const last = new Map();

/**
 * Takes note of what the cards show of the games to come, of each once. Once a board waits for a game, its settings have filled in what
 * nobody set, which is no change.
 */
export function noteGames() {
  const { field, shown } = resting();
  for (const card of byId("boards").children) {
    const { key = "", known = "" } = card instanceof HTMLElement ? card.dataset : {};
    if (known) shown[key] = noted(shown[key], last.get(key), JSON.parse(known));
    if (known) last.set(key, JSON.parse(known));
  }
  field.value = JSON.stringify(shown);
}

/** Takes note of what stands at boards now, as the arbiter was just told or stored it himself. */
export function noteStands() {
  const { field, shown } = resting();
  /** @type {[string, Known][]} */
  const told = Object.entries(JSON.parse(byId("told").dataset.stands ?? "{}"));
  for (const [key, { game, values }] of told) {
    const known = shown[key];
    if (known?.game === game) shown[key] = { ...known, values: { ...known.values, ...values } };
  }
  field.value = JSON.stringify(shown);
}

/** Has a chosen file shown as the list, also one that was chosen before this script was there. */
export function listenToFile() {
  const read = () => byIdAs(HTMLFormElement, "list").requestSubmit(byId("list-read"));
  addEventListener("change", ({ target }) => {
    if (target === document.getElementById("list-file")) read();
  });
  if (byIdAs(HTMLInputElement, "list-file").files?.length && !byIdAs(HTMLTextAreaElement, "list-text").value) read();
}

/**
 * What the list rests on for a board.
 * @param {Known | null | undefined} known on what it rested
 * @param {Known | undefined} before what was shown before `now`
 * @param {Known} now
 * @returns {Known}
 */
export function noted(known, before, now) {
  if (known?.game !== now.game) return now;
  if (before?.game !== now.game || !before.is_next || now.is_next) return known;
  const filledIn = Object.entries(now.values).map(([name, value]) => [name, known.values[name] === before.values[name] ? value : known.values[name]]);
  return { ...known, values: Object.fromEntries(filledIn) };
}

/** @returns {{ field: HTMLInputElement, shown: { [key: string]: Known | null } }} */
function resting() {
  const field = byIdAs(HTMLFormElement, "list").elements.namedItem("shown");
  if (!(field instanceof HTMLInputElement)) throw new Error("the list rests on nothing");
  return { field, shown: JSON.parse(field.value) };
}
