// Which of a browser's pages has the connection, and that each gets what is its own.
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { forgetListeners } from "./fake_page.js";
import { FakeChannel, FakeEventSource, newest } from "./fake_streams.js";

const { Stream } = await import("../../hub/static/js/stream.js");
const ANSWERS_MS = 150;

class Page {
  /** @param {string} address */
  constructor(address) {
    /** @type {string[]} */
    this.came = [];
    const take = (/** @type {string} */ told) => this.came.push(told);
    this.stream = new Stream(address, take, take);
    pages.push(this);
  }

  // As where the browser ends the page at once.
  vanish() {
    this.stream.channel?.close();
    this.stream.end();
  }
}

/** @type {Page[]} */
let pages = [];

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: 1_000_000 });
  forgetListeners();
  FakeEventSource.made = [];
  pages = [];
});

afterEach(() => {
  for (const { stream } of pages) stream.end();
  mock.timers.reset();
  assert.equal(FakeChannel.all.size, 0);
});

const addressesOf = ({ url } = newest()) => (url.startsWith("/streams") ? new URLSearchParams(url.split("?")[1]).getAll("of").toSorted() : [url]);

/** @param {...string} addresses */
function opened(...addresses) {
  const made = [];
  for (const address of addresses) {
    made.push(new Page(address));
    mock.timers.tick(1);
  }
  mock.timers.tick(ANSWERS_MS);
  return made;
}

test("a page by itself has a connection to its own address", () => {
  const [page] = opened("/a");
  assert.deepEqual(FakeEventSource.open.map(({ url }) => url), ["/a"]);
  newest().send("now");
  assert.deepEqual(page?.came, ["live", "now"]);
});

test("the frames of a page open one connection, and each hears its own", () => {
  const frames = opened("/1", "/2", "/3", "/4", "/5", "/6", "/7", "/8", "/9");
  assert.equal(FakeEventSource.made.length, 1);
  assert.deepEqual(addressesOf(), ["/1", "/2", "/3", "/4", "/5", "/6", "/7", "/8", "/9"]);
  newest().send("third", "2");
  assert.deepEqual(frames.map(({ came }) => came.includes("third")), frames.map((_frame, number) => number === 2));
});

test("a newcomer leaves the connection to the page that has it, which begins it anew with both", () => {
  const [first] = opened("/a");
  const [second] = opened("/b");
  assert.equal(FakeEventSource.open.length, 1);
  assert.deepEqual(addressesOf(), ["/a", "/b"]);
  newest().send("A", "0");
  newest().send("B", "1");
  assert.deepEqual([first?.came, second?.came].map((came) => came?.filter((data) => data !== "live")), [["A"], ["B"]]);
});

test("a newcomer with the same address gets the state of now too", () => {
  const both = [...opened("/a"), ...opened("/a")];
  assert.deepEqual(FakeEventSource.open.map(({ url }) => url), ["/a"]);
  newest().send("now");
  assert.deepEqual(both.map(({ came }) => came.at(-1)), ["now", "now"]);
});

test("where the page with the connection leaves, the next one takes it over at once", () => {
  const [first, second] = opened("/a", "/b", "/c");
  first?.stream.end();
  assert.equal(FakeEventSource.open.length, 1);
  assert.deepEqual(addressesOf(), ["/b", "/c"]);
  newest().send("B", "0");
  assert.equal(second?.came.at(-1), "B");
});

test("a page that leaves costs the others no new connection", () => {
  const [, second] = opened("/a", "/b");
  second?.stream.end();
  for (let passed = 0; passed < 60_000; passed += 5_000) {
    mock.timers.tick(5_000);
    newest().dispatchEvent(new Event("alive"));
  }
  assert.equal(FakeEventSource.made.length, 1);
});

test("where the page with the connection vanishes without a word, another takes it over", () => {
  const [first] = opened("/a", "/b");
  first?.vanish();
  assert.deepEqual(FakeEventSource.open, []);
  mock.timers.tick(9_001);
  assert.deepEqual(FakeEventSource.open.map(({ url }) => url), ["/b"]);
});

test("what is lost is told to the pages of that address, or to all", () => {
  const both = opened("/a", "/b");
  newest().send("1", "lost");
  assert.deepEqual(both.map(({ came }) => came), [[], ["lost"]]);
  newest().fail();
  assert.deepEqual(both.map(({ came }) => came), [["lost"], ["lost", "lost"]]);
});

test("nothing is taken from a page that has the connection no more", () => {
  const [, second] = opened("/a", "/b");
  const channel = new FakeChannel("damcam-streams");
  channel.postMessage({ id: "999999999999999-9", arrival: { kind: "came", address: "/b", data: "old" } });
  channel.close();
  assert.deepEqual(second?.came, []);
});
