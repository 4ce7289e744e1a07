// The moves that were noted on paper: checked by the rules, then entered. What is typed is kept for this tab until it is entered.
import { byId, byIdAs } from "../js/elements.js";
import { merge } from "../js/merge.js";
import { explain, postForm } from "./rulings.js";
import { stateShown } from "./setup.js";

export class Paper {
  /** @param {(fields: URLSearchParams, name: string) => Promise<boolean>} send resolves to whether the moves are entered */
  constructor(send) {
    this.dialog = byIdAs(HTMLDialogElement, "paper");
    this.text = byIdAs(HTMLTextAreaElement, "paper-text");
    this.buttons = ["paper-check", "paper-enter"].map((id) => byIdAs(HTMLButtonElement, id));
    byId("paper-open").addEventListener("click", () => this.#open());
    this.text.addEventListener("input", () => sessionStorage.setItem(this.#key, this.text.value));
    byId("paper-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#run(() => (event.submitter?.id === "paper-check" ? this.#check() : this.#enter(send)));
    });
  }

  // Under which the text is kept.
  get #key() {
    return `damcam.paper.${document.body.dataset.base}.${stateShown().game}`;
  }

  get #moves() {
    return new URLSearchParams({ text: this.text.value, result: byIdAs(HTMLSelectElement, "paper-result").value });
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

  async #check() {
    merge(await (await postForm("paper", this.#moves)).text());
  }

  /** @param {(fields: URLSearchParams, name: string) => Promise<boolean>} send */
  async #enter(send) {
    const fields = new URLSearchParams({ ruling: "word=enter-paper", ...Object.fromEntries(this.#moves), ...stateShown() });
    if (!(await send(fields, byId("paper-title").textContent ?? ""))) return;
    sessionStorage.removeItem(this.#key);
    this.dialog.close();
  }
}
