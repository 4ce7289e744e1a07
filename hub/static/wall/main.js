// The wall: one stream brings the fragments of what is new on all boards. In the browser run the clocks of the tiles, last moves, which slide,
// and the pages of a wall with more boards than fit.
import { Clocks } from "../js/clocks.js";
import { byId, part, setText } from "../js/elements.js";
import { followPage } from "../js/stream.js";
import { fit, fitNames, perPage, room } from "./fit.js";

const TURN_MS = 12_000;
const LEAVES_MS = 20_000; // so long after the last movement nobody is at the page
const SLIDE_MS = 220;
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

// The pages of a wall with more boards than the screen can show: they turn by themselves, and wait while somebody is at the page.
class Pages {
  /** @param {() => void} onTurn called when another page is to be shown */
  constructor(onTurn) {
    this.page = 0;
    this.pages = 1;
    this.turns = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.turnedMs = Date.now();
    this.touchedMs = -Infinity;
    this.onTurn = onTurn;
    for (const kind of ["pointermove", "pointerdown", "keydown", "wheel"]) addEventListener(kind, () => (this.touchedMs = Date.now()), { passive: true });
    byId("back").addEventListener("click", () => this.#go(-1));
    byId("on").addEventListener("click", () => this.#go(1));
    byId("turn").addEventListener("click", () => {
      this.turns = !this.turns;
      [this.touchedMs, this.turnedMs] = [-Infinity, Date.now()];
      this.#show();
    });
    setInterval(() => this.#tick(), 1_000);
    this.#show();
  }

  /**
   * The part of these tiles that the page shows which is open.
   * @template T
   * @param {T[]} tiles
   * @param {number} size so many are on a page
   */
  part(tiles, size) {
    this.pages = Math.max(1, Math.ceil(tiles.length / size));
    this.page = Math.min(this.page, this.pages - 1);
    this.#show();
    return tiles.slice(size * this.page, size * (this.page + 1));
  }

  #tick() {
    const now = Date.now();
    const isAttended = now - this.touchedMs < LEAVES_MS || byId("boards").contains(document.activeElement);
    if (!this.turns || isAttended || document.hidden || now - this.turnedMs < TURN_MS) return;
    this.#go(1);
  }

  /** @param {number} by */
  #go(by) {
    this.turnedMs = Date.now();
    if (this.pages < 2) return;
    this.page = (this.page + by + this.pages) % this.pages;
    this.onTurn();
  }

  #show() {
    byId("turning").hidden = this.pages < 2;
    byId("turn").ariaPressed = String(this.turns);
    const page = byId("page");
    setText(page, (page.dataset.text ?? "").replace("{page}", String(this.page + 1)).replace("{pages}", String(this.pages)));
  }
}

/** @type {WeakMap<Element, { clocks: Clocks, standing: Set<string> }>} */
const known = new WeakMap();

/**
 * Lets the clocks of a tile that was merged run on from their readings, and its last move slide where it is new.
 * @param {Element} tile
 */
function showTile(tile) {
  const [white, black] = [part(tile, "[data-side=white]"), part(tile, "[data-side=black]")];
  const before = known.get(tile);
  const clocks = before?.clocks ?? new Clocks({ white, black });
  clocks.read();
  const pieces = [...tile.querySelectorAll(".board use[x]")];
  const standing = new Set(pieces.map(placeOf));
  const moved = pieces.at(-1);
  if (moved instanceof SVGElement && before) slide(moved, before.standing, standing);
  known.set(tile, { clocks, standing });
}

/** @param {Element} piece */
function placeOf(piece) {
  return `${piece.getAttribute("x")} ${piece.getAttribute("y")}`;
}

/**
 * Lets the piece that was moved last slide to where it stands, unless it stood there before.
 * @param {SVGElement} piece
 * @param {Set<string>} before
 * @param {Set<string>} after
 */
function slide(piece, before, after) {
  const { from = "" } = piece.dataset;
  if (reducedMotion.matches || !before.has(from) || after.has(from) || before.has(placeOf(piece))) return;
  const [x, y] = from.split(" ").map((value, axis) => Number(value) - Number(piece.getAttribute(axis ? "y" : "x")));
  piece.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: SLIDE_MS, easing: "ease-in-out" });
}

const pages = new Pages(showPage);
let fitted = "";

/** @param {Element[]} merged */
function take(merged) {
  const changed = merged.flatMap((element) => [element.closest(".tile") ?? [...element.querySelectorAll(".tile")]].flat());
  for (const tile of new Set(changed)) showTile(tile);
  showPage();
  fitNames(changed.filter((tile) => tile instanceof HTMLElement && !tile.hidden));
}

// The boards of the page that is open, drawn as large as they fit.
function showPage() {
  const [boards, turning] = [byId("boards"), byId("turning")];
  const all = /** @type {HTMLElement[]} */ ([...boards.children]);
  turning.hidden = false; // its height counts where there are pages
  const shown = pages.part(all, perPage(...room(boards), all.length) || 1);
  for (const tile of all) tile.hidden = !shown.includes(tile);
  const now = [turning.hidden, byId("choice").hidden, ...shown.map(({ id }) => id)].join(" ");
  if (now !== fitted) fit(boards, shown);
  fitted = now;
}

function fitAll() {
  fitted = "";
  showPage();
}

take([byId("boards")]);
addEventListener("resize", fitAll);
const above = new ResizeObserver(fitAll); // a longer heading leaves the boards less room
for (const element of [part(document.body, ".top"), byId("parts")]) above.observe(element);
followPage(take);
