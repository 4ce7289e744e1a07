// What rounds are called.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./fake_page.js";

const { roundName } = await import("../../hub/static/js/names.js");

test("a round has its number or name, and a play-off its number", () => {
  assert.equal(roundName("3"), "Round 3");
  assert.equal(roundName("final"), "Round final");
  assert.equal(roundName("play-off 12"), "Play-off game 12");
});
