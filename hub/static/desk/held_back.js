// A question that has just opened takes no answer for a moment: the second tap of a double tap would land on one.
const MOMENT_MS = 400;
/** @type {WeakMap<HTMLButtonElement, number>} */
const until = new WeakMap();

/**
 * Disables a button for a moment. Where that is the one that a dialog would focus, the next one has the focus.
 * @param {HTMLButtonElement} button
 */
export function holdBack(button) {
  until.set(button, performance.now() + MOMENT_MS);
  button.disabled = true;
  setTimeout(() => (button.disabled = performance.now() < (until.get(button) ?? 0)), MOMENT_MS + 1);
}
