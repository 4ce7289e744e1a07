// A finger drawn sideways over the board: to the left a move forward, to the right a move back, as one leafs through pages.
const FAR_PX = 40;
const STEEP = 1.5; // a finger that goes rather up or down scrolls

export function listenToSwipes(area, { back, forward }) {
  let begun = null;
  area.addEventListener("pointerdown", (event) => {
    begun = event.isPrimary && event.pointerType !== "mouse" ? event : null;
  });
  area.addEventListener("pointercancel", () => {
    begun = null;
  });
  area.addEventListener("pointerup", (event) => {
    if (begun?.pointerId !== event.pointerId) return;
    const [across, along] = [event.clientX - begun.clientX, event.clientY - begun.clientY];
    begun = null;
    if (Math.abs(across) < FAR_PX || Math.abs(across) < STEEP * Math.abs(along)) return;
    (across < 0 ? forward : back)();
  });
}
