// The evening page: on what a list of names rests.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./fake_page.js";

const { noted } = await import("../../hub/static/evening/list.js");

/** @typedef {import("../../hub/static/evening/list.js").Known} Known */

test("a list is held against what was shown of a game first, and what the board's settings fill in is no change", () => {
  /** @type {(game: string, isNext: boolean, values: { [name: string]: string }) => Known} */
  const known = (game, isNext, values) => ({ game, is_next: isNext, values: { white: "", event: "", time_control: "", ...values } });
  const settings = known("0001", false, { event: "Kampioenskip", white: "A", time_control: "80m+60s" });
  assert.equal(noted(undefined, undefined, settings), settings);
  const changed = known("0001", false, { white: "Jele", time_control: "30m" });
  assert.equal(noted(settings, settings, changed), settings, "somebody else changed it since");
  const next = known("0002", true, {});
  assert.equal(noted(settings, changed, next), next, "another game");
  const begun = known("0002", false, { event: "Kampioenskip", white: "A", time_control: "80m+60s" });
  assert.deepEqual(noted(next, next, begun).values, begun.values);
  const told = { ...next, values: { ...next.values, round: "3" } };
  const changedNext = known("0002", true, { white: "Jele", round: "3" });
  const filledIn = known("0002", false, { event: "Kampioenskip", white: "Jele", round: "3" });
  assert.equal(noted(told, next, changedNext), told);
  assert.deepEqual(noted(told, changedNext, filledIn).values, { white: "", event: "Kampioenskip", round: "3", time_control: "" });
  assert.equal(noted(begun, filledIn, known("0002", false, { time_control: "20m" })), begun);
});
