// Positions as FENs.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./fake_page.js";

const { listed, pieces, toMove } = await import("../../hub/static/js/board.js");

test("men and kings of both sides are read", () => {
  assert.deepEqual([...pieces("W:W32,K5:B19,K46.")], [[32, "white-man"], [5, "white-king"], [19, "black-man"], [46, "black-king"]]);
});

test("a range stands for all squares in it", () => {
  const found = pieces("B:W31-50:B1-20");
  assert.equal(found.size, 40);
  assert.equal(found.get(20), "black-man");
  assert.equal(found.get(31), "white-man");
  assert.equal(found.has(21), false);
  assert.equal(pieces("W:WK1-3:B").get(3), "white-king");
});

test("a side without pieces, counts and unknown parts are passed over", () => {
  assert.equal(pieces("W:W:B").size, 0);
  assert.deepEqual([...pieces("W:WK5:BK46:H0:F1:+2+0").keys()], [5, 46]);
  assert.equal(pieces("").size, 0);
});

test("the side to move is the first letter", () => {
  assert.equal(toMove("W:W32:B19"), "white");
  assert.equal(toMove("B:W32:B19"), "black");
  assert.throws(() => toMove(""), /no side/);
});

test("the pieces of a side are listed as a FEN has them", () => {
  const fen = "W:W32,K5:B19";
  assert.equal(listed(pieces(fen), "white"), "32,K5");
  assert.equal(listed(pieces(fen), "black"), "19");
  assert.equal(listed(pieces("W:W:B19"), "white"), "");
});
