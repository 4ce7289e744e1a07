// What is said while the board itself is silent: its clocks stand then.
import { languages, marked, say } from "./texts.js";

const SILENT = marked(
  "No news from the board since {time}. The clocks are shown as they stood then; the page goes on by itself as soon as it can.",
);

/**
 * Since when there is no news from the board.
 * @param {{ age_ms?: number }} view
 */
export function silence({ age_ms: ageMs = 0 }) {
  return say(SILENT, { time: timeOfDay(ageMs) });
}

/**
 * The time of day so long ago, in the language of the page.
 * @param {number} [agoMs]
 */
export function timeOfDay(agoMs = 0) {
  const time = new Date(Date.now() - agoMs);
  return time.toLocaleTimeString(languages(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}
