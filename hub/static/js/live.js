// A page that shows what one stream brings, and nothing else: that before the round, and that of an event.
import { byId } from "./elements.js";
import { merge } from "./merge.js";
import { followFragments } from "./stream.js";
import { marked, say } from "./texts.js";

const LINES = { live: marked("Live"), lost: marked("No connection, trying again") };

/** @param {"live" | "lost"} line */
function showLine(line) {
  byId("status").dataset.state = line;
  byId("status").textContent = say(LINES[line]);
}

followFragments((html) => merge(html), showLine);
