// A small board on the wall: its number, the players, the clocks, the position with the last move, and the state of the game.
import { Board } from "../js/board.js";
import { Clocks } from "../js/clocks.js";
import { create, part } from "../js/elements.js";
import { toMove } from "../js/fen.js";
import { resultName, sideName } from "../js/names.js";
import { written } from "../js/plies.js";
import { svgElement } from "../js/svg.js";
import { say } from "../js/texts.js";

/** @type {Omit<WallGame, "key" | "name" | "link" | "age_ms" | "fen">} */
const EMPTY = { board_size: 10, mirrored: false, about: {}, clock: null, move: null, last_move: [], closed: false, on_paper: false, no_news: false, catching_up: false, withheld: false, result: "*" };

export class Tile {
  constructor() {
    /** @type {About} */
    this.about = {};
    this.place = Infinity;
    this.element = create("article", "tile");
    this.link = create("a");
    this.state = create("p", "state");
    this.svg = svgElement("svg", { class: "board", role: "img" });
    this.board = new Board(this.svg);
    this.sides = { white: player("white"), black: player("black") };
    this.clocks = new Clocks(this.sides);
    const title = create("h2");
    title.append(this.link);
    this.element.append(title, this.sides.black, this.svg, this.sides.white, this.state);
  }

  /** @param {WallTile} shown */
  show(shown) {
    /** @type {WallGame} */
    const view = { ...EMPTY, ...shown };
    this.about = view.about;
    const number = view.about.board || (/^\d+$/.test(view.name) ? view.name : "");
    this.place = Number(number) || Infinity;
    this.link.href = view.link;
    this.link.textContent = number ? say("Board {number}", { number }) : view.name;
    part(this.sides.white, ".name").textContent = view.about.white || say("White");
    part(this.sides.black, ".name").textContent = view.about.black || say("Black");
    this.board.show(view.board_size, view.fen || "W:W:B", view.last_move, false, view.mirrored);
    this.clocks.set(view.clock && view.closed ? { ...view.clock, running: null } : view.clock, view.age_ms);
    this.state.textContent = textOf(view);
    this.element.dataset.state = stateOf(view);
  }
}

/** @param {Pick<WallGame, "fen" | "closed" | "no_news">} view */
export function stateOf({ fen, closed, no_news: isSilent }) {
  if (isSilent) return "silent";
  if (!fen) return "waiting";
  return closed ? "over" : "playing";
}

/**
 * The last move, and the state of the game in words.
 * @param {Pick<WallGame, "fen" | "closed" | "on_paper" | "no_news" | "catching_up" | "withheld" | "move" | "result">} view
 */
export function textOf(view) {
  if (view.withheld) return say("This game cannot be shown now");
  if (!view.fen) return say("Not begun yet");
  const last = view.move && written(view.move);
  const turn = last ? "" : say("{side} to move", { side: sideName(toMove(view.fen)) });
  if (view.catching_up) return say("Catching up with this board");
  if (view.no_news) return say("No news from this board");
  const state = view.closed ? resultName(view.result) : view.on_paper ? say("Continued on paper") : turn;
  return [last, state].filter(Boolean).join(" · ");
}

/** @param {Side} side */
function player(side) {
  const element = create("div", "player");
  element.dataset.side = side;
  const use = svgElement("use", { href: `#${side}-man` });
  const disc = svgElement("svg", { class: "disc", viewBox: "-4.2 -4.2 8.4 8.4", "aria-hidden": "true" }, [use]);
  const clock = create("p", "clock");
  const time = create("span", "time");
  time.setAttribute("role", "timer");
  time.ariaLabel = say("{side}'s clock", { side: sideName(side) });
  clock.append(create("span", "unseen note"), time);
  element.append(disc, create("p", "name"), clock);
  return element;
}
