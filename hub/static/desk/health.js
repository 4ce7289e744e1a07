// How the board is doing, asked for while this part of the desk is open; and the board found again, where the arbiter points at its corners.
import { below } from "../js/address.js";
import { made, written } from "./made.js";
import { Pointing } from "./pointing.js";

const EVERY_MS = 3000;
const FOUND_WITHIN_MS = 40_000; // the server gives up after 25 s
const table = JSON.parse(document.getElementById("health-texts").textContent);
const byId = (id) => document.getElementById(id);
const say = (key, values = {}) => table[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
const mayRule = document.body.dataset.rules === "yes";
const pointing = new Pointing(byId("seen"), byId("corners"), pointed);
let timer = 0;

async function look() {
  clearTimeout(timer);
  if (!byId("health").open || document.hidden) return;
  const wanted = below(pointing.active ? "health?whole" : "health");
  try {
    const answer = await fetch(wanted, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(10_000) });
    if (answer.ok) show(await answer.json());
  } catch {
    byId("heard").textContent = say("no_answer");
  }
  timer = setTimeout(look, EVERY_MS);
}

function show({ heard_ago_s: heard, last_press: press, checks, camera }) {
  byId("heard").textContent = heard === null ? say("silent") : say("heard", { seconds: Math.round(heard) });
  byId("last-press").textContent = press
    ? say("last_press", { seq: press.seq, side: say(press.side), time: written(press.ago_s * 1e9) })
    : say("no_press");
  byId("checks").replaceChildren(...checks.map(line));
  picture(camera);
}

function line({ name, level, seen, do: todo }) {
  const item = made("li");
  item.dataset.level = level;
  item.append(made("b", "", `${say(name)}: ${say(level)}`), made("br"));
  const words = made("span", "", [seen, todo].filter(Boolean).join("; "));
  words.lang = "en";
  item.append(words);
  return item;
}

function picture(camera) {
  const image = byId("camera");
  image.hidden = byId("corners").toggleAttribute("hidden", !camera);
  if (!camera) {
    byId("seen-says").textContent = say("no_picture");
    return;
  }
  image.src = below(`camera?${Date.now()}`);
  byId("seen-says").textContent = `${say("age", { seconds: (camera.age_ms / 1000).toFixed(1) })}. ${say(camera.whole ? "whole" : "board_alone")}`;
  pointing.show(camera.width, camera.height, camera.corners_px);
}

function pointed() {
  const count = pointing.corners.length;
  byId("pointing").textContent = pointing.active ? `${say(count === 4 ? "corners_set" : `corner_${count + 1}`)} ${count ? "" : say("keys")}` : "";
  byId("find-here").hidden = !(pointing.active && count === 4);
  byId("point-no").hidden = !pointing.active;
  byId("point").textContent = say(pointing.active ? "again" : "point");
}

async function find(corners) {
  const buttons = ["find", "point", "find-here"].map(byId);
  for (const button of buttons) button.disabled = true;
  byId("found").textContent = say("searching");
  byId("found").replaceChildren(...(await asked(corners)));
  for (const button of buttons) button.disabled = false;
  look();
}

// What came of it, in words.
async function asked(corners) {
  const headers = { "Content-Type": "application/json", Accept: "application/json", "X-Token": document.body.dataset.token };
  const body = JSON.stringify({ corners_px: corners });
  try {
    const answer = await fetch(below("find"), { method: "POST", headers, body, signal: AbortSignal.timeout(FOUND_WITHIN_MS) });
    const told = await answer.json();
    if (!answer.ok) return [told.error];
    if (told.found) pointing.end();
    return told.found ? [say("found")] : [say("not_found", { why: "" }), Object.assign(made("span", "", told.why), { lang: told.lang })];
  } catch {
    return [say("no_answer")];
  }
}

byId("health").addEventListener("toggle", look);
document.addEventListener("visibilitychange", look);
if (mayRule) {
  byId("find").addEventListener("click", () => find(null));
  byId("find-here").addEventListener("click", () => find(pointing.corners));
  byId("point-no").addEventListener("click", () => pointing.end());
  byId("point").addEventListener("click", () => {
    pointing.begin();
    look();
  });
}
look(); // where it was opened before this ran
