// Positions and moves that people enter: at the desk, and on the tablet.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "./fake_page.js";
import { pieceOf, Position } from "../../hub/static/desk/position.js";
import { EnteredMove } from "../../hub/static/tablet/entry.js";

const { stepped } = await import("../../hub/static/desk/squares.js");
/** @type {EnteredMove} */
let move;

beforeEach(() => {
  move = new EnteredMove("W:W32,K5:B27,19");
});

/** @param {string} fen */
function read(fen) {
  return Position.from(fen, 50)?.fen;
}

test("a FEN that is typed is read in capitals or not, with spaces, ranges and kings", () => {
  assert.equal(read("w:w32, k5 : b19"), "W:WK5,32:B19");
  assert.equal(read("B:B1-3:W50."), "B:W50:B1,2,3");
  assert.equal(read("W:W32"), "W:W32:B");
});

test("the counts of a FEN are kept until the position changes", () => {
  const position = Position.from("W:WK5:BK46:H0:F1:+2+0", 50);
  assert.equal(position?.fen, "W:WK5:BK46:H0:F1:+2+0");
  position?.put(46, null);
  assert.equal(position?.fen, "W:WK5:B");
});

test("a text that is no FEN of this board is refused", () => {
  for (const fen of ["", "W", "X:W32:B19", "W:W51:B19", "W:W0:B19", "W:W32,:B19", "W:W32:B19:W31", "W:Wa:B19"]) assert.equal(read(fen), undefined, fen);
  assert.equal(Position.from("W:W33:B1", 32), null);
});

test("pieces are put, moved and counted", () => {
  const position = new Position("black");
  position.put(32, "white-man");
  position.put(5, "white-king");
  position.move(32, 28);
  position.move(5, 5);
  assert.equal(position.fen, "B:WK5,28:B");
  position.move(28, 5);
  assert.equal(position.fen, "B:W5:B", "it replaces the piece that stood there");
  assert.deepEqual([position.count("white-man"), position.count("white-king")], [1, 0]);
  position.move(40, 5);
  assert.equal(position.fen, "B:W:B");
  assert.deepEqual([pieceOf("black-king"), pieceOf("erase"), pieceOf(undefined)], ["black-king", null, null]);
});

test("arrow keys step from square to square and stop at the edges", () => {
  assert.equal(stepped(0, 10, [1, 0]), 1);
  assert.equal(stepped(4, 10, [1, 0]), -1);
  assert.equal(stepped(5, 10, [-1, 0]), -1);
  assert.equal(stepped(0, 10, [0, 1]), 5);
  assert.equal(stepped(0, 10, [0, -1]), -1);
  assert.equal(stepped(49, 10, [0, 1]), -1);
  assert.equal(stepped(31, 8, [0, -1]), 27);
});

test("a move is entered by its first and its last square", () => {
  move.tap(28);
  assert.deepEqual([move.from, move.written], [null, "…"], "nothing stands on 28");
  move.tap(32);
  assert.deepEqual([move.written, move.isComplete], ["32-…", false]);
  move.tap(28);
  assert.deepEqual([move.written, move.isComplete, move.squares], ["32-28", true, [32, 28]]);
  assert.equal(move.fen, "W:WK5,28:B27,19");
});

test("pieces that are tapped after the first square are captured, and a second tap puts them back", () => {
  for (const square of [32, 27, 19, 21]) move.tap(square);
  assert.deepEqual([move.written, move.fen], ["32x21 (27, 19)", "W:WK5,21:B"]);
  move.tap(19);
  assert.deepEqual([move.written, move.fen, move.squares], ["32x21 (27)", "W:WK5,21:B19", [32, 21, 27]]);
});

test("a capture may end where it began; without captured pieces a second tap on the first square clears the move", () => {
  move.tap(32);
  move.tap(32);
  assert.deepEqual([move.from, move.fen], [null, "W:W32,K5:B27,19"]);
  for (const square of [5, 19, 5]) move.tap(square);
  assert.deepEqual([move.written, move.fen], ["5x5 (19)", "W:W32,K5:B27"]);
  move.clear();
  assert.deepEqual([move.isComplete, move.squares], [false, []]);
});

test("every move is accepted: of the other side's pieces, and to any square", () => {
  move.tap(27);
  move.tap(1);
  assert.equal(move.fen, "W:W32,K5:B19,1");
});
