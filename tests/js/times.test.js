// Times of day as the page's language writes them.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./fake_page.js";

const { timeOfDay } = await import("../../hub/static/js/clocks.js");

/** @param {string} lang */
function speak(lang) {
  Object.assign(document, { documentElement: { lang } });
}

test("a time of day has 24 hours in every language", () => {
  for (const lang of ["en", "nl", "fy"]) {
    speak(lang);
    assert.match(timeOfDay(Date.now() - Date.parse("2026-11-21T18:43:00")), /^18:43$/);
    assert.match(timeOfDay(Date.now() - Date.parse("2026-11-21T00:05:00")), /^00:05$/);
  }
});
