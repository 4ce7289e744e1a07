// The address of the game that lasts, also when the next one has begun at its board, and in it the ply that is looked at: `#23`.
import { byId } from "./elements.js";

const PLY = /^#(\d{1,4})$/;
const { base = "", bound } = document.body.dataset;

export class Lasting {
  /** @param {(ply: number) => void} go */
  constructor(go) {
    this.go = go;
    /** @type {number | null} */
    this.ply = null;
    this.begun = false;
  }

  // Goes to the ply that the page was opened with, and to those that are written into its address later.
  begin() {
    this.begun = true;
    if (bound === undefined) return;
    addEventListener("hashchange", () => this.#goTo());
    this.#goTo();
  }

  /** @param {number | null} ply that is looked at; null for the present */
  take(ply) {
    this.ply = ply;
    if (bound !== undefined && this.begun) this.#note();
  }

  // The whole address, with the ply; that of this page where the game has none that lasts.
  get link() {
    const address = byId("address").getAttribute("value");
    return new URL(address ? `${address}${this.ply === null ? "" : `#${this.ply}`}` : base, location.href).href;
  }

  // Writes the ply into the address of the page, where another one stands there.
  #note() {
    const wanted = this.ply === null ? "" : `#${this.ply}`;
    if (wanted === location.hash || (!wanted && !PLY.test(location.hash))) return;
    history.replaceState(null, "", wanted || location.pathname + location.search);
  }

  #goTo() {
    const ply = PLY.exec(location.hash)?.[1];
    if (ply !== undefined) this.go(Number(ply));
  }
}
