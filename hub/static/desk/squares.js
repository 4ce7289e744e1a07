// The squares of a board as buttons that lie over its drawing: for taps, for the keyboard, and named for those who do not see them.
import { columnRow } from "../js/geometry.js";
import { made } from "./made.js";

const EDGE = 2; // of the drawing, whose fields are ten wide
const FIELD = 10;
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Squares {
  constructor(box, name) {
    this.box = box;
    this.name = name;
    this.size = 0;
    this.flipped = false;
    this.buttons = [];
    box.addEventListener("keydown", (event) => this.#step(event));
    box.addEventListener("focusin", (event) => this.#enter(event.target));
  }

  // Of a board with so many squares a side, as Black sees it where it is flipped.
  lay(size, flipped = false) {
    if (size === this.size && flipped === this.flipped) return;
    this.size = size;
    this.flipped = flipped;
    this.buttons = Array.from({ length: (size * size) / 2 }, (_, index) => this.#button(index + 1));
    this.buttons[0].tabIndex = 0;
    this.box.replaceChildren(...this.buttons);
  }

  // Say what stands on each, and which is taken up.
  show(standing, taken) {
    for (const button of this.buttons) {
      const square = Number(button.dataset.square);
      button.setAttribute("aria-label", this.name(square, standing.get(square)));
      button.setAttribute("aria-pressed", square === taken);
      button.toggleAttribute("data-filled", standing.has(square));
    }
  }

  at(x, y) {
    const button = document.elementFromPoint(x, y)?.closest("button[data-square]");
    return button && this.box.contains(button) ? Number(button.dataset.square) : null;
  }

  get width() {
    return this.buttons[0].getBoundingClientRect().width;
  }

  #button(square) {
    const button = made("button");
    const [column, row] = columnRow(square, this.size, this.flipped);
    const whole = this.size * FIELD + 2 * EDGE;
    button.type = "button";
    button.tabIndex = -1;
    button.dataset.square = square;
    button.style.left = `${((column * FIELD + EDGE) / whole) * 100}%`;
    button.style.top = `${((row * FIELD + EDGE) / whole) * 100}%`;
    button.style.width = button.style.height = `${(FIELD / whole) * 100}%`;
    return button;
  }

  // One square is in the order of the Tab key, the one that was entered last.
  #enter(entered) {
    for (const button of this.buttons) button.tabIndex = button === entered ? 0 : -1;
  }

  #step(event) {
    const step = STEPS[event.key]?.map((one) => (this.flipped ? -one : one));
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const place = this.buttons.indexOf(event.target);
    const row = this.size / 2;
    const sideways = place % row + step[0];
    const next = place + step[0] + row * step[1];
    if (sideways >= 0 && sideways < row) this.buttons[next]?.focus();
  }
}
