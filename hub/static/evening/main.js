// The evening page: one stream brings the boards as they change; forms are sent without leaving the page.
import { byId, byIdAs, setText } from "../js/elements.js";
import { sendForms } from "../js/forms.js";
import { merge } from "../js/merge.js";
import { followFragments } from "../js/stream.js";
import { marked, say } from "../js/texts.js";
import { WaitingBar } from "../desk/waiting_bar.js";
import { listenToFile, noteGames, noteStands } from "./list.js";

const LINES = { live: marked("Live"), lost: marked("No connection, trying again") };
const mayRule = document.getElementById("list") !== null;
const bar = new WaitingBar();

function take() {
  const { value, dataset } = byIdAs(HTMLDataElement, "waiting");
  bar.show(value.split(" ").filter(Boolean), dataset.text === undefined ? undefined : { text: dataset.text, href: dataset.href ?? "" });
  if (mayRule) noteGames();
}

/** @param {"live" | "lost"} state */
async function showLine(state) {
  byId("status").dataset.state = state;
  setText(byId("status"), say(LINES[state]));
  if (state !== "lost") return;
  const answer = await fetch(document.body.dataset.base ?? "", { headers: { Accept: "application/json" } }).catch(() => null);
  byId("signed-out").hidden = answer?.status !== 401;
}

if (mayRule) {
  sendForms(noteStands);
  listenToFile();
}
take();
followFragments((html) => merge(html, take), showLine);
