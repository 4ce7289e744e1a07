// The squares of a board as buttons over its drawing: for taps, for dragging, for the keyboard, and with names for those who do not see them.
import { create, svgElement } from "../js/elements.js";
import { columnRow, FIELD, FRAME, squareNumbers } from "../js/board.js";

/** @type {{ [key: string]: [number, number] }} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const NOT_A_TAP_PX = 6;

export class Squares {
  /**
   * @param {HTMLElement} box over the drawing
   * @param {(square: number, piece: Piece | undefined) => string} nameOf
   */
  constructor(box, nameOf) {
    this.box = box;
    this.nameOf = nameOf;
    this.size = 0;
    this.flipped = false;
    this.mirrored = false;
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
    box.addEventListener("keydown", (event) => this.#step(event));
    box.addEventListener("focusin", (event) => this.#makeReachable(event.target));
  }

  /**
   * Makes the buttons of a board.
   * @param {number} size squares on a side
   * @param {boolean} [flipped] as Black sees it
   * @param {boolean} [mirrored] as it lies with a light corner at White's left
   */
  lay(size, flipped = false, mirrored = false) {
    if (size === this.size && flipped === this.flipped && mirrored === this.mirrored) return;
    this.size = size;
    this.flipped = flipped;
    this.mirrored = mirrored;
    this.buttons = squareNumbers(size).map((square) => this.#button(square));
    this.#makeReachable(this.buttons[0]);
    this.box.replaceChildren(...this.buttons);
  }

  /**
   * Names each square with what stands on it, and marks the one that is picked up.
   * @param {Map<number, Piece>} standing
   * @param {number | null} pickedUp
   */
  show(standing, pickedUp) {
    for (const button of this.buttons) {
      const square = Number(button.dataset.square);
      button.setAttribute("aria-label", this.nameOf(square, standing.get(square)));
      button.setAttribute("aria-pressed", String(square === pickedUp));
      button.toggleAttribute("data-filled", standing.has(square));
    }
  }

  /**
   * The square at a point of the window; null where there is none.
   * @param {number} x
   * @param {number} y
   */
  at(x, y) {
    const button = document.elementFromPoint(x, y)?.closest("button[data-square]");
    return button instanceof HTMLElement && this.box.contains(button) ? Number(button.dataset.square) : null;
  }

  // The width of a square on the screen.
  get width() {
    return this.buttons[0]?.getBoundingClientRect().width ?? 0;
  }

  // Moves the focus to the square that the Tab key reaches.
  focus() {
    this.buttons.find((button) => button.tabIndex === 0)?.focus();
  }

  /** @param {number} square */
  #button(square) {
    const button = create("button");
    const [column, row] = columnRow(square, this.size, this.flipped, this.mirrored);
    const whole = this.size * FIELD + 2 * FRAME;
    button.type = "button";
    button.tabIndex = -1;
    button.dataset.square = String(square);
    button.style.left = `${((column * FIELD + FRAME) / whole) * 100}%`;
    button.style.top = `${((row * FIELD + FRAME) / whole) * 100}%`;
    button.style.width = button.style.height = `${(FIELD / whole) * 100}%`;
    return button;
  }

  /**
   * The Tab key reaches one square alone, the one that had the focus last.
   * @param {EventTarget | null | undefined} entered
   */
  #makeReachable(entered) {
    for (const button of this.buttons) button.tabIndex = button === entered ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  #step(event) {
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const place = this.buttons.findIndex((button) => button === event.target);
    const [columns, rows] = step;
    const numbered = /** @type {[number, number]} */ ([this.flipped !== this.mirrored ? -columns : columns, this.flipped ? -rows : rows]);
    this.buttons[stepped(place, this.size, numbered)]?.focus();
  }
}

/**
 * The place of the square that lies a step beside that at `place`, both counted from 0; -1 where the board ends.
 * @param {number} place
 * @param {number} size
 * @param {[number, number]} step columns and rows, as the squares are numbered
 */
export function stepped(place, size, [columns, rows]) {
  const width = size / 2;
  const column = (place % width) + columns;
  const next = place + columns + width * rows;
  return column >= 0 && column < width && next >= 0 && next < width * size ? next : -1;
}

/** @typedef {{ piece: Piece, width: number, layer: Element }} Dragged what is drawn, and the element over which it is drawn */
/** @typedef {{ from: HTMLElement, what: Dragged, pointer: number, x: number, y: number, ghost: SVGSVGElement | null }} Held */

// A piece that follows the finger or the mouse, from a square or from the tray, to where it is dropped.
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
