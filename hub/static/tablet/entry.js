// The last move as the players enter it: from, to, and what was captured, by taps on the board. Whatever they say is taken; nothing is offered.
import { pieces } from "../js/fen.js";
import { say } from "../js/texts.js";
import { Squares } from "../desk/squares.js";
import { send } from "./words.js";

const byId = (id) => document.getElementById(id);

export class Entry {
  constructor(board, show, take) {
    this.board = board;
    this.show = show;
    this.taken = take;
    this.open = false;
    this.squares = new Squares(byId("squares"), (square, piece) => say("square", { square, piece: say(piece?.replace("-", "_") ?? "empty") }));
    byId("squares").addEventListener("click", (event) => this.#tap(event.target.closest("[data-square]")));
    byId("clear").addEventListener("click", () => this.#clear());
    byId("close").addEventListener("click", () => this.#close());
    byId("store").addEventListener("click", () => this.#store());
  }

  // The game went on: what is entered of a press stays, unless that is asked for no longer.
  take(view, turned) {
    this.view = view;
    this.turned = turned;
    const asked = [view.enter, view.again].filter(Boolean);
    if (this.open && !asked.some((one) => one.seq === this.press.seq && one.fen === this.press.fen)) this.open = false;
    this.#draw();
  }

  begin(press) {
    this.press = press;
    this.open = true;
    this.#clear();
    byId("squares").querySelector("button[tabindex='0']")?.focus();
  }

  #clear() {
    this.from = this.to = null;
    this.captured = new Set();
    this.#draw();
  }

  #close() {
    this.open = false;
    this.show();
  }

  #tap(button) {
    if (!button) return;
    const square = Number(button.dataset.square);
    const there = pieces(this.press.fen).has(square);
    if (this.from === null) {
      if (there) this.from = square;
    } else if (square === this.from) {
      if (this.captured.size) this.to = square; // a capture may end where it began
      else this.#clear();
    } else if (!there) this.to = square;
    else if (!this.captured.delete(square)) this.captured.add(square);
    this.#draw();
  }

  async #store() {
    const { seq, fen } = this.press;
    const word = { say: "move", seq, from: this.from, to: this.to, captured: [...this.captured], start: fen, game: this.view.game };
    byId("store").disabled = true; // a second tap says nothing more
    const done = await send(word, (view) => {
      this.open = false;
      this.taken(view);
    });
    if (!done) this.show();
  }

  get #standing() {
    const standing = pieces(this.press.fen);
    const piece = standing.get(this.from);
    for (const square of this.captured) standing.delete(square);
    if (this.to !== null) {
      standing.delete(this.from);
      standing.set(this.to, piece);
    }
    return standing;
  }

  #draw() {
    byId("entry").hidden = byId("squares").hidden = !this.open;
    byId("over").toggleAttribute("data-entry", this.open);
    if (!this.open) return;
    const size = this.view.board_size;
    const marked = [this.from, this.to, ...this.captured].filter((square) => square !== null);
    this.board.show(size, fenOf(this.#standing), marked, this.turned);
    this.squares.lay(size, this.turned);
    this.squares.show(this.#standing, this.from);
    byId("entry-title").textContent = say("ask_move", { side: say(this.press.side) });
    byId("hint").textContent = say(this.from === null ? "tap_from" : this.to === null ? "tap_to" : "tap_more");
    byId("so-far").textContent = this.#written();
    byId("store").disabled = this.from === null || this.to === null;
  }

  #written() {
    if (this.from === null) return "…";
    const captured = this.captured.size ? ` (${[...this.captured].join(", ")})` : "";
    return `${this.from}${this.captured.size ? "x" : "-"}${this.to ?? "…"}${captured}`;
  }
}

function fenOf(standing) {
  const listed = (side) => [...standing].filter(([, piece]) => piece.startsWith(side)).map(([square, piece]) => (piece.endsWith("king") ? `K${square}` : square));
  return `W:W${listed("white").join(",")}:B${listed("black").join(",")}`;
}
