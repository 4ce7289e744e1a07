// The connection to the server, and how it is made again.
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { forgetListeners } from "./fake_page.js";
import { FakeEventSource, newest } from "./fake_streams.js";

const { Connection } = await import("../../hub/static/js/stream.js");
/** @typedef {import("../../hub/static/js/stream.js").Arrival} Arrival */
/** @type {Arrival[]} */
let arrivals = [];
/** @type {InstanceType<typeof Connection>} */
let connection;

/** @param {...string} addresses */
function connect(...addresses) {
  connection = new Connection(addresses, (arrival) => arrivals.push(arrival));
}

const lines = () => arrivals.flatMap((arrival) => (arrival.kind === "came" ? [] : [arrival.kind]));
const events = () => arrivals.flatMap((arrival) => (arrival.kind === "came" ? [[arrival.address, arrival.data]] : []));

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: 1_000_000 });
  forgetListeners();
  FakeEventSource.made = [];
  arrivals = [];
});

afterEach(() => {
  connection.end();
  mock.timers.reset();
});

test("the events of each connection are handed on, whatever their ids: the server may have been started anew", () => {
  connect("/board/1/events");
  assert.deepEqual(FakeEventSource.made.map(({ url }) => url), ["/board/1/events"]);
  for (const texts of [["8", "9"], ["1", "2"]]) {
    newest().dispatchEvent(new Event("open"));
    for (const text of texts) newest().send(text);
    newest().fail();
  }
  const of = "/board/1/events";
  assert.deepEqual(events(), [[of, "8"], [of, "9"], [of, "1"], [of, "2"]]);
});

test("several addresses have one connection, and each its own events", () => {
  connect("/wall/events", "/board/1/events");
  assert.deepEqual(FakeEventSource.made.map(({ url }) => url), ["/streams?of=%2Fwall%2Fevents&of=%2Fboard%2F1%2Fevents"]);
  newest().send("a", "1");
  newest().send("b", "0");
  newest().send("c", "1");
  newest().send("1", "lost");
  assert.deepEqual(events(), [["/board/1/events", "a"], ["/wall/events", "b"], ["/board/1/events", "c"]]);
  assert.deepEqual(arrivals.at(-1), { kind: "lost", address: "/board/1/events" });
});

test("an address of which nothing comes stays lost while the others are live, until something comes of it", () => {
  connect("/a", "/b");
  newest().dispatchEvent(new Event("open"));
  newest().send("1", "lost");
  arrivals = [];
  newest().dispatchEvent(new Event("alive"));
  newest().send("A", "0");
  assert.deepEqual(arrivals.flatMap((arrival) => (arrival.kind === "came" ? [] : [[arrival.kind, arrival.address]])), [["live", "/a"], ["live", "/a"]]);
  newest().send("B", "1");
  assert.deepEqual(arrivals.slice(-2).map(({ kind, address }) => [kind, address]), [["live", "/b"], ["came", "/b"]]);
});

test("each event is handed on, and the connection is up", () => {
  connect("/events");
  newest().dispatchEvent(new Event("open"));
  newest().send("8");
  assert.deepEqual(lines(), ["live", "live"]);
});

test("an interruption that the browser repairs is told, and no second connection is opened", () => {
  connect("/events");
  newest().fail();
  mock.timers.tick(10_000);
  assert.deepEqual(lines(), ["lost"]);
  assert.equal(FakeEventSource.made.length, 1);
});

test("after an error of the server it connects again", () => {
  connect("/events");
  newest().send("9");
  newest().fail(FakeEventSource.CLOSED);
  mock.timers.tick(1_999);
  assert.equal(FakeEventSource.made.length, 1);
  mock.timers.tick(1);
  assert.equal(FakeEventSource.made.length, 2);
  newest().dispatchEvent(new Event("open"));
  assert.deepEqual(lines(), ["live", "lost", "lost", "live"]);
});

test("a connection that is silent for twelve seconds is replaced", () => {
  connect("/events");
  const [first] = FakeEventSource.made;
  mock.timers.tick(11_900);
  assert.deepEqual(lines(), []);
  mock.timers.tick(100);
  assert.deepEqual(lines(), ["lost"]);
  assert.equal(first?.readyState, FakeEventSource.CLOSED);
  assert.equal(FakeEventSource.made.length, 2);
});

test("a sign of life keeps the connection, without an event", () => {
  connect("/events");
  for (let passed = 0; passed < 120_000; passed += 5_000) {
    mock.timers.tick(5_000);
    newest().dispatchEvent(new Event("alive"));
  }
  assert.equal(FakeEventSource.made.length, 1);
  assert.deepEqual(events(), []);
});

test("a new connection is made when the network is back; none after its end", () => {
  connect("/events");
  dispatchEvent(new Event("online"));
  assert.deepEqual(FakeEventSource.made.map(({ readyState }) => readyState), [FakeEventSource.CLOSED, 1]);
  newest().fail(FakeEventSource.CLOSED);
  connection.end();
  mock.timers.tick(60_000);
  assert.equal(FakeEventSource.made.length, 2);
});
