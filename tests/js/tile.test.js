// The wall: how large the boards are drawn.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fitted } from "../../hub/static/wall/fit.js";

test("a single board fills the screen: names beside it on a wide screen, above and below it on a high one", () => {
  const wide = fitted(1900, 900, 1);
  assert.deepEqual([wide.columns, wide.rows, wide.layout], [1, 1, "beside"]);
  assert.equal(wide.edge, 878);
  assert.equal(fitted(900, 1900, 1).layout, "stacked");
});

test("two boards on a laptop leave room for the longest names", () => {
  const lines = 2 * 3 * 1.2 * 0.85 + 1.05 * 1.2 + 1.2 + 3 * 0.3; // names, heading, line below and gaps of wall.css, by the size of the type
  for (const { width, height } of [
    { width: 1416, height: 836 },
    { width: 1256, height: 736 },
    { width: 1896, height: 1016 },
  ]) {
    const { edge, rows, layout } = fitted(width, height, 2);
    assert.deepEqual([rows, layout], [1, "stacked"]);
    assert.ok(edge + 22 + lines * 0.055 * edge <= height);
  }
});

test("more boards are smaller, and all of them are in sight", () => {
  let edge = Infinity;
  for (const count of [1, 2, 4, 9, 16]) {
    const fit = fitted(1900, 1000, count);
    assert.ok(fit.edge <= edge);
    assert.ok(fit.columns * fit.rows >= count);
    edge = fit.edge;
  }
});

test("where boards would be too small the page scrolls", () => {
  const { rows, columns, layout, edge } = fitted(800, 500, 60);
  assert.deepEqual([rows, columns, layout], [0, 2, "beside"]);
  assert.ok(edge >= 150);
  assert.equal(fitted(300, 500, 60).columns, 1);
  assert.equal(fitted(1900, 1000, 0).rows, 0);
});
