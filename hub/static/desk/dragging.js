// Dragging: a piece follows the finger or the mouse, from a square or from the tray, to where it is dropped.
import { svgElement } from "../js/elements.js";

const NOT_A_TAP_PX = 6;

/** @typedef {{ piece: Piece, width: number, layer: Element }} Dragged what is drawn, and the element over which it is drawn */
/** @typedef {{ from: HTMLElement, what: Dragged, pointer: number, x: number, y: number, ghost: SVGSVGElement | null }} Held */

class Drag {
  /** @param {(from: HTMLElement, x: number, y: number) => void} onDrop */
  constructor(onDrop) {
    this.onDrop = onDrop;
    /** @type {Held | null} */
    this.held = null;
    this.isOver = false; // until the click has passed that browsers make of a drag within one square
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.pointer) return;
    if (!held.ghost && Math.hypot(event.clientX - held.x, event.clientY - held.y) > NOT_A_TAP_PX) held.ghost = ghostOf(held.what);
    held.ghost?.style.setProperty("transform", `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`);
  }

  /** @param {PointerEvent} event */
  end(event) {
    const { held } = this;
    this.held = null;
    held?.ghost?.remove();
    if (!held?.ghost || event.type !== "pointerup") return;
    this.isOver = true;
    setTimeout(() => (this.isOver = false));
    this.onDrop(held.from, event.clientX, event.clientY);
  }
}

/**
 * @param {HTMLElement} box that holds the buttons which are dragged from
 * @param {(from: HTMLElement) => Dragged | null} draggedFrom null where nothing can be dragged
 * @param {(from: HTMLElement, x: number, y: number) => void} onDrop
 */
export function drag(box, draggedFrom, onDrop) {
  const dragging = new Drag(onDrop);
  box.addEventListener("pointerdown", (event) => {
    const from = event.button === 0 && event.target instanceof Element ? event.target.closest("button") : null;
    const what = from && draggedFrom(from);
    if (what) dragging.held = { from, what, pointer: event.pointerId, x: event.clientX, y: event.clientY, ghost: null };
  });
  box.addEventListener("click", (event) => dragging.isOver && event.stopPropagation(), { capture: true });
  document.addEventListener("pointermove", (event) => dragging.move(event));
  document.addEventListener("pointerup", (event) => dragging.end(event));
  document.addEventListener("pointercancel", (event) => dragging.end(event));
}

/** @param {Dragged} dragged */
function ghostOf({ piece, width, layer }) {
  const svg = svgElement("svg", { class: "ghost", viewBox: "-5 -5 10 10" }, [svgElement("use", { href: `#${piece}` })]);
  svg.style.width = svg.style.height = `${width}px`;
  layer.append(svg); // a dialog lies above everything outside of it
  return svg;
}
