// The board as SVG: fields and numbers once for each size and side, pieces and the last move's squares as they change.
import { pieces } from "./fen.js";
import { columnRow } from "./geometry.js";
import { element } from "./svg.js";
import { say } from "./texts.js";

const FIELD = 10;
const EDGE = 0.28; // half the stroke of a mark, which so stays within its field
const SLIDE_MS = 220;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Board {
  constructor(svg) {
    this.svg = svg;
    this.size = 0;
    this.flipped = false;
    this.standing = new Map();
  }

  show(size, fen, marked, flipped) {
    if (size !== this.size || flipped !== this.flipped) this.#lay(size, flipped);
    const before = this.standing;
    this.standing = pieces(fen);
    this.marks.replaceChildren(...marked.map((square) => this.#field(square, "mark", EDGE)));
    this.men.replaceChildren(...[...this.standing].map(([square, piece]) => this.#piece(square, piece)));
    const [from, to] = marked;
    if (before.has(from) && !before.has(to) && this.standing.has(to)) this.#slide(from, to);
    this.svg.setAttribute("aria-label", describe(this.standing));
  }

  // No board, until one is shown.
  clear() {
    this.size = 0;
    this.standing = new Map();
    this.svg.replaceChildren();
    this.svg.removeAttribute("aria-label");
  }

  #lay(size, flipped) {
    this.size = size;
    this.flipped = flipped;
    this.standing = new Map();
    const width = size * FIELD;
    this.svg.setAttribute("viewBox", `-2 -2 ${width + 4} ${width + 4}`);
    const numbers = Array.from({ length: (size * size) / 2 }, (_, index) => index + 1);
    this.marks = element("g");
    this.men = element("g");
    this.svg.replaceChildren(
      element("rect", { class: "frame", x: -2, y: -2, width: width + 4, height: width + 4, rx: 1.6 }),
      element("rect", { class: "light", width, height: width }),
      element("g", {}, numbers.map((square) => this.#field(square, "dark"))),
      this.marks,
      element("g", {}, numbers.map((square) => this.#number(square))),
      this.men,
    );
  }

  #at(square) {
    return columnRow(square, this.size, this.flipped).map((place) => place * FIELD);
  }

  #field(square, kind, inset = 0) {
    const [x, y] = this.#at(square);
    const width = FIELD - 2 * inset;
    return element("rect", { class: kind, x: x + inset, y: y + inset, width, height: width });
  }

  #number(square) {
    const [x, y] = this.#at(square);
    const text = element("text", { class: "number", x: x + 0.3, y: y + 1.75 });
    text.textContent = square;
    return text;
  }

  #piece(square, piece) {
    const [x, y] = this.#at(square);
    const use = element("use", { href: `#${piece}` });
    return element("g", { transform: `translate(${x + FIELD / 2} ${y + FIELD / 2}) scale(.97)`, "data-square": square, "data-piece": piece }, [use]);
  }

  #slide(from, to) {
    if (calm.matches) return;
    const [x0, y0] = this.#at(from);
    const [x1, y1] = this.#at(to);
    const piece = this.men.querySelector(`[data-square="${to}"]`);
    this.men.append(piece);
    const start = `translate(${x0 - x1}px, ${y0 - y1}px)`;
    piece.firstChild.animate([{ transform: start }, { transform: "none" }], { duration: SLIDE_MS, easing: "ease-in-out" });
  }
}

function describe(standing) {
  const listed = (side) => {
    const own = [...standing].filter(([, piece]) => piece.startsWith(side));
    return own.map(([square, piece]) => (piece.endsWith("king") ? say("king", { square }) : square)).join(", ") || say("none");
  };
  return say("pieces", { white: listed("white"), black: listed("black") });
}
