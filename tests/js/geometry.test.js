// Where squares are drawn, and which move the marked squares tell.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./fake_page.js";

const { columnRow, corner, ends, pieces, slide, squareNumbers, viewBox } = await import("../../hub/static/js/board.js");

test("the squares of a board of ten lie on the dark fields, square 1 at the top", () => {
  assert.deepEqual(columnRow(1, 10, false), [1, 0]);
  assert.deepEqual(columnRow(5, 10, false), [9, 0]);
  assert.deepEqual(columnRow(6, 10, false), [0, 1]);
  assert.deepEqual(columnRow(46, 10, false), [0, 9]);
  assert.deepEqual(columnRow(50, 10, false), [8, 9]);
});

test("a board of eight has 32 squares, in rows of four", () => {
  assert.equal(squareNumbers(8).length, 32);
  assert.deepEqual(squareNumbers(10).slice(-1), [50]);
  assert.deepEqual(columnRow(5, 8, false), [0, 1]);
  assert.deepEqual(columnRow(32, 8, false), [6, 7]);
});

for (const size of [8, 10, 12]) {
  test(`every square of a board of ${size} has a dark field of its own, turned or not`, () => {
    for (const flipped of [false, true]) {
      const fields = squareNumbers(size).map((square) => columnRow(square, size, flipped));
      assert.equal(new Set(fields.map(String)).size, (size * size) / 2);
      for (const [column, row] of fields) {
        assert.equal((column + row) % 2, 1);
        assert.ok(Math.min(column, row) >= 0 && Math.max(column, row) < size);
      }
    }
  });
}

test("on a turned board each square lies where its opposite lay", () => {
  for (const square of squareNumbers(10)) assert.deepEqual(columnRow(square, 10, true), columnRow(51 - square, 10, false));
});

test("a field is ten units wide, and the frame two on each side", () => {
  assert.deepEqual(corner(7, 10, false), [20, 10]);
  assert.deepEqual(corner(7, 10, true), [70, 80]);
  assert.equal(viewBox(10), "-2 -2 104 104");
  assert.equal(viewBox(8), "-2 -2 84 84");
});

test("the ends of a move are its first and last square", () => {
  assert.deepEqual(ends("32-28"), [32, 28]);
  assert.deepEqual(ends("26x19x30"), [26, 30]);
  assert.deepEqual(ends("26x37 (31, 41)"), [26, 41]);
  assert.deepEqual(ends("…"), []);
  assert.deepEqual(ends("7"), [7, 7]);
});

test("a piece slides where it left one marked square and arrived on the other", () => {
  const before = pieces("W:W32,37:B19");
  const after = pieces("B:W28,37:B19");
  assert.deepEqual(slide(before, after, [32, 28]), [32, 28]);
  assert.equal(slide(after, before, [32, 28]), null, "nothing stood on 32");
  assert.equal(slide(before, after, [32, 37]), null, "37 was occupied before");
  assert.equal(slide(before, after, [32, 27]), null, "27 is empty");
  assert.equal(slide(before, after, [32]), null);
  assert.equal(slide(before, after, []), null);
});
