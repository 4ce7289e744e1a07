// What was captured.
import assert from "node:assert/strict";
import { test } from "node:test";
import { place } from "./fake_page.js";

const { captured, showTaken } = await import("../../hub/static/js/game.js");
const [white, black] = [place("white", "taken"), place("black", "taken")];
const START = "W:W31-50:B1-20";

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
