// The clocks: times as they are written, and as they run between two views.
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { place } from "./fake_page.js";

const { Clocks, countdown, duration, leftMs, untilChangeMs } = await import("../../hub/static/js/clocks.js");
const S = 1e9;
const faces = { white: place("white", "note", "time"), black: place("black", "note", "time") };

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: 0 });
  mock.method(performance, "now", () => Date.now());
});

afterEach(() => {
  mock.timers.reset();
  mock.restoreAll();
});

/**
 * @param {number | null} white seconds
 * @param {number | null} black seconds
 * @param {Side | null} running
 */
function readings(white, black, running, rate = 1) {
  return { white_ns: white && white * S, black_ns: black && black * S, running, rate };
}

function shown() {
  return [faces.white, faces.black].map((face) => face.querySelector(".time")?.textContent);
}

test("hours are shown where there are any, tenths in the last twenty seconds", () => {
  assert.equal(countdown(4_800_000), "1:20:00");
  assert.equal(countdown(3_599_000), "59:59");
  assert.equal(countdown(61_000), "1:01");
  assert.equal(countdown(20_001), "0:21");
  assert.equal(countdown(20_000), "0:20.0");
  assert.equal(countdown(9_800), "0:09.8");
  assert.equal(countdown(0), "0:00.0");
});

test("a second or a tenth that has begun counts in full", () => {
  assert.equal(countdown(59_001), "1:00");
  assert.equal(countdown(3_599_001), "1:00:00");
  assert.equal(countdown(9_701), "0:09.8");
  assert.equal(countdown(1), "0:00.1");
});

test("a duration has hours, minutes and seconds", () => {
  assert.equal(duration(0), "0:00:00");
  assert.equal(duration(3_725.9 * S), "1:02:05");
});

test("time passes for the side whose clock runs, at the rate of the session, and stops at zero", () => {
  assert.equal(leftMs(readings(60, 60, "white"), "white", 1_500), 58_500);
  assert.equal(leftMs(readings(60, 60, "white"), "black", 1_500), 60_000);
  assert.equal(leftMs(readings(60, 60, "white", 4), "white", 1_500), 54_000);
  assert.equal(leftMs(readings(1, 60, "white"), "white", 1_500), 0);
  assert.equal(leftMs(readings(null, null, null), "white", 1_500), null);
});

test("a clock changes at the next full second, in the last twenty seconds at the next tenth", () => {
  assert.equal(untilChangeMs(61_250), 250);
  assert.equal(untilChangeMs(20_250), 250);
  assert.equal(untilChangeMs(19_250), 50);
});

test("the running clock runs on, and the other stands", () => {
  new Clocks(faces).set(readings(65, 90, "white"), 0);
  assert.deepEqual(shown(), ["1:05", "1:30"]);
  mock.timers.tick(3_000);
  assert.deepEqual(shown(), ["1:02", "1:30"]);
  assert.equal(faces.white.hasAttribute("data-running"), true);
  assert.equal(faces.black.hasAttribute("data-running"), false);
  assert.deepEqual([faces.white, faces.black].map((face) => face.querySelector(".note")?.hasAttribute("hidden")), [false, true]);
});

test("readings that were old when they arrived run on from the moment when they were taken", () => {
  new Clocks(faces).set(readings(65, 90, "white"), 2_000);
  assert.deepEqual(shown(), ["1:03", "1:30"]);
  mock.timers.tick(500);
  new Clocks(faces).set(readings(65, 90, "white"), 2_000, 0);
  assert.deepEqual(shown(), ["1:03", "1:30"], "they arrived half a second ago: 62.5 s are left");
  mock.timers.tick(600);
  assert.deepEqual(shown(), ["1:02", "1:30"]);
});

test("the time of day on this device does not matter", () => {
  new Clocks(faces).set(readings(65, 90, "white"), 0);
  mock.restoreAll();
  mock.method(performance, "now", () => 1_000);
  mock.timers.setTime(3_600_000);
  document.dispatchEvent(new Event("visibilitychange"));
  assert.deepEqual(shown(), ["1:04", "1:30"]);
});

test("a clock below a minute is marked as low, and shows tenths in the last twenty seconds", () => {
  new Clocks(faces).set(readings(60, 90, "white"), 0);
  assert.equal(faces.white.hasAttribute("data-low"), false);
  mock.timers.tick(1_000);
  assert.equal(faces.white.hasAttribute("data-low"), true);
  assert.equal(faces.black.hasAttribute("data-low"), false);
  mock.timers.tick(49_200);
  assert.equal(shown()[0], "0:09.8");
});

test("a clock stops at zero", () => {
  new Clocks(faces).set(readings(1, 90, "white"), 0);
  mock.timers.tick(5_000);
  assert.deepEqual(shown(), ["0:00.0", "1:30"]);
});

test("new readings replace those that ran here, and a stopped clock stands", () => {
  const clocks = new Clocks(faces);
  clocks.set(readings(65, 90, "white"), 0);
  mock.timers.tick(10_000);
  clocks.set(readings(70, 90, "black"), 0);
  assert.deepEqual(shown(), ["1:10", "1:30"]);
  mock.timers.tick(5_000);
  assert.deepEqual(shown(), ["1:10", "1:25"]);
  clocks.set(readings(70, 85, null), 0);
  mock.timers.tick(5_000);
  assert.deepEqual(shown(), ["1:10", "1:25"]);
});

test("clocks stand while they are held, and then show the time that passed meanwhile", () => {
  const clocks = new Clocks(faces);
  clocks.set(readings(65, 90, "white"), 0);
  mock.timers.tick(1_000);
  clocks.hold(true);
  mock.timers.tick(5_000);
  clocks.hold(true);
  assert.deepEqual(shown(), ["1:04", "1:30"]);
  clocks.set(readings(65, 90, "white"), 0, 0);
  assert.deepEqual(shown(), ["1:04", "1:30"]);
  clocks.hold(false);
  assert.deepEqual(shown(), ["0:59", "1:30"]);
  mock.timers.tick(1_000);
  assert.deepEqual(shown(), ["0:58", "1:30"]);
});

test("what a clock has left is told as it is shown", () => {
  const clocks = new Clocks(faces);
  assert.equal(clocks.left("white"), null);
  clocks.set(readings(65, 90, "white"), 0);
  mock.timers.tick(1_000);
  assert.deepEqual([clocks.left("white"), clocks.left("black")], [64_000, 90_000]);
  clocks.hold(true);
  mock.timers.tick(1_000);
  assert.equal(clocks.left("white"), 64_000);
  clocks.set(readings(null, null, null), 0);
  assert.equal(clocks.left("white"), null);
});

test("a replay runs faster, and a delayed view does not run", () => {
  const clocks = new Clocks(faces);
  clocks.set(readings(65, 90, "white", 10), 0);
  mock.timers.tick(2_000);
  assert.deepEqual(shown(), ["0:45", "1:30"]);
  clocks.set(readings(65, 90, "white", 0), 0);
  mock.timers.tick(2_000);
  assert.deepEqual(shown(), ["1:05", "1:30"]);
});

test("a page that was hidden shows the time of now at once", () => {
  new Clocks(faces).set(readings(65, 90, "white"), 0);
  mock.restoreAll();
  mock.method(performance, "now", () => 30_000); // browsers hold back the timers of hidden pages
  document.dispatchEvent(new Event("visibilitychange"));
  assert.equal(shown()[0], "0:35");
});

test("a game without clocks shows none", () => {
  const clocks = new Clocks(faces);
  clocks.set(readings(null, null, "white"), 0);
  assert.deepEqual(shown(), ["", ""]);
  clocks.set(readings(30, 90, "white"), 0);
  clocks.set(readings(null, null, null), 0);
  assert.deepEqual(shown(), ["", ""]);
  for (const name of ["data-running", "data-low"]) assert.equal(faces.white.hasAttribute(name), false);
  mock.timers.tick(5_000);
  assert.deepEqual(shown(), ["", ""]);
  clocks.set(null, 0);
  assert.deepEqual(shown(), ["", ""]);
});

test("the clocks of an earlier moment stand, and those of now have gone on when they come back", () => {
  const clocks = new Clocks(faces);
  clocks.set(readings(600, 500, "white"), 0);
  clocks.goBack([900_000, 800_000]);
  assert.deepEqual(shown(), ["15:00", "13:20"]);
  assert.equal(faces.white.hasAttribute("data-running"), false);
  mock.timers.tick(5_000);
  assert.deepEqual(shown(), ["15:00", "13:20"]);
  clocks.goBack(null);
  assert.deepEqual(shown(), ["9:55", "8:20"]);
  assert.equal(faces.white.hasAttribute("data-running"), true);
});

test("a reading that is not known is not made up", () => {
  const clocks = new Clocks(faces);
  clocks.set(readings(600, 500, "white"), 0);
  clocks.goBack([null, null]);
  assert.deepEqual(shown(), ["", ""]);
});
