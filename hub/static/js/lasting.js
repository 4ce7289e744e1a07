// The address of the game that lasts, also when the next one has begun at its board, and in it the ply that is looked at: `#23`.
import { below } from "./address.js";
import { byIdAs } from "./elements.js";

const MOST_ASKED = 3; // a server that has just started knows the address only after a moment, and a game that lies elsewhere has none
const PLY = /^#(\d{1,4})$/;
const { bound } = document.body.dataset;

export class Lasting {
  /** @param {(ply: number) => void} go */
  constructor(go) {
    this.go = go;
    this.address = document.body.dataset.lasting ?? "";
    this.game = "";
    /** @type {number | null} */
    this.ply = null;
    this.begun = false;
    this.asked = 0;
  }

  // Goes to the ply that the page was opened with, and to those that are written into its address later.
  begin() {
    this.begun = true;
    if (bound === undefined) return;
    addEventListener("hashchange", () => this.#goTo());
    this.#goTo();
  }

  /**
   * @param {PublicView} view
   * @param {number | null} ply that is looked at; null for the present
   */
  take({ game, fen }, ply) {
    this.ply = ply;
    if (game !== this.game) this.asked = 0;
    if (this.game && game && game !== this.game && bound === undefined) this.#ask();
    else if (!this.address && fen && this.asked < MOST_ASKED) this.#ask();
    this.game = game || this.game;
    if (bound !== undefined && this.begun) this.#note();
  }

  // The whole address, with the ply; that of this page where the game has none that lasts.
  get link() {
    const path = this.address || below("").replace(/\/$/, "");
    return new URL(this.ply === null || !this.address ? path : `${path}#${this.ply}`, location.href).href;
  }

  // Writes the ply into the address of the page, where another one stands there.
  #note() {
    const wanted = this.ply === null ? "" : `#${this.ply}`;
    if (wanted === location.hash || (!wanted && !PLY.test(location.hash))) return;
    history.replaceState(null, "", wanted || location.pathname + location.search);
  }

  async #ask() {
    this.#show("");
    this.asked += 1;
    try {
      /** @type {{ game: string, address: string }} */
      const told = await (await fetch(below("address.json"))).json();
      if (told.game === this.game) this.#show(told.address);
    } catch {
      // without it the page shares its own address
    }
  }

  /** @param {string} address */
  #show(address) {
    this.address = address;
    const round = byIdAs(HTMLAnchorElement, "round");
    round.hidden = !address;
    round.href = address.replace(/\/[^/]*$/, "");
  }

  #goTo() {
    const ply = PLY.exec(location.hash)?.[1];
    if (ply !== undefined) this.go(Number(ply));
  }
}
