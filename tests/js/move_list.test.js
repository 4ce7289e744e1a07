// The moves as the server lists them.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { place } from "./fake_page.js";

const { MoveList, scrolledTo } = await import("../../hub/static/js/move_list.js");
const [rows, scroll] = [place("rows"), place("scroll")];
scroll.append(document.createElement("thead"));
rows.dataset.fen = "start";
rows.dataset.left = "60000 -";
/** @type {number[]} */
let chosen = [];
const list = new MoveList((ply) => chosen.push(ply));

beforeEach(() => {
  chosen = [];
  rows.replaceChildren(row(1, "", "19-23"), row(2, "28x19", "…"), row(3, "33-28", ""));
});

/**
 * @param {number} number
 * @param {string[]} moves
 */
function row(number, ...moves) {
  const [line, head] = [document.createElement("tr"), document.createElement("th")];
  head.textContent = `${number}.`;
  line.append(head, ...moves.map(cell));
  return line;
}

/** @param {string} move */
function cell(move) {
  const [element, button, counted] = [document.createElement("td"), document.createElement("button"), document.createElement("li")];
  button.textContent = move;
  button.dataset.fen = `after ${move}`;
  if (move === "33-28") button.dataset.left = "50000 49000";
  counted.textContent = `counted after ${move}`;
  if (move) element.append(button, counted);
  return element;
}

function current() {
  return [...rows.querySelectorAll("[aria-current]")].map((button) => button.textContent);
}

test("each move has the number of its row, and its side; a side without a move has none", () => {
  assert.deepEqual(list.plies, [
    { number: 1, side: "black", move: "19-23", fen: "after 19-23", left: null },
    { number: 2, side: "white", move: "28x19", fen: "after 28x19", left: null },
    { number: 2, side: "black", move: "…", fen: "after …", left: null },
    { number: 3, side: "white", move: "33-28", fen: "after 33-28", left: [50000, 49000] },
  ]);
  assert.deepEqual(list.start, { fen: "start", left: [60000, null] });
});

test("what is counted is that of the ply", () => {
  assert.deepEqual([...list.counted(2)].map((item) => item.textContent), ["counted after 28x19"]);
  assert.deepEqual([...list.counted(0)], []);
});

test("the ply that is shown is marked, and it alone", () => {
  list.mark(4);
  assert.deepEqual(current(), ["33-28"]);
  list.mark(1);
  assert.deepEqual(current(), ["19-23"]);
  list.mark(0);
  assert.deepEqual(current(), []);
});

test("a click chooses the ply", () => {
  const [, second] = rows.querySelectorAll("button");
  assert.ok(second);
  const click = new Event("click");
  Object.defineProperty(click, "target", { value: second });
  rows.dispatchEvent(click);
  assert.deepEqual(chosen, [2]);
});

test("the list scrolls no farther than it must", () => {
  assert.equal(scrolledTo(100, 200, 150, 170), 100, "in sight");
  assert.equal(scrolledTo(100, 200, 60, 80), 60, "above");
  assert.equal(scrolledTo(100, 200, 320, 340), 148, "below");
});
