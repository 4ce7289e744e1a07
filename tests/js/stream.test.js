// The connection to the server, and how it is made again.
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { forgetListeners } from "./fake_page.js";

/** A connection as the browser has it; a test says what happens on it. */
class FakeEventSource extends EventTarget {
  static CLOSED = 2;
  /** @type {FakeEventSource[]} */
  static made = [];

  /** @param {string} url */
  constructor(url) {
    super();
    this.url = url;
    this.readyState = 1;
    FakeEventSource.made.push(this);
  }

  /** @param {object} view */
  send(view) {
    if (this.readyState === FakeEventSource.CLOSED) return; // what waited is not handed on any more
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(view) }));
  }

  fail(readyState = 0) {
    this.readyState = readyState;
    this.dispatchEvent(new Event("error"));
  }

  close() {
    this.readyState = FakeEventSource.CLOSED;
  }
}

Object.assign(globalThis, { EventSource: FakeEventSource });
const { follow } = await import("../../hub/static/js/stream.js");
/** @type {{ id: number }[]} */
let views = [];
/** @type {boolean[]} */
let firsts = [];
/** @type {string[]} */
let lines = [];

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: 1_000_000 });
  forgetListeners();
  FakeEventSource.made = [];
  [views, firsts, lines] = [[], [], []];
  const onView = (/** @type {{ id: number }} */ view, /** @type {boolean} */ isFirst) => {
    views.push(view);
    firsts.push(isFirst);
  };
  follow(onView, (line) => lines.push(line));
});

afterEach(() => mock.timers.reset());

function newest() {
  const source = FakeEventSource.made.at(-1);
  assert.ok(source);
  return source;
}

test("the first view of each connection is marked, whatever its id: the server may have been started anew", () => {
  assert.deepEqual(FakeEventSource.made.map(({ url }) => url), ["/board/1/events"]);
  for (const ids of [[8, 9], [1, 2]]) {
    newest().dispatchEvent(new Event("open"));
    for (const id of ids) newest().send({ id });
    newest().fail();
  }
  assert.deepEqual(views.map(({ id }) => id), [8, 9, 1, 2]);
  assert.deepEqual(firsts, [true, false, true, false]);
});

test("each view is handed on, and the page is live", () => {
  newest().dispatchEvent(new Event("open"));
  newest().send({ id: 8 });
  assert.deepEqual(views, [{ id: 8 }]);
  assert.deepEqual(lines, ["live", "live"]);
});

test("an interruption that the browser repairs is shown, and no second connection is opened", () => {
  newest().fail();
  mock.timers.tick(10_000);
  assert.deepEqual(lines, ["lost"]);
  assert.equal(FakeEventSource.made.length, 1);
});

test("after an error of the server the page connects again", () => {
  newest().send({ id: 9 });
  newest().fail(FakeEventSource.CLOSED);
  mock.timers.tick(1_999);
  assert.equal(FakeEventSource.made.length, 1);
  mock.timers.tick(1);
  assert.equal(FakeEventSource.made.length, 2);
  newest().dispatchEvent(new Event("open"));
  assert.deepEqual(lines, ["live", "lost", "live"]);
});

test("a connection that is silent for twelve seconds is replaced", () => {
  const [first] = FakeEventSource.made;
  mock.timers.tick(11_900);
  assert.deepEqual(lines, []);
  mock.timers.tick(100);
  assert.deepEqual(lines, ["lost"]);
  assert.equal(first?.readyState, FakeEventSource.CLOSED);
  assert.equal(FakeEventSource.made.length, 2);
});

test("a sign of life keeps the connection, without a view", () => {
  for (let passed = 0; passed < 120_000; passed += 5_000) {
    mock.timers.tick(5_000);
    newest().dispatchEvent(new Event("alive"));
  }
  assert.equal(FakeEventSource.made.length, 1);
  assert.deepEqual(views, []);
});

test("the page follows the network: lost when it goes, a new connection when it is back", () => {
  dispatchEvent(new Event("offline"));
  assert.deepEqual(lines, ["lost"]);
  dispatchEvent(new Event("online"));
  assert.deepEqual(FakeEventSource.made.map(({ readyState }) => readyState), [FakeEventSource.CLOSED, 1]);
});

test("a page that becomes visible begins a new connection: events that waited meanwhile may be old", () => {
  const [first] = FakeEventSource.made;
  newest().send({ id: 9 });
  document.dispatchEvent(new Event("visibilitychange"));
  first?.send({ id: 10 });
  newest().dispatchEvent(new Event("open"));
  newest().send({ id: 8 });
  assert.deepEqual(FakeEventSource.made.map(({ readyState }) => readyState), [FakeEventSource.CLOSED, 1]);
  assert.deepEqual(views, [{ id: 9 }, { id: 8 }]);
  assert.deepEqual(firsts, [true, true]);
});
