// The moves that were noted on paper: looked through by the rules, then entered. What is typed is kept for this tab until it is entered.
import { say } from "../js/texts.js";
import { made } from "./made.js";
import { explain } from "./refusal.js";

const byId = (id) => document.getElementById(id);

export class Paper {
  // `check(moves)` resolves to what would come of them, `send(ruling)` once they are entered; an Error is shown here.
  constructor(check, send) {
    this.dialog = byId("paper");
    byId("paper-open").addEventListener("click", () => this.#open());
    byId("paper-text").addEventListener("input", () => sessionStorage.setItem(this.#kept, byId("paper-text").value));
    byId("paper-check").addEventListener("click", () => this.#do(async () => this.#show(await check(this.#moves))));
    byId("paper-enter").addEventListener("click", () => this.#do(() => this.#enter(send)));
  }

  heed(view) {
    this.view = view;
    byId("paper-open").disabled = !view.paper;
  }

  get #kept() {
    return `damcam.paper.${document.body.dataset.base}.${this.view.game}`;
  }

  get #moves() {
    const result = byId("paper-result").value;
    return { text: byId("paper-text").value, ...(result && { result }) };
  }

  #open() {
    byId("paper-text").value = sessionStorage.getItem(this.#kept) ?? "";
    this.#clear();
    this.dialog.showModal();
  }

  #clear() {
    byId("paper-fault").textContent = "";
    byId("paper-found").replaceChildren();
  }

  async #do(work) {
    this.#clear();
    for (const id of ["paper-check", "paper-enter"]) byId(id).disabled = true;
    try {
      await work();
    } catch (error) {
      explain(byId("paper-fault"), error);
    }
    for (const id of ["paper-check", "paper-enter"]) byId(id).disabled = false;
  }

  async #enter(send) {
    const { game, seq, last_ruling: after } = this.view;
    await send({ word: "enter-paper", ...this.#moves, game, seq, after });
    sessionStorage.removeItem(this.#kept);
    this.dialog.close();
  }

  #show({ plies, remarks, result }) {
    const moves = plies.filter(({ move }) => move !== null);
    const found = moves.filter(({ seq }) => seq !== null).length;
    const list = made("ol", "plies");
    const written = ({ side, move, seq }) => [say(side), move, seq !== null && say("seen_too")].filter(Boolean).join(" · ");
    list.append(...moves.map((ply) => made("li", "", written(ply))));
    const told = remarks.map((remark) => made("p", "", remark));
    byId("paper-found").replaceChildren(made("p", "", say("checked", { count: moves.length, found, result: say(result) })), ...told, list);
  }
}
