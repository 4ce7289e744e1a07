// The page before the round: one stream brings what is new of all boards.
import { byId } from "../js/elements.js";
import { merge } from "../js/merge.js";
import { followFragments } from "../js/stream.js";
import { marked, say } from "../js/texts.js";

const LINES = { live: marked("Live"), lost: marked("No connection, trying again") };

/** @param {"live" | "lost"} line */
function showLine(line) {
  byId("status").dataset.state = line;
  byId("status").textContent = say(LINES[line]);
}

followFragments((html) => merge(html), showLine);
