// Trying moves in a game that has ended: the server says which are legal, and nothing about how good they are.
import { byId, byIdAs, create, targetOf } from "../js/elements.js";
import { columnRow, FIELD, FRAME, squareNumbers } from "../js/geometry.js";
import { say } from "../js/texts.js";

/** @type {Trying | undefined} */
let only;

/**
 * The panel in which moves are tried, made once.
 * @param {import("../js/game.js").Game} game
 * @param {() => string} address of the game
 */
export function trying(game, address) {
  only ??= new Trying(game, address);
  return only;
}

class Trying {
  /**
   * @param {import("../js/game.js").Game} game
   * @param {() => string} address
   */
  constructor(game, address) {
    this.game = game;
    this.address = address;
    this.ply = 0;
    /** @type {string[]} */
    this.line = [];
    /** @type {LegalMove[]} */
    this.moves = [];
    /** @type {number | null} */
    this.from = null;
    byId("legal").addEventListener("click", (event) => this.#choose(targetOf(event, "button")));
    byId("untry").addEventListener("click", () => this.#ask(this.line.slice(0, -1)));
    byId("leave").addEventListener("click", () => this.leave());
    game.board.svg.addEventListener("click", (event) => this.#point(event));
    const others = game.onChange;
    game.onChange = (changed) => {
      others(changed);
      if (this.isOpen && !changed.tried) this.#close();
    };
  }

  get isOpen() {
    return !byId("trying").hidden;
  }

  begin() {
    this.ply = this.game.plies.shown;
    this.#ask([]);
  }

  // Returns to the position of the game from which moves were tried.
  leave() {
    this.game.go(this.ply);
    byId("try").focus();
  }

  /** @param {string[]} line of moves that are tried */
  async #ask(line) {
    const query = new URLSearchParams({ ply: String(this.ply), moves: line.join(",") });
    try {
      const answer = await fetch(`${this.address()}/moves.json?${query}`, { headers: { Accept: "application/json" } });
      const told = await answer.json();
      if (answer.ok) this.#show(told);
      else this.#refuse(told);
    } catch {
      this.#refuse({ error: say("The server does not answer."), lang: document.documentElement.lang });
    }
  }

  /** @param {RefusalAnswer} refusal */
  #refuse({ error, lang }) {
    const place = byId(this.isOpen ? "tried" : "handed");
    place.textContent = error;
    place.lang = lang;
  }

  /** @param {TriedMoves} told */
  #show({ fen, tried, moves }) {
    const isFirst = !this.isOpen;
    this.line = tried;
    this.moves = moves;
    this.from = null;
    byId("trying").hidden = false;
    byId("try").setAttribute("aria-expanded", "true");
    byId("game").toggleAttribute("data-trying", true);
    byId("handed").textContent = "";
    const text = tried.length ? say("Tried: {moves}", { moves: tried.join(" ") }) : say("Choose a move here or on the board.");
    byId("tried").lang = document.documentElement.lang;
    byId("tried").textContent = moves.length ? text : `${text} ${say("The game ends here.")}`;
    byIdAs(HTMLButtonElement, "untry").disabled = tried.length === 0;
    this.#list(moves);
    const last = tried.at(-1)?.match(/\d+/g)?.map(Number) ?? [];
    this.game.show({ fen, squares: last.length ? [...last.slice(0, 1), ...last.slice(-1)] : [], text: say("A move is tried") });
    if (isFirst || document.activeElement === document.body) byId("trying-title").focus({ preventScroll: true });
    if (isFirst) byId("game").scrollIntoView({ block: "nearest" });
  }

  /** @param {LegalMove[]} moves */
  #list(moves) {
    byId("legal").replaceChildren(
      ...moves.map(({ move }) => {
        const [item, button] = [create("li"), create("button", "", move)];
        button.type = "button";
        item.append(button);
        return item;
      }),
    );
  }

  /** @param {HTMLElement | null} button */
  #choose(button) {
    if (button) this.#ask([...this.line, button.textContent ?? ""]);
  }

  /** @param {MouseEvent} event */
  #point(event) {
    const square = this.isOpen ? this.#squareAt(event) : undefined;
    if (square === undefined) return;
    const fitting = this.moves.filter(({ squares: [from, to] }) => from === this.from && to === square);
    if (fitting.length === 1 && fitting[0]) {
      this.#ask([...this.line, fitting[0].move]);
      return;
    }
    const own = this.moves.filter(({ squares }) => squares[0] === square);
    this.from = fitting.length === 0 && own.length ? square : this.from;
    this.#list(fitting.length ? fitting : own.length ? own : this.moves);
    if (this.game.tried) this.game.show({ ...this.game.tried, squares: own.length ? [square, ...own.map(({ squares }) => squares[1])] : [] });
  }

  /**
   * The square at that point of the board; undefined beside the squares.
   * @param {MouseEvent} event
   */
  #squareAt({ clientX, clientY }) {
    const { size, flipped, mirrored, svg } = this.game.board;
    const { left, top, width } = svg.getBoundingClientRect();
    const units = (size * FIELD + 2 * FRAME) / width;
    const [column, row] = [clientX - left, clientY - top].map((px) => Math.floor((px * units - FRAME) / FIELD));
    return squareNumbers(size).find((square) => columnRow(square, size, flipped, mirrored).join() === [column, row].join());
  }

  #close() {
    byId("trying").hidden = true;
    byId("try").setAttribute("aria-expanded", "false");
    byId("game").toggleAttribute("data-trying", false);
  }
}
