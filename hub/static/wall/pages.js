// The pages of a wall with more boards than the screen can show: they turn by themselves, and wait while somebody is at the page.
import { byId } from "../js/elements.js";
import { say } from "../js/texts.js";

const TURN_MS = 12_000;
const LEAVES_MS = 20_000; // so long after the last movement nobody is at the page

export class Pages {
  /** @param {() => void} onTurn called when another page is to be shown */
  constructor(onTurn) {
    this.page = 0;
    this.pages = 1;
    this.turns = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.turnedMs = Date.now();
    this.touchedMs = -Infinity;
    this.onTurn = onTurn;
    for (const kind of ["pointermove", "pointerdown", "keydown", "wheel"]) addEventListener(kind, () => (this.touchedMs = Date.now()), { passive: true });
    byId("back").addEventListener("click", () => this.#go(-1));
    byId("on").addEventListener("click", () => this.#go(1));
    byId("turn").addEventListener("click", () => {
      this.turns = !this.turns;
      [this.touchedMs, this.turnedMs] = [-Infinity, Date.now()];
      this.#show();
    });
    setInterval(() => this.#tick(), 1_000);
    this.#show();
  }

  /**
   * The part of these tiles that the page shows which is open.
   * @template T
   * @param {T[]} tiles
   * @param {number} size so many are on a page
   */
  part(tiles, size) {
    this.pages = Math.max(1, Math.ceil(tiles.length / size));
    this.page = Math.min(this.page, this.pages - 1);
    this.#show();
    return tiles.slice(size * this.page, size * (this.page + 1));
  }

  #tick() {
    const now = Date.now();
    const isAttended = now - this.touchedMs < LEAVES_MS || byId("boards").contains(document.activeElement);
    if (!this.turns || isAttended || document.hidden || now - this.turnedMs < TURN_MS) return;
    this.#go(1);
  }

  /** @param {number} by */
  #go(by) {
    this.turnedMs = Date.now();
    if (this.pages < 2) return;
    this.page = (this.page + by + this.pages) % this.pages;
    this.onTurn();
  }

  #show() {
    byId("turning").hidden = this.pages < 2;
    byId("turn").ariaPressed = String(this.turns);
    const text = say("Page {page} of {pages}", { page: this.page + 1, pages: this.pages });
    if (byId("page").textContent !== text) byId("page").textContent = text;
  }
}
