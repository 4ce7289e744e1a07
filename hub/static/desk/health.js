// How the board is doing, asked for while this part of the desk is open; and the search for the board, where the arbiter points at its
// corners.
import { below } from "../js/address.js";
import { byId, byIdAs } from "../js/elements.js";
import { merge } from "../js/merge.js";
import { marked, say } from "../js/texts.js";
import { Pointing } from "./pointing.js";

const EVERY_MS = 3_000;
const TIMEOUT_MS = 10_000;
const SEARCH_TIMEOUT_MS = 40_000; // the server gives up after 25 s
const POINTED = [
  marked("Point at the playing area's lower left corner, as White sees it."),
  marked("Now the lower right one."),
  marked("Now the upper right one."),
  marked("Now the upper left one."),
];
const ALL_POINTED = marked("Four corners are pointed at.");
const mayRule = document.body.dataset.rules === "yes";
const token = document.body.dataset.token ?? "";
const section = byIdAs(HTMLDetailsElement, "health");
const corners = byIdAs(SVGSVGElement, "corners");
const pointing = new Pointing(byId("seen"), corners, showPointing);
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer = undefined;

async function poll() {
  clearTimeout(timer);
  if (!section.open || document.hidden) return;
  try {
    const address = below(pointing.active ? "health?whole" : "health");
    const answer = await fetch(address, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (answer.ok) merge(await answer.text(), showPicture);
  } catch {
    byId("heard").textContent = say("There was no answer; try again in a moment.");
  }
  timer = setTimeout(poll, EVERY_MS);
}

function showPicture() {
  const image = byIdAs(HTMLImageElement, "camera");
  const { width, height, corners: known } = byId("camera-view").dataset;
  image.hidden = !width;
  corners.toggleAttribute("hidden", !width);
  if (!width) return;
  image.src = below(`camera?${Date.now()}`);
  pointing.show(Number(width), Number(height), known ? JSON.parse(known) : null);
}

function showPointing() {
  const count = pointing.corners.length;
  const text = `${say(POINTED[count] ?? ALL_POINTED)} ${count ? "" : say("Or with the arrow keys and Enter; with Shift by a pixel.")}`;
  byId("pointing").textContent = pointing.active ? text : "";
  byId("find-here").hidden = !(pointing.active && count === 4);
  byId("point-no").hidden = !pointing.active;
  byId("point").textContent = pointing.active ? say("Point anew") : say("Point at the corners");
}

/** @param {Point[] | null} pointed corners */
async function search(pointed) {
  const buttons = ["find", "point", "find-here"].map((id) => byIdAs(HTMLButtonElement, id));
  for (const button of buttons) button.disabled = true;
  byId("found").textContent = say("Looking for the board");
  await ask(pointed);
  for (const button of buttons) button.disabled = false;
  poll();
}

/**
 * Has the board looked for, and says what came of it.
 * @param {Point[] | null} pointed corners
 */
async function ask(pointed) {
  const headers = { "Content-Type": "application/json", Accept: "application/json", "X-Token": token };
  const body = JSON.stringify({ corners_px: pointed });
  try {
    const answer = await fetch(below("find"), { method: "POST", headers, body, signal: AbortSignal.timeout(SEARCH_TIMEOUT_MS) });
    if (answer.ok) merge(await answer.text(), showFound);
    else byId("found").textContent = (await answer.json()).error; // errors are JSON
  } catch {
    byId("found").textContent = say("There was no answer; try again in a moment.");
  }
}

/** @param {Element[]} merged */
function showFound([found]) {
  if (found?.hasAttribute("data-found")) pointing.end();
}

section.addEventListener("toggle", poll);
document.addEventListener("visibilitychange", poll);
if (mayRule) {
  byId("find").addEventListener("click", () => search(null));
  byId("find-here").addEventListener("click", () => search(pointing.corners));
  byId("point-no").addEventListener("click", () => pointing.end());
  byId("point").addEventListener("click", () => {
    pointing.begin();
    poll();
  });
}
poll(); // the section may have been opened before this script ran
