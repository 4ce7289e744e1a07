// The boards of the hub: one stream brings the list once a board was added, came, went or was removed.
import { byId } from "../js/elements.js";
import { merge } from "../js/merge.js";
import { followFragments } from "../js/stream.js";
import { marked, say } from "../js/texts.js";

const LINES = { live: marked("Live"), lost: marked("No connection, trying again") };

followFragments((html) => merge(html), (line) => {
  const status = byId("status");
  status.dataset.state = line;
  status.textContent = say(LINES[line]);
  status.hidden = false;
});
