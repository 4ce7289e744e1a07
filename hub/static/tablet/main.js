// The tablet at the board. It is the display of the clock: one stream brings the game, and the players enter moves and say what they have to.
import { pageArrivedMs } from "../js/arrival.js";
import { Board } from "../js/board.js";
import { Clocks } from "../js/clocks.js";
import { byId, byIdAs, setText, targetOf } from "../js/elements.js";
import { ends } from "../js/geometry.js";
import { merge } from "../js/merge.js";
import { newestPosition } from "../js/position.js";
import { silence } from "../js/silence.js";
import { followFragments } from "../js/stream.js";
import { say } from "../js/texts.js";
import { keepAwake } from "./awake.js";
import { Entry } from "./entry.js";
import { listenToPlayers, showMessage } from "./words.js";

const TURNED = "damcam.turned";
const board = new Board(byIdAs(SVGSVGElement, "board"));
const clocks = new Clocks();
const entry = new Entry(board, show);
let seq = byId("position").dataset.seq;
let turned = localStorage.getItem(TURNED) === "yes";

/** @param {number} [arrivedMs] */
function take(arrivedMs) {
  if (byId("position").dataset.seq !== seq) showMessage(""); // the last message was about the move before
  ({ seq } = byId("position").dataset);
  clocks.read(arrivedMs);
  showSilence();
  show();
}

function show() {
  const { fen, size, move, isMirrored } = newestPosition();
  byId("game").toggleAttribute("data-turned", turned);
  entry.take(turned);
  if (fen && !entry.open) board.show(size, fen, ends(move ?? ""), turned, isMirrored);
}

function showSilence() {
  const { since, behind } = byId("silence").dataset;
  const isSilent = since !== undefined;
  document.body.toggleAttribute("data-silent", isSilent);
  byId("silent").hidden = !isSilent;
  const ageMs = Number(byId("now").getAttribute("value")) - Number(since);
  setText(byId("silent"), isSilent ? silence({ age_ms: ageMs, catching_up: behind !== undefined }) : "");
}

/** @param {Element[]} merged */
function takeMerged(merged) {
  take();
  const moves = byId("moves");
  if (merged.some((element) => element === moves || moves.contains(element))) moves.scrollTop = moves.scrollHeight;
}

/** @param {"live" | "lost"} line */
function showLine(line) {
  byId("status").dataset.state = line;
  setText(byId("status"), line === "lost" ? say("Connecting") : say("Live"));
  byId("lost").hidden = line !== "lost";
  document.body.toggleAttribute("data-lost", line === "lost");
  clocks.hold(line === "lost");
}

byId("turn").addEventListener("click", () => {
  turned = !turned;
  localStorage.setItem(TURNED, turned ? "yes" : "no");
  show();
});
addEventListener("click", (event) => {
  if (!targetOf(event, "#enter")) return;
  entry.begin();
  show();
});
listenToPlayers();
keepAwake();
take(pageArrivedMs());
byId("moves").scrollTop = byId("moves").scrollHeight;
followFragments((html) => merge(html, takeMerged), showLine);
