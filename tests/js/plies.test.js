// The list of moves: plies, their numbers, and the one that is shown.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "./fake_page.js";

const { changesOf, Plies, pliesOf, written } = await import("../../hub/static/js/plies.js");

const ROWS = [
  { number: 1, white: "32-28", black: "19-23" },
  { number: 2, white: "28x19", black: null },
];
const FENS = ["start", "after 1", "after 2", "after 3"];
/** @type {Times[]} */
const TIMES = [[60000, 60000, null], [59000, 60000, 1000], [59000, 57000, 3000], [54000, 57000, 5000]];
const COUNTS = [[], [], [], [{ kind: "to-win", side: null, made: 1, left: 4, limit: 5, square: null }]];
/** @type {InstanceType<typeof Plies>} */
let plies;

beforeEach(() => {
  plies = new Plies();
  plies.take({ moves: ROWS, fens: FENS, times: TIMES, counts: COUNTS });
});

/** @param {number} count of the plies that are left */
function takeBack(count) {
  const kept = count === 2 ? ROWS.slice(0, 1) : [{ number: 1, white: "32-28", black: null }];
  plies.take({ moves: kept, fens: FENS.slice(0, count + 1), times: TIMES.slice(0, count + 1), counts: COUNTS.slice(0, count + 1) });
}

test("plies are in the order of play, each with the number of its pair", () => {
  assert.deepEqual(pliesOf(ROWS).map(written), ["1. 32-28", "1… 19-23", "2. 28x19"]);
});

test("a game in which Black begins has no ply of White in its first pair", () => {
  const rows = [{ number: 1, white: null, black: "19-23" }, { number: 2, white: "32-28", black: null }];
  assert.deepEqual(pliesOf(rows).map(written), ["1… 19-23", "2. 32-28"]);
});

test("a press that was never read is a ply without a move", () => {
  assert.deepEqual(pliesOf([{ number: 1, white: "…", black: "19-23" }]).map(written), ["1. …", "1… 19-23"]);
});

test("a game that has not begun has no ply", () => {
  const none = new Plies();
  assert.deepEqual([none.shown, none.move, none.fen, none.counts, none.live], [0, null, "", [], true]);
  none.go(3);
  assert.equal(none.live, true);
});

test("the last ply is shown, with its position and what is counted there", () => {
  assert.equal(plies.live, true);
  assert.equal(plies.shown, 3);
  assert.equal(plies.fen, "after 3");
  assert.equal(plies.counts.length, 1);
  assert.deepEqual(plies.move, { number: 2, side: "white", move: "28x19" });
});

test("a spectator goes back as far as the start position, and forward to live", () => {
  plies.go(plies.shown - 1);
  assert.deepEqual([plies.live, plies.fen, plies.move?.move, plies.counts], [false, "after 2", "19-23", []]);
  plies.go(-5);
  assert.deepEqual([plies.live, plies.fen, plies.move], [false, "start", null]);
  plies.go(3);
  assert.equal(plies.live, true);
  plies.go(0);
  plies.go(Infinity);
  assert.deepEqual([plies.live, plies.fen], [true, "after 3"]);
});

test("a spectator who went back stays there when a move is made; one who is live follows", () => {
  const longer = { moves: [...ROWS.slice(0, 1), { number: 2, white: "28x19", black: "14x23" }], fens: [...FENS, "after 4"], times: TIMES, counts: COUNTS };
  plies.go(1);
  plies.take(longer);
  assert.deepEqual([plies.shown, plies.fen, plies.live], [1, "after 1", false]);
  plies.go(Infinity);
  assert.deepEqual([plies.fen, plies.counts], ["after 4", []]);
});

test("a pending press changes nothing in the list", () => {
  plies.take({ moves: ROWS, fens: FENS, times: TIMES, counts: COUNTS });
  assert.deepEqual([plies.shown, plies.fen], [3, "after 3"]);
});

test("plies that are taken back are shown no more, and a spectator who looked at one is live", () => {
  plies.go(2);
  takeBack(2);
  assert.deepEqual([plies.live, plies.shown, plies.fen], [true, 2, "after 2"]);
  plies.go(1);
  takeBack(1);
  assert.deepEqual([plies.live, plies.fen, plies.move?.move], [true, "after 1", "32-28"]);
});

test("a spectator who looks at a ply before those that are taken back stays there", () => {
  plies.go(1);
  takeBack(2);
  assert.deepEqual([plies.live, plies.shown, plies.fen], [false, 1, "after 1"]);
});

test("the clocks go back with the position", () => {
  plies.go(1);
  assert.deepEqual(plies.times, [59000, 60000, 1000]);
  plies.go(0);
  assert.deepEqual(plies.times, [60000, 60000, null]);
});

test("without a clock there are no times", () => {
  plies.take({ moves: ROWS, fens: FENS, times: [], counts: COUNTS });
  assert.equal(plies.times, null);
});

test("a screen reader hears each new ply, each correction and where plies were taken back", () => {
  const all = pliesOf(ROWS);
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
  const [first] = pliesOf(ROWS);
  assert.ok(first);
  const unread = [{ ...first, move: "…" }];
  assert.deepEqual(changesOf(unread, [first]), ["White: 32-28"]);
  assert.deepEqual(changesOf(unread, unread), []);
});
