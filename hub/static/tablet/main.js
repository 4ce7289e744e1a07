// The tablet at the board. It is the display of the clock: one stream brings the game, and the players enter moves and say what they have to.
import { Board, ends, newestPosition } from "../js/board.js";
import { Clocks, pageArrivedMs, showTimes } from "../js/clocks.js";
import { byId, byIdAs, remember, remembered, targetOf } from "../js/elements.js";
import { followPage } from "../js/stream.js";
import { Entry, listenToPlayers, showMessage } from "./entry.js";

const TURNED = "damcam.turned";
const board = new Board(byIdAs(SVGSVGElement, "board"));
const clocks = new Clocks();
const entry = new Entry(board, show);
let seq = byId("position").dataset.seq;
let turned = remembered(TURNED) === "yes";

/** @param {number} [arrivedMs] */
function take(arrivedMs) {
  if (byId("position").dataset.seq !== seq) showMessage(""); // the last message was about the move before
  ({ seq } = byId("position").dataset);
  clocks.read(arrivedMs);
  showTimes();
  show();
}

function show() {
  const { fen, size, move, isMirrored } = newestPosition();
  byId("game").toggleAttribute("data-turned", turned);
  entry.take(turned);
  if (fen && !entry.open) board.show(size, fen, ends(move ?? ""), turned, isMirrored);
}

/** @param {Element[]} merged */
function takeMerged(merged) {
  take();
  const moves = byId("moves");
  if (merged.some((element) => element === moves || moves.contains(element))) moves.scrollTop = moves.scrollHeight;
}

/** @param {"live" | "lost"} line */
function takeLine(line) {
  byId("lost").hidden = line !== "lost";
  document.body.toggleAttribute("data-lost", line === "lost");
  clocks.hold(line === "lost");
}

// Keeps the screen on while the page is visible, where the browser can do that. The lock is lost whenever the page is hidden.
function keepAwake() {
  const lock = () => document.hidden || navigator.wakeLock?.request("screen").catch(() => null);
  document.addEventListener("visibilitychange", lock);
  addEventListener("pointerdown", lock); // some browsers allow it only after a touch
  lock();
}

byId("turn").addEventListener("click", () => {
  turned = !turned;
  remember(TURNED, turned ? "yes" : "no");
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
followPage(takeMerged, takeLine);
