// The line that says how the connection is, and how the game stands.
import assert from "node:assert/strict";
import { test } from "node:test";
import { place } from "./fake_page.js";

const { showStatus } = await import("../../hub/static/js/status.js");
const [status, stale, state, now] = [place("status"), place("stale"), place("state"), place("now")];
now.setAttribute("value", "90000");

/**
 * What the line says of a game that the server says stands so.
 * @param {Line | "again"} line
 * @param {string} value
 */
function says(line, value) {
  state.setAttribute("value", value);
  state.dataset.since = "30000";
  state.textContent = `says ${value}`;
  showStatus(line);
  return [status.dataset.state, status.textContent];
}

test("a lost connection is shown before the state of the game", () => {
  assert.deepEqual(says("lost", "over"), ["lost", "No connection"]);
  assert.match(stale.textContent ?? "", /^No connection since /);
  assert.deepEqual(says("connecting", "waiting"), ["connecting", "Connecting"]);
  assert.deepEqual(says("live", "waiting"), ["waiting", "says waiting"]);
  assert.equal(stale.textContent, "");
  assert.deepEqual(says("live", "live"), ["live", "says live"]);
  assert.deepEqual(says("again", "live"), ["again", "Live again"]);
  assert.deepEqual(says("again", "over"), ["over", "says over"]);
});

test("of a silent board it is said since when, and of one that is back that its moves are coming in", () => {
  assert.deepEqual(says("live", "silent"), ["silent", "says silent"]);
  assert.match(stale.textContent ?? "", /^No news from the board since \d\d:\d\d/);
  assert.deepEqual(says("live", "behind"), ["behind", "says behind"]);
  assert.match(stale.textContent ?? "", /its moves are coming in now/);
});
