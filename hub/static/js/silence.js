// What is said while the board itself is silent: its clocks stand then.
import { byId, setText } from "./elements.js";
import { languages, marked, say } from "./texts.js";

const SILENT = marked(
  "No news from the board since {time}. The clocks are shown as they stood then; the page goes on by itself as soon as it can.",
);

const BEHIND = marked("This board could not be reached, and its moves are coming in now. The clocks stand until all are here.");

/**
 * Since when there is no news from the board, or that it is catching up.
 * @param {{ age_ms?: number, catching_up?: boolean }} view
 */
export function silence({ age_ms: ageMs = 0, catching_up: isBehind = false }) {
  return isBehind ? say(BEHIND) : say(SILENT, { time: timeOfDay(ageMs) });
}

/**
 * The time of day so long ago, in the language of the page.
 * @param {number} [agoMs]
 */
export function timeOfDay(agoMs = 0) {
  const time = new Date(Date.now() - agoMs);
  return time.toLocaleTimeString(languages(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

// Says each moment that the server tells by its own time as the time of day that it was on this device.
export function showTimes() {
  const nowMs = Number(byId("now").getAttribute("value"));
  for (const time of document.querySelectorAll("time[data-since]")) {
    if (time instanceof HTMLElement) setText(time, timeOfDay(nowMs - Number(time.dataset.since)));
  }
}
