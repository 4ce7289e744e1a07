// What is counted in the position shown: how many moves a king has made in a row, how many moves are left to win.
import { byId, create } from "./elements.js";
import { sideName } from "./names.js";
import { sayNamed } from "./texts.js";

/** @param {Count[]} counts */
export function showCounts(counts) {
  const list = byId("counts");
  list.hidden = counts.length === 0;
  const text = JSON.stringify(counts);
  if (list.dataset.shown === text) return;
  list.dataset.shown = text;
  list.replaceChildren(...counts.map(line));
}

/**
 * A count as a sentence.
 * @param {Count} count
 */
export function sentence(count) {
  return sayNamed(`count_${count.kind}`, { ...count, side: count.side && sideName(count.side) });
}

/** @param {Count} count */
function line(count) {
  const item = create("li");
  const pips = create("span", "pips");
  pips.ariaHidden = "true";
  pips.append(...Array.from({ length: count.limit }, (_pip, index) => pip(index < count.made)));
  item.append(pips, sentence(count));
  return item;
}

/** @param {boolean} full */
function pip(full) {
  const mark = create("i");
  mark.toggleAttribute("data-full", full);
  return mark;
}
