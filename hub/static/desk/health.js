// How the board is doing, asked for while this part of the desk is open; and the search for the board, where the arbiter points at its
// corners.
import { below } from "../js/address.js";
import { duration } from "../js/clock_time.js";
import { byId, byIdAs, create } from "../js/elements.js";
import { textsOf } from "../js/texts.js";
import { Pointing } from "./pointing.js";

const EVERY_MS = 3_000;
const TIMEOUT_MS = 10_000;
const SEARCH_TIMEOUT_MS = 40_000; // the server gives up after 25 s
const { say } = textsOf("health-texts");
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
    byId("heard").textContent = say("no_answer");
  }
  timer = setTimeout(poll, EVERY_MS);
}

/** @param {Health} health */
function show({ heard_ago_s: heardAgo, last_press: press, checks, camera }) {
  byId("heard").textContent = heardAgo === null ? say("silent") : say("heard", { seconds: Math.round(heardAgo) });
  byId("last-press").textContent = press
    ? say("last_press", { seq: press.seq, side: say(press.side), time: duration(press.ago_s * 1e9) })
    : say("no_press");
  byId("checks").replaceChildren(...checks.map(line));
  showPicture(camera);
}

/** @param {Check} check */
function line({ name, level, seen, do: todo, lang }) {
  const item = create("li");
  item.dataset.level = level;
  item.append(create("b", "", `${say(name)}: ${say(level)}`), create("br"));
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
    byId("seen-says").textContent = say("no_picture");
    return;
  }
  image.src = below(`camera?${Date.now()}`);
  const age = say("age", { seconds: (camera.age_ms / 1000).toFixed(1) });
  byId("seen-says").textContent = `${age}. ${say(camera.whole ? "whole" : "board_alone")}`;
  pointing.show(camera.width, camera.height, camera.corners_px);
}

function showPointing() {
  const count = pointing.corners.length;
  const text = `${say(count === 4 ? "corners_set" : `corner_${count + 1}`)} ${count ? "" : say("keys")}`;
  byId("pointing").textContent = pointing.active ? text : "";
  byId("find-here").hidden = !(pointing.active && count === 4);
  byId("point-no").hidden = !pointing.active;
  byId("point").textContent = say(pointing.active ? "again" : "point");
}

/** @param {Point[] | null} pointed corners */
async function search(pointed) {
  const buttons = ["find", "point", "find-here"].map((id) => byIdAs(HTMLButtonElement, id));
  for (const button of buttons) button.disabled = true;
  byId("found").textContent = say("searching");
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
    return [say("no_answer")];
  }
}

/** @param {FoundBoard} found */
function outcome({ found, why, lang = "" }) {
  if (!found) {
    const words = create("span", "", why);
    words.lang = lang;
    return [say("not_found", { why: "" }), words];
  }
  pointing.end();
  return [say("found")];
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
