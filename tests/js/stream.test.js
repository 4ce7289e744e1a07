// What a page follows, and when it does.
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { forgetListeners } from "./fake_page.js";
import { FakeEventSource, newest } from "./fake_streams.js";

const { followFragments } = await import("../../hub/static/js/stream.js");
const ANSWERS_MS = 150;
/** @type {string[]} */
let came = [];
/** @type {string[]} */
let lines = [];
let isHeard = false;
let leave = () => {};

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: 1_000_000 });
  forgetListeners();
  FakeEventSource.made = [];
  [came, lines, isHeard] = [[], [], false];
  document.body.dataset.events = "/board/1/events";
  leave = followFragments((html) => came.push(html), (line) => lines.push(line), () => isHeard);
  mock.timers.tick(ANSWERS_MS);
});

afterEach(() => {
  see(true);
  leave();
  mock.timers.reset();
});

/** @param {boolean} isVisible */
function see(isVisible) {
  Object.assign(document, { hidden: !isVisible });
  document.dispatchEvent(new Event("visibilitychange"));
  mock.timers.tick(ANSWERS_MS);
}

test("each fragment is handed on, and the page is live", () => {
  newest().dispatchEvent(new Event("open"));
  newest().send("8");
  assert.deepEqual(FakeEventSource.made.map(({ url }) => url), ["/board/1/events"]);
  assert.deepEqual(came, ["8"]);
  assert.deepEqual(lines, ["live", "live"]);
});

test("the page follows the network", () => {
  dispatchEvent(new Event("offline"));
  assert.deepEqual(lines, ["lost"]);
  dispatchEvent(new Event("online"));
  assert.equal(FakeEventSource.open.length, 1);
});

test("a page that nobody sees follows nothing, and begins with the state of now when somebody looks again", () => {
  newest().send("9");
  see(false);
  assert.deepEqual(FakeEventSource.open, []);
  mock.timers.tick(60_000);
  assert.deepEqual(lines, ["live"], "nobody sees it: nothing is said of its line");
  see(true);
  newest().dispatchEvent(new Event("open"));
  newest().send("8");
  assert.deepEqual(came, ["9", "8"]);
});

test("a page that makes itself heard follows on while nobody sees it", () => {
  isHeard = true;
  see(false);
  newest().send("9");
  assert.deepEqual(came, ["9"]);
});

test("a page that becomes visible begins anew: events that waited meanwhile may be old", () => {
  isHeard = true;
  const [first] = FakeEventSource.made;
  see(false);
  see(true);
  first?.send("10");
  newest().send("8");
  assert.deepEqual(came, ["8"]);
});

test("a page that is left follows nothing, and follows again where the browser kept it and shows it again", () => {
  isHeard = true;
  dispatchEvent(new Event("pagehide"));
  assert.deepEqual(FakeEventSource.open, []);
  see(true);
  assert.equal(FakeEventSource.open.length, 1);
});

test("nothing is followed after the end", () => {
  leave();
  see(true);
  assert.deepEqual(FakeEventSource.open, []);
});
