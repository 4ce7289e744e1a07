// Keeps the screen on while the page is visible, where the browser can do that. The lock is lost whenever the page is hidden.
export function keepAwake() {
  const lock = () => document.hidden || navigator.wakeLock?.request("screen").catch(() => null);
  document.addEventListener("visibilitychange", lock);
  addEventListener("pointerdown", lock); // some browsers allow it only after a touch
  lock();
}
