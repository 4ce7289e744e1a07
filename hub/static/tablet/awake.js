// The screen stays on while the page is seen, where the browser can do that: the lock is lost whenever the page is hidden.
export function keepAwake() {
  const lock = () => document.hidden || navigator.wakeLock?.request("screen").catch(() => null);
  document.addEventListener("visibilitychange", lock);
  addEventListener("pointerdown", lock); // some browsers give it only after a touch
  lock();
}
