// The moves at the desk: what an event carries of them, and the one that is shown.
import assert from "node:assert/strict";
import { test } from "node:test";
import { GameRecord } from "../../hub/static/desk/game_record.js";

/**
 * @param {number} seq
 * @param {Partial<MoveEntry>} [more]
 * @returns {MoveEntry}
 */
function entry(seq, more = {}) {
  const plain = { number: Math.ceil(seq / 2), open: false, off_record: false, seq, move: "32-28", fen: `W:W${seq}:B1`, verdict: "" };
  return { ...plain, side: seq % 2 ? "white" : "black", left_ns: null, picture: null, mark: `m${seq}`, is_guess: false, doubt: [], ...more };
}

test("the newest entries join those that are known", () => {
  const record = new GameRecord();
  assert.equal(record.take({ count: 2, before: "", newest: [entry(1), entry(2)] }), true);
  assert.equal(record.take({ count: 4, before: "m1", newest: [entry(2, { verdict: "27c-missed" }), entry(3), entry(4)] }), true);
  assert.deepEqual(record.entries.map(({ seq, verdict }) => [seq, verdict]), [[1, ""], [2, "27c-missed"], [3, ""], [4, ""]]);
  assert.equal(record.take({ count: 1, before: "", newest: [entry(1)] }), true);
  assert.equal(record.entries.length, 1);
});

test("entries that changed before the newest ones are missed, and nothing is taken", () => {
  const record = new GameRecord();
  record.fill([1, 2, 3, 4].map((seq) => entry(seq)));
  assert.equal(record.take({ count: 5, before: "other", newest: [entry(3), entry(4), entry(5)] }), false);
  assert.equal(record.entries.length, 4);
  assert.equal(new GameRecord().take({ count: 5, before: "m2", newest: [entry(3), entry(4), entry(5)] }), false);
});

test("an earlier move stays shown while play goes on, unless it is taken back", () => {
  const record = new GameRecord();
  record.fill([1, 2, 3].map((seq) => entry(seq)));
  assert.deepEqual([record.live, record.shown, record.entry?.seq], [true, 3, 3]);
  record.go(2);
  record.take({ count: 4, before: "m1", newest: [entry(2), entry(3), entry(4)] });
  assert.deepEqual([record.live, record.shown, record.entry?.seq], [false, 2, 2]);
  record.fill([entry(1)]);
  assert.deepEqual([record.live, record.shown], [true, 1]);
  record.go(-1);
  assert.deepEqual([record.shown, record.entry], [0, null]);
  record.go(Infinity);
  assert.equal(record.live, true);
});

test("a row has the moves of one number, and a game may begin with Black", () => {
  const record = new GameRecord();
  record.fill([entry(2), entry(3), entry(4)]);
  const rows = record.rows.map(({ number, white, black }) => [number, white?.place ?? null, black?.place ?? null]);
  assert.deepEqual(rows, [[1, null, 1], [2, 2, 3]]);
});

test("what was put right keeps its place in the list, is shown when it is chosen, and is not what stands now", () => {
  const record = new GameRecord();
  const wrong = entry(2, { off_record: true, verdict: "27c-missed" });
  record.fill([entry(1), wrong]);
  assert.deepEqual([record.live, record.shown, record.entry?.seq], [true, 1, 1]);
  record.go(2);
  assert.deepEqual([record.live, record.shown, record.entry?.seq], [false, 2, 2]);
  record.fill([entry(1), wrong, entry(3, { side: "black", number: 1 }), entry(4, { side: "white", number: 2 })]);
  assert.deepEqual([record.live, record.entry?.seq], [false, 2]);
  record.go(3);
  record.go(record.shown + 1);
  assert.deepEqual([record.live, record.entry?.seq], [true, 4]);
  const rows = record.rows.map(({ number, white, black }) => [number, white?.place ?? null, black?.place ?? null]);
  assert.deepEqual(rows, [[1, 1, 2], [1, null, 3], [2, 4, null]]);
  record.fill([entry(1, { off_record: true })]);
  assert.deepEqual([record.live, record.shown, record.entry], [true, 0, null]);
});
