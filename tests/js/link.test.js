// What the desk tells of the commands for a board elsewhere.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./fake_page.js";

const { cannotRule, leaveOut, lineOf, listed, tellsOfOneOnItsWay, withoutGame } = await import("../../hub/static/desk/link.js");

/** @type {PendingCommand} */
const RESTORE = { id: 1, name: "restore", by: "Anke", state: "open", why: "", lang: "en" };

test("a command is on its way; once its life is over the desk says that it is not known whether it was done", () => {
  assert.equal(lineOf(RESTORE).textContent, "On its way to the board: Restore, by Anke");
  assert.match(lineOf({ ...RESTORE, state: "late" }).textContent ?? "", /^No answer from the board: Restore, by Anke\. It is not known here whether it was done\./);
});

test("the outcome of a command is told once: by the page that sent it, and in the list of all others", () => {
  const [earlier, own] = /** @type {const} */ ([1, 2]).map((id) => ({ ...RESTORE, id, state: /** @type {const} */ ("done") }));
  assert.equal(lineOf({ ...RESTORE, state: "done" }).textContent, "Done: Restore, by Anke");
  const commands = /** @type {PendingCommand[]} */ ([earlier, own, { ...RESTORE, id: 3 }]);
  leaveOut({ link: { cut_off: false, says: "", commands } }, "restore");
  assert.deepEqual(listed(commands).map(({ id }) => id), [1, 3]);
  assert.deepEqual(listed([{ ...RESTORE, id: 2 }]).length, 1);
});

test("nothing else is ruled while a ruling has no answer", () => {
  const link = (/** @type {PendingCommand["state"]} */ state) => ({ link: { cut_off: false, says: "", commands: [{ ...RESTORE, state }] } });
  const states = /** @type {const} */ (["open", "late", "done", "refused"]);
  assert.deepEqual(states.map((state) => cannotRule(/** @type {any} */ (link(state)))), [true, true, false, false]);
  assert.deepEqual(states.map((state) => tellsOfOneOnItsWay(/** @type {any} */ (link(state)))), [true, true, false, false]);
});

test("why a command was not done follows it in one sentence", () => {
  assert.equal(lineOf({ ...RESTORE, state: "refused", why: "it is withdrawn" }).textContent, "Not done: Restore, by Anke: it is withdrawn");
});

test("where no game is shown the desk says only what it knows", () => {
  const cutOff = /** @type {any} */ ({ cut_off: true, says: "", commands: [] });
  assert.equal(withoutGame({ lost: null, link: null }, "connecting"), "Connecting");
  assert.equal(withoutGame({ lost: null, link: null }, "live"), "The game has not begun.");
  assert.equal(withoutGame({ lost: null, link: cutOff }, "live"), "Whether a game has begun is not known here.");
});
