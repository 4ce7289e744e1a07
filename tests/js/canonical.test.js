// A value as text, whatever the order of its keys.
import assert from "node:assert/strict";
import { test } from "node:test";
import { canonical } from "../../hub/static/desk/canonical.js";

test("the order of keys does not matter, that of a list does", () => {
  const [one, other] = [{ b: [{ y: 1, x: null }], a: "2" }, { a: "2", b: [{ x: null, y: 1 }] }];
  assert.equal(canonical(one), canonical(other));
  assert.notEqual(canonical([1, 2]), canonical([2, 1]));
  assert.notEqual(canonical({ a: 1 }), canonical({ a: 2 }));
});
