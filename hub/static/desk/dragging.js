// A piece follows the finger or the mouse, from a square or from the tray, to where it is let go.
const NOT_A_TAP_PX = 6;
const SVG = "http://www.w3.org/2000/svg";

// `taken(element)` says what is dragged from there, `{ piece, width }`, or nothing; `dropped(element, x, y)` where it was let go.
export function drag(box, taken, dropped) {
  let held = null;
  let isOver = false; // until the click has passed that browsers make of a drag within one square

  const end = (event) => {
    const { ghost, from } = held ?? {};
    held = null;
    ghost?.remove();
    if (!ghost || event.type !== "pointerup") return;
    isOver = true;
    setTimeout(() => (isOver = false));
    dropped(from, event.clientX, event.clientY);
  };

  const move = (event) => {
    if (!held || event.pointerId !== held.pointer) return;
    if (!held.ghost && Math.hypot(event.clientX - held.x, event.clientY - held.y) > NOT_A_TAP_PX) held.ghost = ghostOf(held.what);
    held.ghost?.style.setProperty("transform", `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`);
  };

  box.addEventListener("pointerdown", (event) => {
    const from = event.target.closest("button");
    const what = event.button === 0 && from && taken(from);
    if (what) held = { from, what, pointer: event.pointerId, x: event.clientX, y: event.clientY };
  });
  box.addEventListener("click", (event) => isOver && event.stopPropagation(), { capture: true });
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
}

function ghostOf({ piece, width, layer }) {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  svg.setAttribute("class", "ghost");
  svg.setAttribute("viewBox", "-5 -5 10 10");
  svg.style.width = svg.style.height = `${width}px`;
  use.setAttribute("href", `#${piece}`);
  svg.append(use);
  layer.append(svg); // a dialog lies above all that is outside of it
  return svg;
}
