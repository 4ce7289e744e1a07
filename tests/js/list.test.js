// The list of rulings at the desk.
import assert from "node:assert/strict";
import { test } from "node:test";
import { place } from "./fake_page.js";

place("grounds").textContent = JSON.stringify({ "": { "1-0": [{ cause: "resigned", article: "20.2", text: "Black resigned." }] } });
const { line, textOf, who } = await import("../../hub/static/desk/list.js");
const S = 1e9;
/** @type {ListedRuling} */
const RULING = { row: 9, seq: 4, move: "2… 20-25", word: "take-back", by: "Anke", t_ns: 3_725 * S };

test("a ruling is listed with what belongs to it", () => {
  assert.equal(textOf(RULING), "Take back");
  assert.equal(textOf({ ...RULING, plies: 2, reason: "both agree" }), "Take back · 2 plies · both agree");
  const ended = textOf({ ...RULING, word: "end", side: "white", result: "1-0", article: "20.2" });
  assert.equal(ended, "End the game · White · White wins · Article 20.2 · Black resigned.");
});

test("what was undone is named and struck out", () => {
  assert.equal(textOf({ ...RULING, word: "undo", of: "end", reason: "a slip" }), "Undo · End the game · a slip");
  assert.equal(line({ ...RULING, undone: true }).hasAttribute("data-undone"), true);
  assert.equal(line(RULING).hasAttribute("data-undone"), false);
});

test("times that were set or added are listed", () => {
  assert.equal(textOf({ ...RULING, word: "set-times", white_ns: 600 * S, black_ns: 4_800 * S }), "Set the clocks · 0:10:00 / 1:20:00");
  assert.equal(textOf({ ...RULING, word: "add-times", added_ns: [0, -30 * S] }), "Add time or take it off · Black −0:00:30");
  assert.equal(textOf({ ...RULING, word: "add-times", added_ns: [60 * S, 30 * S] }), "Add time or take it off · White +0:01:00, Black +0:00:30");
});

test("the time of day is listed where it was noted, else the time since the beginning", () => {
  assert.equal(who(RULING), "Anke, after 1:02:05");
  assert.equal(who({ ...RULING, at: "2026-11-21T18:43:05+01:00" }), "18:43, by Anke");
  assert.equal(who({ ...RULING, at: "2026-11-21T18:43:05+01:00?" }), "18:43 (device's time of day not sure), by Anke");
  assert.deepEqual([...line(RULING).children].map((part) => part.textContent), ["Take back", "2… 20-25 · Press 4 · Anke, after 1:02:05"]);
});

test("of a result whose article has one cause that cause is told, unless the arbiter gave a reason", () => {
  /** @type {ListedRuling} */
  const ended = { ...RULING, word: "end", result: "1-0", article: "20.2" };
  assert.equal(textOf(ended), "End the game · White wins · Article 20.2 · Black resigned.");
  assert.equal(textOf({ ...ended, reason: "he went home" }), "End the game · White wins · Article 20.2 · he went home");
});
