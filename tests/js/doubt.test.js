// What the desk says where a press was not read.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./fake_page.js";

const { shownDoubt } = await import("../../hub/static/desk/doubt.js");

const DRAWN = "Not read since press 5: the last known position is drawn.";
const ALL = Array.from({ length: 50 }, (_square, index) => index + 1);

test("nothing is said of a position that is known", () => {
  assert.deepEqual(shownDoubt(null, 10), { squares: [], says: "" });
});

test("the squares in doubt are named, unless they are all of them or none", () => {
  const dashed = "On the squares with a dashed edge something else may stand: 37, 41.";
  assert.deepEqual(shownDoubt({ since: 5, squares: [37, 41] }, 10), { squares: [37, 41], says: `${DRAWN} ${dashed}` });
  assert.equal(shownDoubt({ since: 5, squares: ALL }, 10).says, `${DRAWN} Nothing of the board was seen.`);
  assert.deepEqual(shownDoubt({ since: 5, squares: [] }, 10), { squares: [], says: DRAWN });
});
