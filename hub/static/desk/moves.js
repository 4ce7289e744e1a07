// The moves at the desk as the server rendered them, with the board and the picture of the one that is shown: the newest (live), or one that
// the arbiter went back to.
import { byId, byIdAs, part, pictureAddress, setText } from "../js/elements.js";
import { ends, newestPosition } from "../js/board.js";
import { MoveList } from "../js/move_list.js";
import { say } from "../js/texts.js";
import { fetchPicture } from "./alerts.js";

export class Moves {
  /** @param {import("../js/board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.list = new MoveList((place) => this.go(place));
    this.game = "";
    /** @type {number | null} how many moves there are up to the one that the arbiter went back to */
    this.chosen = null;
    this.#listen();
  }

  // Shows what was merged into the page; another game from its newest move on.
  take() {
    const { game } = newestPosition();
    if (game !== this.game) this.chosen = null;
    this.game = game;
    this.go(this.#shown);
  }

  /** @param {number} place how many moves there are up to the one to show */
  go(place) {
    this.chosen = place > this.list.buttons.length || place === this.#standing ? null : Math.max(0, place);
    this.#draw();
  }

  // How many moves there are up to the last one that stands: what came after it was put right or taken back.
  get #standing() {
    return this.list.buttons.findLastIndex(({ dataset }) => dataset.off === undefined) + 1;
  }

  // How many moves there are up to the one that led to the position shown; 0 is the start position.
  get #shown() {
    return this.chosen ?? this.#standing;
  }

  // The move that led to the position shown.
  get #move() {
    return this.list.buttons[this.#shown - 1]?.dataset;
  }

  #listen() {
    const steps = {
      first: () => this.go(0),
      back: () => this.go(this.#shown - 1),
      forward: () => this.go(this.#shown + 1),
      last: () => this.go(Infinity),
    };
    for (const [id, step] of Object.entries(steps)) byId(id).addEventListener("click", step);
    /** @type {{ [key: string]: () => void }} */
    const keys = { ArrowLeft: steps.back, ArrowRight: steps.forward, Home: steps.first, End: steps.last };
    for (const area of [byId("game"), byId("moves")]) {
      area.addEventListener("keydown", (event) => {
        const step = keys[event.key];
        if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        step();
      });
    }
    byId("press-picture").querySelector("img")?.addEventListener("error", () => this.#noPicture());
  }

  // A picture that is not there; one of a board elsewhere is fetched, as somebody has opened that move.
  async #noPicture() {
    const picture = this.#move?.picture;
    const figure = byId("press-picture");
    const image = /** @type {HTMLImageElement} */ (part(figure, "img"));
    const mayCome = picture && this.chosen !== null && byId("position").dataset.elsewhere !== undefined;
    figure.hidden = !mayCome;
    if (!mayCome) return;
    image.hidden = true;
    const isHere = await fetchPicture(picture, part(figure, "figcaption"));
    if (isHere && this.#move?.picture === picture) image.src = `${pictureAddress(picture)}?fetched`;
    image.hidden = !isHere;
  }

  #draw() {
    const { fen, size, isMirrored } = newestPosition();
    const move = this.#move;
    const isLive = this.chosen === null;
    const doubt = doubtIn(isLive ? byId("position").dataset : (move ?? {}));
    if (fen) {
      const marked = doubt.says ? [] : ends(move?.move ?? ""); // the position is that before the move
      this.board.show(size, isLive ? fen : (move?.fen ?? this.list.start.fen), marked, false, isMirrored, doubt);
    } else this.board.clear();
    showLegend("doubt", doubt.says);
    byId("game").toggleAttribute("data-past", !isLive);
    setText(byId("shown"), move ? [isLive && say("Now"), move.says].filter(Boolean).join(" · ") : say("Start position"));
    this.#enable(isLive);
    this.list.mark(this.#shown);
    showPicture(move);
  }

  /** @param {boolean} isLive */
  #enable(isLive) {
    const focused = document.activeElement?.id;
    const isFirst = this.#shown === 0;
    for (const id of ["first", "back"]) byIdAs(HTMLButtonElement, id).disabled = isFirst;
    for (const id of ["forward", "last"]) byIdAs(HTMLButtonElement, id).disabled = isLive;
    // A button that is disabled loses the focus, and the keys with it: the opposite one takes it.
    if (isFirst && (focused === "first" || focused === "back")) byId("forward").focus();
    if (isLive && (focused === "forward" || focused === "last")) byId("back").focus();
  }
}

/**
 * The squares in doubt of a position, and what is said of them; nothing where it is known.
 * @param {DOMStringMap} data
 * @returns {import("../js/board.js").ShownDoubt}
 */
export function doubtIn({ doubt = "", doubted = "" }) {
  return { squares: doubt.split(",").filter(Boolean).map(Number), says: doubted };
}

/**
 * Shows the text in that legend below a board; hides it where there is none.
 * @param {string} id
 * @param {string} says
 */
export function showLegend(id, says) {
  byId(id).hidden = !says;
  setText(part(byId(id), "span"), says);
}

/** @param {DOMStringMap | undefined} move */
function showPicture({ picture, seq } = {}) {
  const figure = byId("press-picture");
  if (!picture) {
    figure.hidden = true;
    return;
  }
  const address = pictureAddress(picture);
  const image = /** @type {HTMLImageElement} */ (part(figure, "img"));
  const isNew = image.getAttribute("src") !== address;
  if (isNew) {
    image.src = address;
    const link = /** @type {HTMLAnchorElement} */ (part(figure, "a"));
    link.href = address;
  }
  image.alt = say("The picture of press {seq}", { seq });
  setText(part(figure, "figcaption"), image.alt);
  figure.hidden = !isNew && image.complete && image.naturalWidth === 0; // it could not be loaded
}
