// The list of moves at the desk: each with the mover's clock and what is wrong with it, and the board and the picture of the one chosen.
import { below, pictureAddress } from "../js/address.js";
import { countdown } from "../js/clock_time.js";
import { byId, byIdAs, create, part, setText, targetOf } from "../js/elements.js";
import { ends } from "../js/geometry.js";
import { scrolledTo } from "../js/move_list.js";
import { written } from "../js/plies.js";
import { say } from "../js/texts.js";
import { canonical } from "./canonical.js";
import { showLegend, shownDoubt } from "./doubt.js";
import { fetchPicture } from "./fetching.js";
import { GameRecord } from "./game_record.js";
import { verdictName } from "./names.js";

const TIMEOUT_MS = 8_000;
const SIDES = /** @type {const} */ (["white", "black"]);

export class Moves {
  /** @param {import("../js/board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.record = new GameRecord();
    /** @type {DeskGame | null} */
    this.view = null;
    this.isAsking = false;
    this.written = "";
    this.rows = byId("rows");
    this.#listen();
  }

  /** @param {DeskGame | null} view null between two games */
  async show(view) {
    if (view?.game !== this.view?.game) this.record = new GameRecord();
    this.view = view;
    const isKnown = !view || this.record.take(view.record);
    this.#draw();
    if (!isKnown) await this.#askForAll();
  }

  /** @param {number} place */
  go(place) {
    this.record.go(place);
    this.#draw();
  }

  #listen() {
    const steps = {
      first: () => this.go(0),
      back: () => this.go(this.record.shown - 1),
      forward: () => this.go(this.record.shown + 1),
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
    this.rows.addEventListener("click", (event) => {
      const button = targetOf(event, "button");
      if (button) this.go(Number(button.dataset.place));
    });
    new ResizeObserver(() => this.#follow()).observe(byId("scroll")); // such as when the picture has arrived
    byId("press-picture").querySelector("img")?.addEventListener("error", () => this.#noPicture());
  }

  // A picture that is not there; one of a board elsewhere is fetched, as somebody has opened that move.
  async #noPicture() {
    const name = this.record.entry?.picture;
    if (!this.view?.link || !name || this.record.live) {
      byId("press-picture").hidden = true;
      return;
    }
    const image = /** @type {HTMLImageElement} */ (part(byId("press-picture"), "img"));
    byId("press-picture").hidden = false;
    image.hidden = true;
    const isHere = await fetchPicture(name, part(byId("press-picture"), "figcaption"));
    if (isHere && this.record.entry?.picture === name) image.src = `${pictureAddress(name)}?fetched`;
    image.hidden = !isHere;
  }

  // Asks for the whole list, once at a time; a later event asks again where this fails.
  async #askForAll() {
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      const answer = await fetch(below("moves"), { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(TIMEOUT_MS) });
      /** @type {DeskMoves} */
      const all = await answer.json();
      if (answer.ok && all.game === this.view?.game) this.record.fill(all.entries);
    } catch {
      return;
    } finally {
      this.isAsking = false;
      this.#draw();
    }
  }

  #draw() {
    const { record, view } = this;
    const { entry, live } = record;
    const doubt = view && shownDoubt(live ? view.doubt : doubtAfter(entry), view.board_size);
    const marked = doubt?.says ? [] : ends(entry?.move ?? ""); // the position is that before the move
    if (view) {
      const fen = live ? view.stands : (entry?.fen ?? view.start);
      this.board.show(view.board_size, fen, marked, false, view.mirrored, doubt ?? undefined);
    } else {
      this.board.clear();
    }
    showLegend("doubt", doubt?.says ?? "");
    byId("game").toggleAttribute("data-past", !live);
    setText(byId("shown"), shownText(record));
    const focused = document.activeElement?.id;
    for (const id of ["first", "back"]) byIdAs(HTMLButtonElement, id).disabled = record.shown === 0;
    for (const id of ["forward", "last"]) byIdAs(HTMLButtonElement, id).disabled = live;
    // A button that is disabled loses the focus, and the keys with it: the opposite one takes it.
    if (record.shown === 0 && (focused === "first" || focused === "back")) byId("forward").focus();
    if (live && (focused === "forward" || focused === "last")) byId("back").focus();
    this.#list();
    showPicture(entry);
  }

  #list() {
    const { record } = this;
    const text = canonical(record.entries);
    if (text !== this.written) this.rows.replaceChildren(...record.rows.map(line));
    this.written = text;
    byId("no-moves").hidden = record.entries.length > 0;
    for (const button of this.rows.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
    const current = this.rows.querySelector(`[data-place="${record.shown}"]`);
    current?.setAttribute("aria-current", "step");
    this.#follow();
  }

  #follow() {
    follow(byId("scroll"), this.rows.querySelector("[aria-current]")?.closest("tr") ?? null);
  }
}

/** @param {import("./game_record.js").Row} row */
function line({ number, ...placed }) {
  const row = create("tr");
  const head = create("th", "", `${number}.`);
  head.scope = "row";
  row.append(head, ...SIDES.map((side) => cell(placed[side])));
  return row;
}

/** @param {import("./game_record.js").Placed | null} placed */
function cell(placed) {
  const element = create("td");
  if (!placed) return element;
  const { entry, place } = placed;
  const button = create("button");
  button.type = "button";
  button.dataset.place = String(place);
  button.append(create("b", "", entry.move ?? "…"));
  if (entry.left_ns !== null) button.append(" ", create("span", "left", countdown(entry.left_ns / 1e6)));
  if (entry.verdict) button.append(" ", create("span", entry.open ? "verdict open" : "verdict", verdictName(entry.verdict)));
  if (entry.off_record) button.append(" ", create("span", "off", fate(entry)));
  button.toggleAttribute("data-off", entry.off_record);
  element.append(button);
  return element;
}

/**
 * What became of a press that is not on the record any more.
 * @param {MoveEntry} entry
 */
function fate({ verdict }) {
  return verdict ? say("was put right") : say("taken back");
}

/**
 * What is in doubt after an earlier press; null where it was read.
 * @param {MoveEntry | null} entry
 */
function doubtAfter(entry) {
  return entry?.is_guess ? { since: entry.seq, squares: entry.doubt } : null;
}

/** @param {GameRecord} record */
function shownText({ entry, live }) {
  if (!entry) return say("Start position");
  const move = entry.move ? written({ ...entry, move: entry.move }) : "";
  const verdict = entry.verdict && verdictName(entry.verdict);
  const off = entry.off_record && fate(entry);
  return [live && say("Now"), move, say("Press {seq}", { seq: entry.seq }), verdict, off].filter(Boolean).join(" · ");
}

/**
 * Scrolls the list alone, never the page.
 * @param {HTMLElement} list
 * @param {HTMLElement | null} row
 */
function follow(list, row) {
  const head = part(list, "thead").offsetHeight;
  const top = row ? row.offsetTop - head : 0;
  const scrolled = row ? scrolledTo(list.scrollTop, list.clientHeight, top, row.offsetTop + row.offsetHeight) : 0;
  if (scrolled !== list.scrollTop) list.scrollTop = scrolled;
}

/** @param {MoveEntry | null} entry */
function showPicture(entry) {
  const figure = byId("press-picture");
  if (!entry?.picture) {
    figure.hidden = true;
    return;
  }
  const address = pictureAddress(entry.picture);
  const image = /** @type {HTMLImageElement} */ (part(figure, "img"));
  const isNew = image.getAttribute("src") !== address;
  if (isNew) {
    image.src = address;
    const link = /** @type {HTMLAnchorElement} */ (part(figure, "a"));
    link.href = address;
  }
  image.alt = say("The picture of press {seq}", { seq: entry.seq });
  setText(part(figure, "figcaption"), image.alt);
  figure.hidden = !isNew && image.complete && image.naturalWidth === 0; // it could not be loaded
}
