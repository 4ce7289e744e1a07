// How the board is doing, asked for while this part of the desk is open; and the search for the board, where the arbiter points at its
// corners.
import { below } from "../js/address.js";
import { oneDecimal } from "../before/numbers.js";
import { checkName, levelName } from "../js/check_names.js";
import { duration } from "../js/clock_time.js";
import { byId, byIdAs, create } from "../js/elements.js";
import { sideName } from "../js/names.js";
import { marked, say } from "../js/texts.js";
import { Pointing } from "./pointing.js";

const EVERY_MS = 3_000;
const TIMEOUT_MS = 10_000;
const SEARCH_TIMEOUT_MS = 40_000; // the server gives up after 25 s
const WHOLE = marked("The whole picture is shown. It is not kept.");
const BOARD_ALONE = marked("The board alone is shown. This picture is not kept.");
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
    if (answer.ok) show(await answer.json());
  } catch {
    byId("heard").textContent = say("There was no answer; try again in a moment.");
  }
  timer = setTimeout(poll, EVERY_MS);
}

/** @param {Health} health */
function show({ heard_ago_s: heardAgo, last_press: press, unread, checks, camera }) {
  byId("heard").textContent = heard(heardAgo);
  byId("last-press").textContent = press
    ? say("Last press: {seq}, {side}, {time} ago", { seq: press.seq, side: sideName(press.side), time: duration(press.ago_s * 1e9) })
    : say("Nobody has pressed yet.");
  byId("unread").textContent = unread
    .map(({ square, since }) => say("Nothing has been seen of square {square} since press {since}.", { square, since }))
    .join(" ");
  byId("checks").replaceChildren(...checks.map(line));
  showPicture(camera);
}

/** @param {number | null} seconds since the service was heard */
function heard(seconds) {
  if (seconds === null) return say("The service at the board says nothing.");
  return say("The service at the board was heard {seconds} s ago.", { seconds: Math.round(seconds) });
}

/** @param {Check} check */
function line({ name, level, seen, do: todo, lang }) {
  const item = create("li");
  item.dataset.level = level;
  item.append(create("b", "", `${checkName(name)}: ${levelName(level)}`), create("br"));
  const words = create("span", "", [seen, todo].filter(Boolean).join("; "));
  words.lang = lang;
  item.append(words);
  return item;
}

/** @param {CameraView | null} camera */
function showPicture(camera) {
  const image = byIdAs(HTMLImageElement, "camera");
  image.hidden = !camera;
  corners.toggleAttribute("hidden", !camera);
  if (!camera) {
    byId("seen-says").textContent = say("No picture of the camera.");
    return;
  }
  image.src = below(`camera?${Date.now()}`);
  const age = say("{seconds} s old", { seconds: oneDecimal(camera.age_ms / 1000) });
  byId("seen-says").textContent = `${age}. ${say(camera.whole ? WHOLE : BOARD_ALONE)}`;
  pointing.show(camera.width, camera.height, camera.corners_px);
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
  byId("found").replaceChildren(...(await searched(pointed)));
  for (const button of buttons) button.disabled = false;
  poll();
}

/**
 * What the search came to, in words.
 * @param {Point[] | null} pointed corners
 * @returns {Promise<(string | Node)[]>}
 */
async function searched(pointed) {
  const headers = { "Content-Type": "application/json", Accept: "application/json", "X-Token": token };
  const body = JSON.stringify({ corners_px: pointed });
  try {
    const answer = await fetch(below("find"), { method: "POST", headers, body, signal: AbortSignal.timeout(SEARCH_TIMEOUT_MS) });
    const content = await answer.json();
    return answer.ok ? outcome(content) : [content.error];
  } catch {
    return [say("There was no answer; try again in a moment.")];
  }
}

/** @param {FoundBoard} found */
function outcome({ found, why, lang = "" }) {
  if (!found) {
    const words = create("span", "", why);
    words.lang = lang;
    return [say("Not found: {why}", { why: "" }), words];
  }
  pointing.end();
  return [say("The board is found.")];
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
