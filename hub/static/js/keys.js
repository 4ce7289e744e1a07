// Keyboard: the keys that act everywhere on the page, and letters, which act only while the focus is in that area, for who dictates would
// press them without meaning to. Keys with a modifier stay the browser's.
export function listenToKeys(everywhere, area, letters) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = everywhere[event.key] ?? (area.contains(document.activeElement) ? letters[event.key.toLowerCase()] : undefined);
    if (!action) return;
    event.preventDefault();
    action();
  });
}
