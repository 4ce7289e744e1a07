// The line that says how the connection is, and how the game stands.
import assert from "node:assert/strict";
import { test } from "node:test";
import { place } from "./fake_page.js";

const { showStatus } = await import("../../hub/static/js/game.js");
const [status, stale, state, silence] = [place("status"), place("stale"), place("state"), place("silence")];
place("now").setAttribute("value", "90000");
Object.assign(status.dataset, { lost: "No connection", again: "Live again" });
stale.dataset.lost = "Nothing came since {time}.";

/**
 * What the line says of a game that the server says stands so.
 * @param {Line | "again"} line
 * @param {string} value
 */
function says(line, value) {
  state.setAttribute("value", value);
  state.textContent = `says ${value}`;
  silence.textContent = value === "silent" ? "No news." : "";
  showStatus(line);
  return [status.dataset.state, status.textContent];
}

test("a lost connection is shown before the state of the game", () => {
  assert.deepEqual(says("lost", "over"), ["lost", "No connection"]);
  assert.match(stale.textContent ?? "", /^Nothing came since \d\d:\d\d\.$/);
  assert.deepEqual(says("live", "waiting"), ["waiting", "says waiting"]);
  assert.equal(stale.textContent, "");
  assert.deepEqual(says("live", "live"), ["live", "says live"]);
  assert.deepEqual(says("again", "live"), ["again", "Live again"]);
  assert.deepEqual(says("again", "over"), ["over", "says over"]);
});

test("of a board that is silent the page says what the server says", () => {
  assert.deepEqual(says("live", "silent"), ["silent", "says silent"]);
  assert.equal(stale.textContent, "No news.");
});
