// The dialog in which a position is set up by hand: dragged, tapped, by keys or typed as a FEN, beside the position that stands now.
import { Board, newestPosition, pieceName } from "../js/board.js";
import { sideOf } from "../js/clocks.js";
import { byId, byIdAs, setText, targetOf } from "../js/elements.js";
import { say, sayMany } from "../js/texts.js";
import { doubtIn, showLegend } from "./moves.js";
import { pieceOf, PIECES, Position } from "./position.js";
import { explain } from "./rulings.js";
import { drag, Squares } from "./squares.js";

const HAND = "hand";

export class Setup {
  /** @param {(fields: URLSearchParams, name: string) => Promise<boolean>} send resolves to whether the position stands. The dialog shows its errors. */
  constructor(send) {
    this.send = send;
    this.dialog = byIdAs(HTMLDialogElement, "setup");
    this.sendButton = byIdAs(HTMLButtonElement, "setup-send");
    this.fen = byIdAs(HTMLInputElement, "setup-fen");
    this.now = new Board(byIdAs(SVGSVGElement, "setup-now"));
    this.board = new Board(byIdAs(SVGSVGElement, "setup-board"));
    this.squares = new Squares(byId("setup-squares"), (square, piece) => this.#nameOf(square, piece));
    this.position = new Position();
    this.tool = HAND;
    /** @type {number | null} the square of the piece that is picked up */
    this.pickedUp = null;
    this.seen = stateShown(); // that the arbiter has seen
    this.#listen();
  }

  // Shows the position of now. A position that was set up on another state waits until the arbiter has seen the new one.
  update() {
    const { fen, size, isMirrored } = newestPosition();
    byIdAs(HTMLButtonElement, "setup-open").disabled = !fen;
    if (!fen) return;
    const doubt = this.#doubt;
    this.now.show(size, fen, [], false, isMirrored, doubt);
    showLegend("setup-doubt", doubt.says);
    setText(byId("setup-caption"), doubt.says ? say("Last known") : say("Now"));
    setText(byId("setup-fill-now"), doubt.says ? say("Last known") : say("What stands now"));
    byId("setup-news").hidden = !this.dialog.open || this.#isSeen;
    this.sendButton.disabled = !byId("setup-news").hidden;
  }

  get #isSeen() {
    const { game, seq, after } = stateShown();
    return this.seen.game === game && this.seen.seq === seq && this.seen.after === after;
  }

  #see() {
    this.seen = stateShown();
    this.update();
  }

  #open() {
    this.squares.lay(this.#size, false, newestPosition().isMirrored);
    this.#see();
    this.#fill("now");
    this.#choose(HAND);
    byIdAs(HTMLInputElement, "setup-reason").value = byIdAs(HTMLInputElement, "reason").value;
    this.dialog.showModal();
  }

  get #size() {
    return newestPosition().size;
  }

  // The squares of which it is not known what stands there now, and what is said of them.
  get #doubt() {
    return doubtIn(byId("position").dataset);
  }

  /**
   * @param {number} square
   * @param {Piece | undefined} piece
   */
  #nameOf(square, piece) {
    const values = { square, piece: pieceName(piece) };
    return this.#doubt.squares.includes(square) ? say("{square}: {piece}, in doubt", values) : `${square}: ${values.piece}`;
  }

  /** @param {string} from `now` for the last known position, `start` or `clear` */
  #fill(from) {
    const fen = from === "now" ? newestPosition().fen : from === "start" ? byId("rows").dataset.fen : "";
    this.position = this.#read(fen ?? "") ?? new Position(this.position.side);
    this.#show();
  }

  /** @param {string} fen */
  #read(fen) {
    return Position.from(fen, this.#size ** 2 / 2);
  }

  #show(said = "") {
    const { standing, side, fen, counts } = this.position;
    const { size, isMirrored } = newestPosition();
    this.board.show(size, fen, this.pickedUp ? [this.pickedUp] : [], false, isMirrored, { ...this.#doubt, says: "" });
    this.squares.show(standing, this.pickedUp);
    this.fen.value = fen;
    this.fen.removeAttribute("aria-invalid");
    for (const input of this.dialog.querySelectorAll("input")) if (input.type === "radio") input.checked = input.value === side;
    const quiet = counts && say("Quiet moves with the same king (Art. 17), Black's first: {counts}", { counts: counts.slice(1) });
    const summary = [this.#pieces(), quiet].filter(Boolean).join(" ");
    byId("setup-counts").textContent = summary;
    byId("setup-said").textContent = said && `${said}. ${summary}`;
    byId("setup-fault").textContent = "";
  }

  #pieces() {
    /** @param {Side} side */
    const of = (side) => {
      const men = sayMany("{count} man", "{count} men", this.position.count(`${side}-man`));
      const kings = sayMany("{count} king", "{count} kings", this.position.count(`${side}-king`));
      return `${men}, ${kings}`;
    };
    return say("White: {white}. Black: {black}.", { white: of("white"), black: of("black") });
  }

  /** @param {number} square */
  #showSquare(square) {
    this.#show(this.#nameOf(square, this.position.standing.get(square)));
  }

  /**
   * @param {number} square
   * @param {Piece | null} piece
   */
  #put(square, piece) {
    this.position.put(square, piece);
    this.#showSquare(square);
  }

  /** @param {string} tool */
  #choose(tool) {
    this.tool = tool;
    this.pickedUp = null;
    for (const button of byId("tray").querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.tool === tool));
    this.#show();
  }

  /**
   * The hand picks a piece up and puts it down. A piece as the tool is put on the square, or taken off when it stands there already.
   * @param {number} square
   */
  #tap(square) {
    const piece = this.position.standing.get(square);
    if (this.tool !== HAND) {
      this.#put(square, piece === this.tool ? null : pieceOf(this.tool));
    } else if (this.pickedUp) {
      this.#carry(this.pickedUp, square);
    } else if (piece) {
      this.pickedUp = square;
      this.#show(say("Taken up from {square}", { square }));
    }
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  #carry(from, to) {
    this.pickedUp = null;
    this.position.move(from, to);
    this.#showSquare(to);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const square = squareOf(event);
    const isErasing = event.key === "Delete" || event.key === "Backspace";
    if (!square || !(isErasing || /^[0-4]$/.test(event.key))) return;
    event.preventDefault();
    this.pickedUp = null;
    this.#put(square, isErasing ? null : (PIECES[Number(event.key) - 1] ?? null));
  }

  #type() {
    const typed = this.#read(this.fen.value);
    this.fen.setAttribute("aria-invalid", String(!typed));
    byId("setup-fault").textContent = typed ? "" : say("This is no FEN of a position on this board.");
    if (!typed) return;
    this.pickedUp = null;
    this.position = typed;
    this.#show();
  }

  /**
   * @param {HTMLElement} from a square, or a piece in the tray
   * @param {number} x
   * @param {number} y
   */
  #drop(from, x, y) {
    const to = this.squares.at(x, y);
    const { square, tool } = from.dataset;
    if (tool) {
      if (to) this.#put(to, pieceOf(tool));
    } else if (to) {
      this.#carry(Number(square), to);
    } else {
      this.#put(Number(square), null);
    }
  }

  async #send() {
    byId("setup-fault").textContent = "";
    this.sendButton.disabled = true;
    const reason = byIdAs(HTMLInputElement, "setup-reason").value;
    try {
      const name = byId("setup-title").textContent ?? "";
      const stands = await this.send(new URLSearchParams({ ruling: "word=position", fen: this.fen.value, reason, ...this.seen }), name);
      if (stands) this.dialog.close();
    } catch (error) {
      explain(byId("setup-fault"), error);
    }
    this.update();
  }

  #listen() {
    byId("setup-open").addEventListener("click", () => this.#open());
    byId("setup-seen").addEventListener("click", () => this.#see());
    byId("setup-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#send();
    });
    this.fen.addEventListener("input", () => this.#type());
    byId("setup-squares").addEventListener("click", (event) => {
      const square = squareOf(event);
      if (square) this.#tap(square);
    });
    byId("setup-squares").addEventListener("keydown", (event) => this.#key(event));
    byId("tray").addEventListener("click", (event) => {
      const tool = targetOf(event, "button")?.dataset.tool;
      if (tool) this.#choose(tool);
    });
    this.dialog.addEventListener("click", (event) => {
      const from = targetOf(event, "[data-fill]")?.dataset.fill;
      if (from) this.#fill(from);
    });
    this.dialog.addEventListener("change", ({ target }) => {
      const side = target instanceof HTMLInputElement && target.name === "setup-side" ? sideOf(target.value) : undefined;
      if (!side) return;
      this.position.side = side;
      this.#show();
    });
    for (const box of [byId("setup-squares"), byId("tray")]) {
      drag(box, (from) => this.#dragged(from), (from, x, y) => this.#drop(from, x, y));
    }
  }

  /** @param {HTMLElement} from */
  #dragged({ dataset: { square, tool } }) {
    const piece = square ? this.position.standing.get(Number(square)) : pieceOf(tool);
    return piece ? { piece, width: this.squares.width, layer: this.dialog } : null;
  }
}

/**
 * The number of the square that an event is about; NaN where it is about none.
 * @param {Event} event
 */
function squareOf(event) {
  return Number(targetOf(event, "[data-square]")?.dataset.square);
}

// The state of the game that the page shows; `ruled_ns` is when the ruling was made that can be undone.
export function stateShown() {
  const { game = "", seq = "", after = "", ruled = "" } = byId("position").dataset;
  return { game, seq, after, ruled_ns: ruled };
}
