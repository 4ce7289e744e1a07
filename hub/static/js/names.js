// What sides and pieces are called.
import { marked, say } from "./texts.js";

const SIDE_NAMES = { white: marked("White"), black: marked("Black") };

const PIECE_NAMES = {
  "white-man": marked("white man"),
  "white-king": marked("white king"),
  "black-man": marked("black man"),
  "black-king": marked("black king"),
};

/** @param {Side} side */
export function sideName(side) {
  return say(SIDE_NAMES[side]);
}

/** @param {Piece | null | undefined} piece nothing for an empty square */
export function pieceName(piece) {
  return piece ? say(PIECE_NAMES[piece]) : say("empty");
}
