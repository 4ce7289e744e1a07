// The wall: one stream brings the fragments of what is new on all boards.
import { byId, part } from "../js/elements.js";
import { merge } from "../js/merge.js";
import { followFragments } from "../js/stream.js";
import { marked, say } from "../js/texts.js";
import { fit, fitNames, perPage, room } from "./fit.js";
import { Pages } from "./pages.js";
import { showTile } from "./tile.js";

const LINES = { live: marked("Live"), lost: marked("No connection, trying again") };

const pages = new Pages(showPage);
let fitted = "";

/** @param {Element[]} merged */
function take(merged) {
  const changed = merged.flatMap((element) => [element.closest(".tile") ?? [...element.querySelectorAll(".tile")]].flat());
  for (const tile of new Set(changed)) showTile(tile);
  showPage();
  fitNames(changed.filter((tile) => tile instanceof HTMLElement && !tile.hidden));
}

// The boards of the page that is open, drawn as large as they fit.
function showPage() {
  const [boards, turning] = [byId("boards"), byId("turning")];
  const all = /** @type {HTMLElement[]} */ ([...boards.children]);
  turning.hidden = false; // its height counts where there are pages
  const shown = pages.part(all, perPage(...room(boards), all.length) || 1);
  for (const tile of all) tile.hidden = !shown.includes(tile);
  const now = [turning.hidden, byId("choice").hidden, ...shown.map(({ id }) => id)].join(" ");
  if (now !== fitted) fit(boards, shown);
  fitted = now;
}

function fitAll() {
  fitted = "";
  showPage();
}

/** @param {"live" | "lost"} line */
function showLine(line) {
  byId("status").dataset.state = line;
  byId("status").textContent = say(LINES[line]);
}

take([byId("boards")]);
addEventListener("resize", fitAll);
const above = new ResizeObserver(fitAll); // a longer heading leaves the boards less room
for (const element of [part(document.body, ".top"), byId("parts")]) above.observe(element);
followFragments((html) => merge(html, take), showLine);
