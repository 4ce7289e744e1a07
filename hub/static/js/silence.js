// Times of day, as the page's language writes them.
import { byId, setText } from "./elements.js";
import { languages } from "./texts.js";

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
  for (const time of document.body.querySelectorAll("time")) {
    if (time.dataset.since) setText(time, timeOfDay(nowMs - Number(time.dataset.since)));
  }
}
