// What the players say, and the dialog in which they enter the last move by taps on the board. Each statement is confirmed once, sent once, and
// the page tells what became of it.
import { Squares } from "../desk/squares.js";
import { listed, newestPosition, pieceName, pieces, sideName } from "../js/board.js";
import { sideOf } from "../js/clocks.js";
import { below, byId, byIdAs, holdBack, targetOf } from "../js/elements.js";
import { say } from "../js/texts.js";

/** @typedef {import("../js/board.js").Board} Board */

const TIMEOUT_MS = 15_000; // the service answers within five seconds, or the server gives up on it
const SHOWN_MS = 3_000; // a message stays for at least so long

let token = document.body.dataset.token ?? "";
let shownMs = 0;
let last = Promise.resolve(true);

export class Entry {
  /**
   * @param {Board} board
   * @param {() => void} show shows the page without the dialog
   */
  constructor(board, show) {
    this.board = board;
    this.show = show;
    this.open = false;
    this.turned = false;
    /** @type {PressToEnter | null} */
    this.press = null;
    this.move = new EnteredMove("");
    this.squares = new Squares(byId("squares"), nameOfSquare);
    byId("squares").addEventListener("click", (event) => this.#tap(targetOf(event, "[data-square]")));
    byId("clear").addEventListener("click", () => this.#clear());
    byId("close").addEventListener("click", () => this.#close());
    byId("store").addEventListener("click", () => this.#store());
  }

  /**
   * The game went on. What is entered stays as long as the same press is still asked for.
   * @param {boolean} turned
   */
  take(turned) {
    this.turned = turned;
    const asked = askedFor();
    if (asked?.seq !== this.press?.seq || asked?.fen !== this.press?.fen) this.open = false;
    this.#draw();
  }

  begin() {
    const press = askedFor();
    if (!press) return;
    this.press = press;
    this.open = true;
    this.move = new EnteredMove(press.fen);
    this.#draw();
    this.squares.focus();
  }

  #clear() {
    this.move.clear();
    this.#draw();
  }

  #close() {
    this.open = false;
    this.show();
  }

  /** @param {HTMLElement | null} button */
  #tap(button) {
    if (!button) return;
    this.move.tap(Number(button.dataset.square));
    this.#draw();
  }

  async #store() {
    const { press } = this;
    const { from, to, captured } = this.move;
    if (!press || from === null || to === null) return;
    byIdAs(HTMLButtonElement, "store").disabled = true; // a second tap sends nothing more
    const { game } = newestPosition();
    if (await send({ say: "move", seq: press.seq, from, to, captured: [...captured], start: press.fen, game })) this.open = false;
    this.show();
  }

  #draw() {
    byId("entry").hidden = !this.open;
    byId("squares").hidden = !this.open;
    byId("over").toggleAttribute("data-entry", this.open);
    if (!this.open || !this.press) return;
    const { size, isMirrored: mirrored } = newestPosition();
    const { from, to, fen, squares, standing } = this.move;
    this.board.show(size, fen, squares, this.turned, mirrored);
    this.squares.lay(size, this.turned, mirrored);
    this.squares.show(standing, from);
    byId("entry-title").textContent = say("Enter {side}'s move", { side: sideName(this.press.side) });
    byId("hint").textContent = hint(from, to);
    byId("so-far").textContent = this.move.written;
    byIdAs(HTMLButtonElement, "store").disabled = !this.move.isComplete;
  }
}

/**
 * The press whose move the players are asked for, or may enter anew; null where there is none.
 * @returns {PressToEnter | null}
 */
function askedFor() {
  const { seq, side, fen } = byId("enter").dataset;
  const of = sideOf(side);
  return seq && of && fen ? { seq: Number(seq), side: of, fen } : null;
}

/**
 * @param {number} square
 * @param {Piece | undefined} piece
 */
function nameOfSquare(square, piece) {
  return say("Square {square}: {piece}", { square, piece: pieceName(piece) });
}

/**
 * What is to be tapped next.
 * @param {number | null} from
 * @param {number | null} to
 */
function hint(from, to) {
  if (from === null) return say("Tap the piece that was moved.");
  if (to === null) return say("Tap the square where it stands now. Tap another piece if that was captured.");
  return say("Tap each captured piece. Is it right? Then store the move.");
}

// A move as players enter it by taps on squares: from where, to where, and what was captured. Whatever they enter is accepted.
export class EnteredMove {
  /** @param {string} fen the position before the move */
  constructor(fen) {
    this.before = pieces(fen);
    this.clear();
  }

  clear() {
    /** @type {number | null} */
    this.from = null;
    /** @type {number | null} */
    this.to = null;
    /** @type {Set<number>} */
    this.captured = new Set();
  }

  /** @param {number} square */
  tap(square) {
    const isOccupied = this.before.has(square);
    if (this.from === null) {
      if (isOccupied) this.from = square;
    } else if (square === this.from) {
      if (this.captured.size) this.to = square; // a capture may end where it began
      else this.clear();
    } else if (!isOccupied) this.to = square;
    else if (!this.captured.delete(square)) this.captured.add(square);
  }

  get isComplete() {
    return this.from !== null && this.to !== null;
  }

  // The pieces after the move as far as it is entered.
  get standing() {
    const standing = new Map(this.before);
    for (const square of this.captured) standing.delete(square);
    const piece = this.from === null ? undefined : this.before.get(this.from);
    if (this.from !== null && this.to !== null && piece) {
      standing.delete(this.from);
      standing.set(this.to, piece);
    }
    return standing;
  }

  get fen() {
    const { standing } = this;
    return `W:W${listed(standing, "white")}:B${listed(standing, "black")}`;
  }

  // The squares that the move names.
  get squares() {
    return [this.from, this.to, ...this.captured].filter((square) => square !== null);
  }

  // The move as far as it is entered: `32-…`, `32x21 (27)`.
  get written() {
    if (this.from === null) return "…";
    const captured = this.captured.size ? ` (${[...this.captured].join(", ")})` : "";
    return `${this.from}${this.captured.size ? "x" : "-"}${this.to ?? "…"}${captured}`;
  }
}

/**
 * Shows a message; an empty one hides the last, unless that was shown only just now.
 * @param {string} text
 */
export function showMessage(text, isGood = false) {
  if (!text && performance.now() - shownMs < SHOWN_MS) return;
  shownMs = performance.now();
  byId("told").textContent = text;
  byId("told").dataset.good = isGood ? "yes" : "no";
  byId("told").hidden = !text;
}

/** @param {PlayersWord} word */
async function post(word) {
  const headers = { "Content-Type": "application/json", Accept: "application/json", "X-Token": token };
  return fetch(below("say"), { method: "POST", headers, body: JSON.stringify(word), signal: AbortSignal.timeout(TIMEOUT_MS) });
}

/**
 * Posts the word. A tablet stays open for longer than a token is valid: then the page fetches a new one and tries once more.
 * @param {PlayersWord} word
 */
async function postWithToken(word) {
  const answer = await post(word);
  if (answer.status !== 401 && answer.status !== 403) return answer;
  token = (await (await fetch(below("token"), { headers: { Accept: "application/json" } })).json()).token;
  return post(word);
}

/**
 * Sends the word after all words before it; whether it was done.
 * @param {PlayersWord} word
 * @returns {Promise<boolean>}
 */
function send(word) {
  last = last.then(() => sendNow(word));
  return last;
}

/** @param {PlayersWord} word */
async function sendNow(word) {
  showBusy(true);
  try {
    if ((await postWithToken(word)).ok) {
      showMessage(word.say === "arbiter-called" ? say("The arbiter was called. The clock goes on.") : say("Stored"), true);
      return true;
    }
    showMessage(say("That could not be done now. Look how the game stands."));
  } catch {
    showMessage(say("No answer came. Look whether it was done."));
  } finally {
    showBusy(false);
  }
  return false;
}

/** @param {boolean} isBusy */
function showBusy(isBusy) {
  document.body.toggleAttribute("data-busy", isBusy);
}

// A button that says something says it at once; one that asks opens its dialog, whose buttons say it.
export function listenToPlayers() {
  addEventListener("click", (event) => {
    const button = targetOf(event, "[data-say], [data-asks]");
    const { say: word, side, asks } = button?.dataset ?? {};
    if (word || asks) button?.closest("dialog")?.close();
    if (word) send({ say: word, side: side === "black" ? "black" : "white", game: newestPosition().game });
    if (asks) ask(byIdAs(HTMLDialogElement, asks));
  });
}

/** @param {HTMLDialogElement} dialog */
function ask(dialog) {
  for (const button of dialog.querySelectorAll(".both button")) if (button instanceof HTMLButtonElement) holdBack(button);
  dialog.showModal();
}
