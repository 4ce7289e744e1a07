// The moves in the usual columns, as the server rendered them. Each is a button that shows the position after it.
import { byId, part, targetOf } from "./elements.js";
import { SIDES } from "./values.js";

const BELOW_PX = 8; // shown below the current move, so that it does not touch the edge

/** @typedef {import("./plies.js").Stand} Stand */
/** @typedef {import("./plies.js").ListedPly} ListedPly */

export class MoveList {
  /** @param {(ply: number) => void} onChoice */
  constructor(onChoice) {
    this.rows = byId("rows");
    this.scroll = document.getElementById("scroll"); // a frame shows no list
    this.rows.addEventListener("click", (event) => {
      const button = targetOf(event, "button");
      if (button) onChoice(this.buttons.findIndex((one) => one === button) + 1);
    });
    if (this.scroll) new ResizeObserver(() => this.#follow()).observe(this.scroll);
  }

  get buttons() {
    return [...this.rows.querySelectorAll("button")];
  }

  get start() {
    return standOf(this.rows);
  }

  /** @returns {ListedPly[]} */
  get plies() {
    return [...this.rows.children].flatMap((row) => {
      const [number, ...cells] = [...row.children];
      return cells.flatMap((cell, place) => {
        const button = cell.querySelector("button");
        const [side] = SIDES.slice(place);
        if (!button || !side) return [];
        return [{ number: parseInt(number?.textContent ?? "", 10), side, move: button.textContent ?? "", ...standOf(button) }];
      });
    });
  }

  /**
   * What is counted after that ply, as the server words it; none for the start position.
   * @param {number} ply
   */
  counted(ply) {
    return this.buttons[ply - 1]?.closest("td")?.querySelectorAll("li") ?? [];
  }

  /** @param {number} shown the ply that is shown; 0 is the start position */
  mark(shown) {
    for (const button of this.rows.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
    this.buttons[shown - 1]?.setAttribute("aria-current", "step");
    this.#follow();
  }

  // Scrolls the list alone, never the page.
  #follow() {
    if (!this.scroll) return;
    const line = this.rows.querySelector("[aria-current]")?.closest("tr");
    if (!line) {
      this.scroll.scrollTop = 0;
      return;
    }
    const head = part(this.scroll, "thead").offsetHeight;
    const [top, bottom] = [line.offsetTop - head, line.offsetTop + line.offsetHeight];
    const scrolled = scrolledTo(this.scroll.scrollTop, this.scroll.clientHeight, top, bottom);
    if (scrolled !== this.scroll.scrollTop) this.scroll.scrollTop = scrolled;
  }
}

/**
 * The position and the clocks that the element names.
 * @param {HTMLElement} element
 * @returns {Stand}
 */
function standOf({ dataset: { fen = "", left } }) {
  if (!left) return { fen, left: null };
  const [white = null, black = null] = left.split(" ").map((ms) => (ms === "-" ? null : Number(ms)));
  return { fen, left: [white, black] };
}

/**
 * How far the list scrolls so that a line is in sight: no farther than it must.
 * @param {number} scrolled how far it is scrolled now
 * @param {number} height of what is in sight
 * @param {number} top of the line
 * @param {number} bottom of the line
 */
export function scrolledTo(scrolled, height, top, bottom) {
  if (top < scrolled) return top;
  return bottom > scrolled + height ? bottom - height + BELOW_PX : scrolled;
}
