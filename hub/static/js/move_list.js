// The moves in the usual columns. Each is a button that shows the position after it.
import { byId, create, part, targetOf } from "./elements.js";
import { spent } from "./clock_time.js";
import { SIDES } from "./values.js";

const BELOW_PX = 8; // shown below the current move, so that it does not touch the edge

export class MoveList {
  /** @param {(ply: number) => void} onChoice */
  constructor(onChoice) {
    this.rows = byId("rows");
    this.scroll = byId("scroll");
    this.empty = byId("no-moves");
    this.rows.addEventListener("click", (event) => {
      const button = targetOf(event, "button");
      if (button) onChoice(Number(button.dataset.ply));
    });
    this.written = "";
    new ResizeObserver(() => this.#follow()).observe(this.scroll);
  }

  /**
   * @param {MoveRow[]} rows
   * @param {Times[]} times at the start and after each ply
   * @param {number} shown the ply that is shown; 0 is the start position
   */
  show(rows, times, shown) {
    const text = JSON.stringify([rows, times]);
    if (text !== this.written) this.#write(rows, times);
    this.written = text;
    for (const button of this.rows.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
    const current = this.rows.querySelector(`[data-ply="${shown}"]`);
    current?.setAttribute("aria-current", "step");
    this.#follow();
  }

  /**
   * @param {MoveRow[]} rows
   * @param {Times[]} times
   */
  #write(rows, times) {
    this.empty.hidden = rows.length > 0;
    this.rows.replaceChildren(
      ...numbered(rows).map(({ number, moves }) => {
        const line = create("tr");
        const head = create("th", "", `${number}.`);
        head.scope = "row";
        line.append(head, ...moves.map((move) => cell(move, times)));
        return line;
      }),
    );
  }

  // Scrolls the list alone, never the page.
  #follow() {
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

/** @typedef {{ move: string, ply: number } | null} Cell */

/**
 * The rows with the number of each ply; null where a side has no move.
 * @param {MoveRow[]} rows
 * @returns {{ number: number, moves: Cell[] }[]}
 */
export function numbered(rows) {
  let ply = 0;
  /** @param {string | null} move */
  const cellOf = (move) => {
    if (move === null) return null;
    ply += 1;
    return { move, ply };
  };
  return rows.map((row) => ({ number: row.number, moves: SIDES.map((side) => cellOf(row[side])) }));
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

/**
 * @param {Cell} move
 * @param {Times[]} times
 */
function cell(move, times) {
  const element = create("td");
  if (!move) return element;
  const button = create("button", "", move.move);
  button.type = "button";
  button.dataset.ply = String(move.ply);
  element.append(button);
  const took = times[move.ply]?.[2] ?? null;
  if (took !== null) element.append(create("span", "spent", spent(took)));
  return element;
}
