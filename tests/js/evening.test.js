// The evening page: files of lists, the state of a board, and the game that a button names.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./fake_page.js";

const { stateOf } = await import("../../hub/static/evening/cards.js");
const { knownOf, nowStands, see, shown, textIn } = await import("../../hub/static/evening/list.js");
const { gameOf } = await import("../../hub/static/evening/names.js");

/** @type {EveningBoard} */
const BOARD = {
  key: "1",
  number: "1",
  phase: "waiting",
  game: "0002",
  prepares: "0002",
  about: { white: "Jelle" },
  time_control: "30m",
  timed: true,
  result: "*",
  closed: false,
  open: 0,
  ids: [],
  alerts: [],
  checks: [],
  next: null,
  earlier: [{ game: "0001", about: { white: "Ype" }, time_control: "20m", result: "1-0", closed: true }],
};
/** @type {EveningBoard["checks"]} */
const CHECKS = [{ name: "camera", level: "fail", seen: "it is dark", do: "", lang: "en" }];

/** @param {number[]} bytes */
function read(...bytes) {
  return textIn(new Uint8Array(bytes).buffer);
}

test("a file is read in the letters that it was written in", () => {
  assert.equal(read(0x4a, 0xc3, 0xa2), "Jâ");
  assert.equal(read(0xef, 0xbb, 0xbf, 0x4a), "J");
  assert.equal(read(0x4a, 0xe2), "Jâ");
  assert.equal(read(0xff, 0xfe, 0x4a, 0x00, 0xe2, 0x00), "Jâ");
  assert.equal(read(0xfe, 0xff, 0x00, 0x4a, 0x00, 0xe2), "Jâ");
  assert.equal(read(), "");
});

test("what fails before a game is a remark once the pieces stand, and nothing during it", () => {
  assert.equal(stateOf({ ...BOARD, checks: CHECKS }), "failing");
  assert.equal(stateOf({ ...BOARD, phase: "ready", checks: CHECKS }), "remarked");
  assert.equal(stateOf({ ...BOARD, phase: "playing", checks: CHECKS }), "playing");
  assert.equal(stateOf({ ...BOARD, phase: "over", closed: true }), "closed");
});

test("only a game that has not begun has a time control to set, and one that is over asks for a reason", () => {
  assert.deepEqual([gameOf(BOARD, "0002")?.control, gameOf(BOARD, "0002")?.needsReason], ["30m", false]);
  const playing = { ...BOARD, phase: "playing", prepares: "0003" };
  assert.deepEqual([gameOf(playing, "0002")?.control, gameOf(playing, "0003")?.control], [null, ""]);
  assert.equal(gameOf({ ...playing, phase: "over" }, "0002")?.needsReason, true);
  assert.deepEqual(gameOf(playing, "0001")?.about, { white: "Ype" });
  assert.equal(gameOf(playing, "0007"), null);
});

test("between two rounds the event of the games before is offered, and its next round", () => {
  /**
   * @param {About[]} abouts of the games before, the latest first
   * @returns {EveningBoard}
   */
  const before = (...abouts) => ({ ...BOARD, about: {}, earlier: abouts.map((about) => ({ game: "0001", about, time_control: "45m", result: "1-0", closed: true })) });
  const [third, other] = [{ event: "Cup", round: "3" }, { event: "Winter", round: "9" }];
  assert.deepEqual(knownOf([before(), before(third, other)]), { event: "Cup", round: "4", control: "45m" });
  assert.deepEqual(knownOf([{ ...before(third), about: { round: "5" } }]), { event: "Cup", round: "5", control: "30m" });
  assert.deepEqual(knownOf([{ ...before(third), about: { event: "New" } }]), { event: "New", round: "", control: "30m" });
  assert.deepEqual(knownOf([before({ event: "Cup", round: "final" })]), { event: "Cup", round: "", control: "45m" });
  assert.deepEqual(knownOf([before()]), { event: "", round: "", control: "30m" });
  const playing = { ...before(other), about: third, phase: "playing", prepares: "0003" };
  assert.deepEqual(knownOf([playing]), { event: "Cup", round: "4", control: "30m" });
  assert.deepEqual(knownOf([{ ...playing, next: { about: { round: "final" }, time_control: "" } }]).round, "final");
});

test("a list is held against what was shown of a game first, and what the board's settings fill in is no change", () => {
  const settings = { event: "Kampioenskip", white: "A" };
  const waiting = { ...BOARD, key: "see", game: "0001", prepares: "0001", about: settings, time_control: "80m+60s" };
  const values = () => shown()["see"];
  see(waiting);
  see({ ...waiting, about: { white: "Jele" }, time_control: "30m" });
  assert.deepEqual(values(), { white: "A", black: "", event: "Kampioenskip", round: "", time_control: "80m+60s" });
  const playing = { ...waiting, phase: "playing", prepares: "0002" };
  see(playing);
  see({ ...playing, phase: "over", prepares: "" });
  see({ ...waiting, game: "0002", prepares: "0002" });
  assert.deepEqual(values(), { white: "A", black: "", event: "Kampioenskip", round: "", time_control: "80m+60s" });
  see({ ...playing, game: "0002", prepares: "0003" });
  nowStands({ see: { round: "3" } }, { see: "0003" });
  see({ ...playing, game: "0002", prepares: "0003", next: { about: { white: "Jele", round: "3" }, time_control: "" } });
  see({ ...waiting, game: "0003", prepares: "0003", about: { event: "Kampioenskip", white: "Jele", round: "3" } });
  assert.deepEqual(values(), { white: "", black: "", event: "Kampioenskip", round: "3", time_control: "80m+60s" });
  see({ ...waiting, game: "0003", prepares: "0003", time_control: "20m" });
  assert.equal(values()?.time_control, "80m+60s");
});
