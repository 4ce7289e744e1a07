// A board before the round.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./fake_page.js";

const { stateOf } = await import("../../hub/static/before/card.js");

/**
 * @param {Level[]} levels
 * @returns {Check[]}
 */
function checks(...levels) {
  return levels.map((level) => ({ name: "camera", level, seen: "", do: "", lang: "nl" }));
}

test("a board is ready when it stands and no check fails", () => {
  assert.equal(stateOf({ phase: "ready", checks: checks("ok", "untried") }), "ready");
  assert.equal(stateOf({ phase: "ready", checks: checks("ok", "warn") }), "remarked");
  assert.equal(stateOf({ phase: "ready", checks: checks("warn", "fail") }), "failing");
  assert.equal(stateOf({ phase: "waiting", checks: checks("ok") }), "waiting");
  assert.equal(stateOf({ phase: "waiting", checks: checks("fail") }), "failing");
});

test("in a game, after it, and without a service the checks do not change the state", () => {
  for (const phase of /** @type {const} */ (["playing", "over", "silent"])) {
    assert.equal(stateOf({ phase, checks: checks("fail") }), phase);
  }
});
