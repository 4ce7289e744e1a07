// Numbers, times and sums as the page's language writes them.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./fake_page.js";

const { oneDecimal } = await import("../../hub/static/before/numbers.js");
const { timeOfDay } = await import("../../hub/static/js/silence.js");

/** @param {string} lang */
function speak(lang) {
  Object.assign(document, { documentElement: { lang } });
}

test("a decimal stands after a comma in Dutch and Frisian", () => {
  for (const [lang, text] of /** @type {const} */ ([["en", "0.2"], ["nl", "0,2"], ["fy", "0,2"]])) {
    speak(lang);
    assert.equal(oneDecimal(0.24), text);
  }
});

test("a time of day has 24 hours in every language", () => {
  for (const lang of ["en", "nl", "fy"]) {
    speak(lang);
    assert.match(timeOfDay(Date.now() - Date.parse("2026-11-21T18:43:00")), /^18:43$/);
    assert.match(timeOfDay(Date.now() - Date.parse("2026-11-21T00:05:00")), /^00:05$/);
  }
});
