// Swipes over the board: to the left a move forward, to the right a move back, like turning pages.
const FAR_PX = 40;
const STEEP = 1.5; // a swipe that goes rather up or down scrolls the page

/**
 * @param {Element} area
 * @param {{ back: () => void, forward: () => void }} steps
 */
export function listenToSwipes(area, { back, forward }) {
  /** @type {PointerEvent | null} */
  let begun = null;
  /** @param {PointerEvent} event */
  const begin = (event) => {
    begun = event.isPrimary && event.pointerType !== "mouse" ? event : null;
  };
  /** @param {PointerEvent} event */
  const end = (event) => {
    if (!begun || begun.pointerId !== event.pointerId) return;
    const [across, along] = [event.clientX - begun.clientX, event.clientY - begun.clientY];
    begun = null;
    if (Math.abs(across) < FAR_PX || Math.abs(across) < STEEP * Math.abs(along)) return;
    (across < 0 ? forward : back)();
  };
  area.addEventListener("pointerdown", (event) => event instanceof PointerEvent && begin(event));
  area.addEventListener("pointerup", (event) => event instanceof PointerEvent && end(event));
  area.addEventListener("pointercancel", () => {
    begun = null;
  });
}
