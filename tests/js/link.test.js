// When nothing can be ruled for a board elsewhere.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./fake_page.js";

const { cannotRule, tellsOfOneOnItsWay } = await import("../../hub/static/desk/link.js");

/** @type {PendingCommand} */
const RESTORE = { id: 1, name: "restore", by: "Anke", state: "open", why: "", lang: "en" };

test("nothing else is ruled while a ruling has no answer", () => {
  const link = (/** @type {PendingCommand["state"]} */ state) => ({ link: { cut_off: false, says: "", commands: [{ ...RESTORE, state }] } });
  const states = /** @type {const} */ (["open", "late", "done", "refused"]);
  assert.deepEqual(states.map((state) => cannotRule(/** @type {any} */ (link(state)))), [true, true, false, false]);
  assert.deepEqual(states.map((state) => tellsOfOneOnItsWay(/** @type {any} */ (link(state)))), [true, true, false, false]);
});
