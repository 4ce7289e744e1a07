// Keys that act. Those of `everywhere` act on the whole page. Letters act only while the focus is in `area`: people who dictate would
// press them by accident elsewhere. Keys with a modifier stay the browser's.

/** @typedef {{ [key: string]: () => void }} Actions */

/**
 * @param {Actions} everywhere
 * @param {Element} area
 * @param {Actions} letters
 */
export function listenToKeys(everywhere, area, letters) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = everywhere[event.key] ?? (area.contains(document.activeElement) ? letters[event.key.toLowerCase()] : undefined);
    if (!action) return;
    event.preventDefault();
    action();
  });
}
