// Keyboard: arrows go through the moves, End returns to live, F turns the board. Keys with a modifier stay the browser's.
export function listenToKeys(actions) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
