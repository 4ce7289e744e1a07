// What sides, pieces and results are called.
import { marked, say } from "./texts.js";

const SIDE_NAMES = { white: marked("White"), black: marked("Black") };

const PIECE_NAMES = {
  "white-man": marked("white man"),
  "white-king": marked("white king"),
  "black-man": marked("black man"),
  "black-king": marked("black king"),
};

const RESULT_NAMES = {
  "1-0": marked("White wins"),
  "0-1": marked("Black wins"),
  draw: marked("Draw"),
  void: marked("The game is void"),
  "*": marked("The recording has ended"),
};

/** @param {Side} side */
export function sideName(side) {
  return say(SIDE_NAMES[side]);
}

/** @param {Piece | null | undefined} piece nothing for an empty square */
export function pieceName(piece) {
  return piece ? say(PIECE_NAMES[piece]) : say("empty");
}

/**
 * A result as a spectator reads it.
 * @param {Result} result
 */
export function resultName(result) {
  return say(RESULT_NAMES[result]);
}
