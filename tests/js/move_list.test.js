// The moves as a list on the page.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { place } from "./fake_page.js";

const { MoveList, numbered, scrolledTo } = await import("../../hub/static/js/move_list.js");
const ROWS = [
  { number: 1, white: null, black: "19-23" },
  { number: 2, white: "28x19", black: "…" },
  { number: 3, white: "33-28", black: null },
];
const [rows, scroll, none] = [place("rows"), place("scroll"), place("no-moves")];
scroll.append(document.createElement("thead"));
/** @type {number[]} */
let chosen = [];
const list = new MoveList((ply) => chosen.push(ply));

beforeEach(() => {
  chosen = [];
  list.show([], [], 0);
});

function current() {
  return [...rows.querySelectorAll("[aria-current]")].map((button) => button.textContent);
}

test("each move has the number of its ply; a side without a move has none", () => {
  assert.deepEqual(numbered(ROWS), [
    { number: 1, moves: [null, { move: "19-23", ply: 1 }] },
    { number: 2, moves: [{ move: "28x19", ply: 2 }, { move: "…", ply: 3 }] },
    { number: 3, moves: [{ move: "33-28", ply: 4 }, null] },
  ]);
});

test("a list without moves says so", () => {
  assert.equal(none.hidden, false);
  list.show(ROWS, [], 4);
  assert.equal(none.hidden, true);
  assert.deepEqual([...rows.children].map((line) => line.textContent), ["1.19-23", "2.28x19…", "3.33-28"]);
});

test("the ply that is shown is marked, and it alone", () => {
  list.show(ROWS, [], 4);
  assert.deepEqual(current(), ["33-28"]);
  list.show(ROWS, [], 1);
  assert.deepEqual(current(), ["19-23"]);
  list.show(ROWS, [], 0);
  assert.deepEqual(current(), []);
});

test("a click chooses the ply", () => {
  list.show(ROWS, [], 4);
  const [, second] = rows.querySelectorAll("button");
  assert.ok(second);
  const click = new Event("click");
  Object.defineProperty(click, "target", { value: second });
  rows.dispatchEvent(click);
  assert.deepEqual(chosen, [2]);
});

test("rows that have not changed are not made again", () => {
  list.show(ROWS, [], 4);
  const [first] = rows.children;
  list.show(ROWS, [], 2);
  assert.equal(rows.children[0], first);
  list.show(ROWS.slice(0, 2), [], 3);
  assert.notEqual(rows.children[0], first);
  assert.equal(rows.children.length, 2, "what was taken back is gone");
});

test("the list scrolls no farther than it must", () => {
  assert.equal(scrolledTo(100, 200, 150, 170), 100, "in sight");
  assert.equal(scrolledTo(100, 200, 60, 80), 60, "above");
  assert.equal(scrolledTo(100, 200, 320, 340), 148, "below");
});

test("each move has the time that it took beside it, where that is known", () => {
  list.show(ROWS, [[60000, 60000, null], [60000, 51000, 9000], [57000, 51000, null], [57000, 51000, 3661000]], 4);
  assert.deepEqual([...rows.children].map((line) => line.textContent), ["1.19-230:09", "2.28x19…1:01:01", "3.33-28"]);
  assert.deepEqual([...rows.querySelectorAll("button")].map((button) => button.textContent), ["19-23", "28x19", "…", "33-28"]);
});
