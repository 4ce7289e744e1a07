// A position set up by hand: dragged, tapped, by keys or typed as a FEN, with what stands now beside it.
import { Board } from "../js/board.js";
import { say } from "../js/texts.js";
import { drag } from "./dragging.js";
import { Position } from "./position.js";
import { explain } from "./refusal.js";
import { Squares } from "./squares.js";

const PIECES = ["white-man", "white-king", "black-man", "black-king"];
const HAND = "hand";
const byId = (id) => document.getElementById(id);

export class Setup {
  // `send(ruling)` resolves once the position stands; its Error is shown here.
  constructor(send) {
    this.send = send;
    this.dialog = byId("setup");
    this.now = new Board(byId("setup-now"));
    this.board = new Board(byId("setup-board"));
    this.squares = new Squares(byId("setup-squares"), (square, piece) => say("square", { square, content: say(piece ?? "empty") }));
    this.position = new Position();
    this.tool = HAND;
    this.taken = null;
    this.#listen();
  }

  // What stands on the board now; what was made upon another state waits until the arbiter has seen it.
  heed(view) {
    this.view = view;
    byId("setup-open").disabled = !view.stands;
    if (!view.stands) return;
    this.now.show(view.board_size, view.stands, [], false);
    byId("setup-news").hidden = !this.dialog.open || this.#isOf(view);
    byId("setup-send").disabled = !byId("setup-news").hidden;
  }

  #isOf({ game, seq, last_ruling: after }) {
    return this.of.game === game && this.of.seq === seq && this.of.after === after;
  }

  #see() {
    this.of = { game: this.view.game, seq: this.view.seq, after: this.view.last_ruling };
    this.heed(this.view);
  }

  #open() {
    this.squares.lay(this.view.board_size);
    this.#see();
    this.#fill("now");
    this.#choose(HAND);
    byId("setup-reason").value = byId("reason").value;
    this.dialog.showModal();
  }

  #fill(from) {
    const squares = this.view.board_size ** 2 / 2;
    const fens = { now: this.view.stands, start: this.view.fens[0] };
    this.position = from === "clear" ? new Position(this.position.side) : Position.from(fens[from], squares);
    this.#show();
  }

  #show(said = "") {
    const { standing, side, fen, counts } = this.position;
    this.board.show(this.view.board_size, fen, this.taken ? [this.taken] : [], false);
    this.squares.show(standing, this.taken);
    byId("setup-fen").value = fen;
    byId("setup-fen").removeAttribute("aria-invalid");
    this.dialog.querySelector(`[value="${side}"]`).checked = true;
    const numbers = Object.fromEntries(PIECES.map((piece) => [piece.replace("-", "_"), this.position.count(piece)]));
    const told = [say("counts", numbers), counts && say("king_counts", { counts: counts.slice(1) })].filter(Boolean).join(" ");
    byId("setup-counts").textContent = told;
    byId("setup-said").textContent = said && `${said}. ${told}`;
    byId("setup-fault").textContent = "";
  }

  #put(square, piece) {
    this.position.put(square, piece);
    this.#show(say("square", { square, content: say(piece ?? "empty") }));
  }

  #choose(tool) {
    this.tool = tool;
    this.taken = null;
    for (const button of byId("tray").children) button.setAttribute("aria-pressed", button.dataset.tool === tool);
    this.#show();
  }

  // A tap with the hand takes up and puts down; with a piece it puts that piece, and takes the same one off again.
  #tap(square) {
    const stands = this.position.standing.get(square);
    if (this.tool !== HAND) {
      this.#put(square, this.tool === "erase" || stands === this.tool ? null : this.tool);
    } else if (this.taken) {
      this.#carry(this.taken, square);
    } else if (stands) {
      this.taken = square;
      this.#show(say("taken_up", { square }));
    }
  }

  #carry(from, to) {
    this.taken = null;
    this.position.move(from, to);
    this.#show(say("square", { square: to, content: say(this.position.standing.get(to)) }));
  }

  #key(event) {
    const square = Number(event.target.dataset.square);
    const number = { Delete: 0, Backspace: 0 }[event.key] ?? Number(/^[0-4]$/.test(event.key) ? event.key : NaN);
    if (!square || Number.isNaN(number)) return;
    event.preventDefault();
    this.taken = null;
    this.#put(square, PIECES[number - 1] ?? null);
  }

  #typed() {
    const typed = Position.from(byId("setup-fen").value, this.view.board_size ** 2 / 2);
    byId("setup-fen").setAttribute("aria-invalid", !typed);
    byId("setup-fault").textContent = typed ? "" : say("bad_fen");
    if (!typed) return;
    this.taken = null;
    this.position = typed;
    this.#show();
  }

  #drops(from, x, y) {
    const to = this.squares.at(x, y);
    const { square, tool } = from.dataset;
    if (tool) {
      if (to) this.#put(to, tool);
    } else if (to) {
      this.#carry(Number(square), to);
    } else {
      this.#put(Number(square), null);
    }
  }

  async #hand() {
    byId("setup-fault").textContent = "";
    byId("setup-send").disabled = true;
    try {
      await this.send({ word: "position", fen: byId("setup-fen").value, reason: byId("setup-reason").value, ...this.of });
      this.dialog.close();
    } catch (error) {
      explain(byId("setup-fault"), error);
    }
    this.heed(this.view);
  }

  #listen() {
    byId("setup-open").addEventListener("click", () => this.#open());
    byId("setup-seen").addEventListener("click", () => this.#see());
    byId("setup-send").addEventListener("click", () => this.#hand());
    byId("setup-fen").addEventListener("input", () => this.#typed());
    byId("setup-squares").addEventListener("click", ({ target }) => target.dataset.square && this.#tap(Number(target.dataset.square)));
    byId("setup-squares").addEventListener("keydown", (event) => this.#key(event));
    byId("tray").addEventListener("click", ({ target }) => target.closest("button") && this.#choose(target.closest("button").dataset.tool));
    this.dialog.addEventListener("click", ({ target }) => target.dataset.fill && this.#fill(target.dataset.fill));
    this.dialog.addEventListener("change", ({ target }) => {
      if (target.name !== "setup-side") return;
      this.position.side = target.value;
      this.#show();
    });
    const layer = this.dialog;
    const piece = ({ dataset: { square, tool } }) => (square ? this.position.standing.get(Number(square)) : PIECES.find((one) => one === tool));
    const what = (button) => piece(button) && { piece: piece(button), width: this.squares.width, layer };
    for (const box of [byId("setup-squares"), byId("tray")]) drag(box, what, (...dropped) => this.#drops(...dropped));
  }
}
