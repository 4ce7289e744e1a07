// One board in small: its number, who plays, the clocks, the position with the last move, and how it stands or ended.
import { Board } from "../js/board.js";
import { Clocks } from "../js/clocks.js";
import { toMove } from "../js/fen.js";
import { say } from "../js/texts.js";

const SVG = "http://www.w3.org/2000/svg";
const EMPTY = { fen: "", board_size: 10, about: {}, clock: null, move: null, last_move: [], closed: false, on_paper: false };

export class Tile {
  constructor() {
    this.about = {};
    this.place = Infinity;
    this.element = made("article", "tile");
    this.link = made("a");
    this.state = made("p", "state");
    this.svg = document.createElementNS(SVG, "svg");
    this.svg.setAttribute("class", "board");
    this.svg.setAttribute("role", "img");
    this.board = new Board(this.svg);
    this.sides = { white: player("white"), black: player("black") };
    this.clocks = new Clocks(this.sides);
    const title = made("h2");
    title.append(this.link);
    this.element.append(title, this.sides.black, this.svg, this.sides.white, this.state);
  }

  show(told) {
    const view = { ...EMPTY, ...told };
    this.about = view.about;
    const number = view.about.board || (/^\d+$/.test(view.name) ? view.name : "");
    this.place = Number(number) || Infinity;
    this.link.href = view.link;
    this.link.textContent = number ? say("board_number", { board: number }) : view.name;
    for (const side of ["white", "black"]) this.sides[side].querySelector(".name").textContent = view.about[side] || say(side);
    this.board.show(view.board_size, view.fen || "W:W:B", view.last_move, false);
    const stands = view.clock && (view.reachable === false || view.closed);
    this.clocks.set(stands ? { ...view.clock, running: null } : view.clock, view.age_ms);
    this.state.textContent = says(view);
    this.element.dataset.state = stateOf(view);
  }
}

function stateOf({ reachable, fen, closed }) {
  if (reachable === false) return "unreachable";
  if (reachable === null || !fen) return "waiting";
  return closed ? "over" : "playing";
}

function says(view) {
  if (view.reachable === false) return say("unreachable");
  if (view.reachable === null) return say("asking");
  if (!view.fen) return say("waiting");
  const { number, side, move } = view.move ?? {};
  const last = move && `${number}${side === "white" ? "." : "…"} ${move}`;
  const stands = view.closed ? say(view.result) : view.on_paper ? say("on_paper") : !last && say("to_move", { side: say(toMove(view.fen)) });
  return [last, stands].filter(Boolean).join(" · ");
}

function player(side) {
  const element = made("div", "player");
  element.dataset.side = side;
  const disc = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  disc.setAttribute("class", "disc");
  disc.setAttribute("viewBox", "-4.2 -4.2 8.4 8.4");
  disc.ariaHidden = "true";
  use.setAttribute("href", `#${side}-man`);
  disc.append(use);
  const clock = made("p", "clock");
  const time = made("span", "time");
  time.setAttribute("role", "timer");
  time.ariaLabel = say("clock_of", { side: say(side) });
  clock.append(made("span", "unseen note"), time);
  element.append(disc, made("p", "name"), clock);
  return element;
}

function made(name, kind = "") {
  const element = document.createElement(name);
  if (kind) element.className = kind;
  return element;
}
