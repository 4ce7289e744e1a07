// What is counted in the position, and what was captured.
import assert from "node:assert/strict";
import { test } from "node:test";
import { place } from "./fake_page.js";

const { sentence, showCounts } = await import("../../hub/static/js/counts.js");
const { captured, showTaken } = await import("../../hub/static/js/taken.js");
const list = place("counts");
const [white, black] = [place("white", "taken"), place("black", "taken")];
/** @type {Count} */
const TO_WIN = { kind: "to-win", side: "white", made: 2, left: 3, limit: 5, square: null };
/** @type {Count} */
const REPEATED = { kind: "repetition", side: null, made: 2, left: 1, limit: 3, square: null };
const START = "W:W31-50:B1-20";

test("a count is a sentence, with the side where it counts the moves of one", () => {
  assert.equal(sentence(TO_WIN), "White has 3 of 5 moves left to win.");
  assert.equal(sentence(REPEATED), "This position has stood 2 times; at 3 a draw may be claimed.");
});

test("a count has a mark for each move, full for those that are made", () => {
  showCounts([TO_WIN]);
  assert.equal(list.hidden, false);
  assert.deepEqual([...list.querySelectorAll("i")].map((pip) => pip.hasAttribute("data-full")), [true, true, false, false, false]);
});

test("counts that have not changed are not made again, and without counts the list is hidden", () => {
  showCounts([TO_WIN, REPEATED]);
  const [first] = list.children;
  showCounts([TO_WIN, REPEATED]);
  assert.equal(list.children[0], first);
  assert.equal(list.children.length, 2);
  showCounts([]);
  assert.equal(list.hidden, true);
  assert.equal(list.children.length, 0);
});

test("each side has captured what the other has lost", () => {
  assert.deepEqual(captured(START, START), { white: 0, black: 0 });
  assert.deepEqual(captured(START, "B:W31-50:B1-18"), { white: 2, black: 0 });
  assert.deepEqual(captured(START, "W:W31-49,K25:B1-20"), { white: 0, black: 0 }, "a king is a piece as well");
  assert.deepEqual(captured("W:W31:B1", "W:W31-33:B1"), { white: 0, black: 0 }, "a position that was set up may have more pieces");
});

test("captured pieces are discs of the other side's colour, and their number", () => {
  showTaken(START, "B:W31-50:B1-18");
  assert.equal(white.textContent, " 2");
  assert.deepEqual([...white.querySelectorAll("use")].map((use) => use.getAttribute("href")), ["#black-man", "#black-man"]);
  assert.equal(black.textContent, "");
  const [drawing] = white.querySelectorAll("svg");
  assert.equal(drawing?.getAttribute("aria-label"), "Captured: 2");
  showTaken(START, "W:W31-50:B2-18,K1");
  assert.equal(white.querySelectorAll("svg")[0], drawing, "the same number is not drawn again");
  showTaken(START, START);
  assert.equal(white.querySelectorAll("svg").length, 0);
});
