// The moves that were noted on paper: checked by the rules, then entered. What is typed is kept for this tab until it is entered.
import { byId, byIdAs } from "../js/elements.js";
import { merge } from "../js/merge.js";
import { resultOf } from "../js/values.js";
import { explain } from "./refusal.js";

export class Paper {
  /**
   * @param {(moves: PaperMoves) => Promise<string>} check resolves to the part of the page that says what was found
   * @param {(ruling: Ruling) => Promise<boolean>} send resolves to whether the moves are entered. The dialog shows the errors of both.
   */
  constructor(check, send) {
    this.dialog = byIdAs(HTMLDialogElement, "paper");
    this.text = byIdAs(HTMLTextAreaElement, "paper-text");
    this.buttons = ["paper-check", "paper-enter"].map((id) => byIdAs(HTMLButtonElement, id));
    /** @type {DeskView | null} */
    this.view = null;
    byId("paper-open").addEventListener("click", () => this.#open());
    this.text.addEventListener("input", () => sessionStorage.setItem(this.#key, this.text.value));
    byId("paper-check").addEventListener("click", () => this.#run(async () => merge(await check(this.#moves))));
    byId("paper-enter").addEventListener("click", () => this.#run(() => this.#enter(send)));
  }

  /** @param {DeskView} view */
  update(view) {
    this.view = view;
    byIdAs(HTMLButtonElement, "paper-open").disabled = !view.paper;
  }

  // Under which the text is kept.
  get #key() {
    return `damcam.paper.${document.body.dataset.base}.${this.view?.game}`;
  }

  /** @returns {PaperMoves} */
  get #moves() {
    const result = resultOf(byIdAs(HTMLSelectElement, "paper-result").value);
    return { text: this.text.value, ...(result && { result }) };
  }

  #open() {
    this.text.value = sessionStorage.getItem(this.#key) ?? "";
    this.#clear();
    this.dialog.showModal();
  }

  #clear() {
    byId("paper-fault").textContent = "";
    byId("paper-found").replaceChildren();
  }

  /** @param {() => Promise<void>} work */
  async #run(work) {
    this.#clear();
    for (const button of this.buttons) button.disabled = true;
    try {
      await work();
    } catch (error) {
      explain(byId("paper-fault"), error);
    }
    for (const button of this.buttons) button.disabled = false;
  }

  /** @param {(ruling: Ruling) => Promise<boolean>} send */
  async #enter(send) {
    if (!this.view) return;
    const { game, seq = 0, last_ruling: after } = this.view;
    if (!(await send({ word: "enter-paper", ...this.#moves, game, seq, after }))) return;
    sessionStorage.removeItem(this.#key);
    this.dialog.close();
  }
}
