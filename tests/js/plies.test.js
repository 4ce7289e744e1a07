// The list of moves: plies, their numbers, and the one that is shown.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "./fake_page.js";

const { changesOf, Plies, written } = await import("../../hub/static/js/move_list.js");

const START = { fen: "start", left: left(60000, 60000) };
const PLIES = [ply(1, "white", "32-28", 59000, 60000), ply(1, "black", "19-23", 59000, 57000), ply(2, "white", "28x19", 54000, 57000)];
/** @type {InstanceType<typeof Plies>} */
let plies;

beforeEach(() => {
  plies = new Plies();
  plies.take(START, PLIES);
});

/**
 * @param {number} white
 * @param {number} black
 * @returns {[number, number]}
 */
function left(white, black) {
  return [white, black];
}

/**
 * @param {number} number
 * @param {Side} side
 * @param {string} move
 * @param {[number, number]} times
 */
function ply(number, side, move, ...times) {
  return { number, side, move, fen: `after ${move}`, left: left(...times) };
}

test("plies are written with the number of their pair", () => {
  assert.deepEqual(PLIES.map(written), ["1. 32-28", "1… 19-23", "2. 28x19"]);
});

test("a game that has not begun has no ply", () => {
  const none = new Plies();
  assert.deepEqual([none.shown, none.move, none.fen, none.left, none.live], [0, null, "", null, true]);
  none.go(3);
  assert.equal(none.live, true);
});

test("the last ply is shown, with its position", () => {
  assert.equal(plies.live, true);
  assert.equal(plies.shown, 3);
  assert.deepEqual([plies.fen, plies.move?.move], ["after 28x19", "28x19"]);
});

test("a spectator goes back as far as the start position, and forward to live", () => {
  plies.go(plies.shown - 1);
  assert.deepEqual([plies.live, plies.fen, plies.move?.move], [false, "after 19-23", "19-23"]);
  plies.go(-5);
  assert.deepEqual([plies.live, plies.fen, plies.move], [false, "start", null]);
  plies.go(3);
  assert.equal(plies.live, true);
  plies.go(0);
  plies.go(Infinity);
  assert.deepEqual([plies.live, plies.fen], [true, "after 28x19"]);
});

test("a spectator who went back stays there when a move is made; one who is live follows", () => {
  plies.go(1);
  plies.take(START, [...PLIES, ply(2, "black", "14x23", 54000, 50000)]);
  assert.deepEqual([plies.shown, plies.fen, plies.live], [1, "after 32-28", false]);
  plies.go(Infinity);
  assert.deepEqual([plies.fen, plies.live], ["after 14x23", true]);
});

test("plies that are taken back are shown no more, and a spectator who looked at one is live", () => {
  plies.go(2);
  plies.take(START, PLIES.slice(0, 2));
  assert.deepEqual([plies.live, plies.shown, plies.fen], [true, 2, "after 19-23"]);
  plies.go(1);
  plies.take(START, PLIES.slice(0, 1));
  assert.deepEqual([plies.live, plies.fen, plies.move?.move], [true, "after 32-28", "32-28"]);
});

test("a spectator who looks at a ply before those that are taken back stays there", () => {
  plies.go(1);
  plies.take(START, PLIES.slice(0, 2));
  assert.deepEqual([plies.live, plies.shown, plies.fen], [false, 1, "after 32-28"]);
});

test("the clocks go back with the position", () => {
  plies.go(1);
  assert.deepEqual(plies.left, [59000, 60000]);
  plies.go(0);
  assert.deepEqual(plies.left, [60000, 60000]);
});

test("a screen reader hears each new ply, each correction and where plies were taken back", () => {
  const all = PLIES;
  const [first] = all;
  assert.ok(first);
  assert.deepEqual(changesOf(all, all), []);
  assert.deepEqual(changesOf(all.slice(0, 1), all), ["Black: 19-23", "White: 28x19"]);
  const other = { ...first, move: "33-28" };
  assert.deepEqual(changesOf(all, [other, ...all.slice(1)]), ["Corrected: White: 33-28"]);
  assert.deepEqual(changesOf(all, all.slice(0, 2)), ["Taken back: White: 28x19"]);
  assert.deepEqual(changesOf(all, [other]), ["Corrected: White: 33-28", "Taken back: Black: 19-23"]);
});

test("a move that is known only now is no correction", () => {
  const [first] = PLIES;
  assert.ok(first);
  const unread = [{ ...first, move: "…" }];
  assert.deepEqual(changesOf(unread, [first]), ["White: 32-28"]);
  assert.deepEqual(changesOf(unread, unread), []);
});
