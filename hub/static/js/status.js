// The line that says how the connection is, and how the game stands as the server says it.
import { byId } from "./elements.js";
import { silence, timeOfDay } from "./silence.js";
import { marked, say } from "./texts.js";

const LINES = { connecting: marked("Connecting"), lost: marked("No connection"), again: marked("Live again") };
const STALE = marked("No connection since {time}. What you see may be out of date; the page goes on by itself as soon as it can.");

/** @param {Line | "again"} line the connection; `again` for a while after it was lost */
export function showStatus(line) {
  const [status, told] = [byId("status"), byId("state")];
  const { value, ageMs } = stateOf(told);
  const isLine = line === "lost" || line === "connecting" || (line === "again" && value === "live");
  const state = isLine ? line : value;
  if (status.dataset.state === state) return;
  status.dataset.state = state;
  status.textContent = isLine ? say(LINES[line]) : told.textContent;
  const why = state === "silent" || state === "behind" ? silence({ age_ms: ageMs, catching_up: state === "behind" }) : "";
  byId("stale").textContent = state === "lost" ? say(STALE, { time: timeOfDay() }) : why;
}

/**
 * How the game stands, and how long it has stood so.
 * @param {HTMLElement} told
 */
function stateOf(told) {
  return { value: told.getAttribute("value") ?? "", ageMs: Number(byId("now").getAttribute("value")) - Number(told.dataset.since) };
}
