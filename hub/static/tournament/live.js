// An organiser's pages of an event, live: when something is new the page is fetched again, and each of its live parts is put in place of the old one.
// A part in which somebody is about to do something stays until he has done it.
import { showLine } from "../js/live.js";
import { follow } from "../js/stream.js";

const AGAIN_MS = 1000;
const LEFT_MS = 10_000; // a form that leaves the page does so within this time
const RUNS_MS = 2000; // how often a page is asked for on which something runs that no stream tells of
const GONE = 404;
const FOCUSABLE = "a, button, summary, [tabindex]";

let shown = document.body.dataset.id ?? "0";
let wanted = shown;
let isAsking = false;
let isLeaving = false; // a form is on its way: what the server says of it is for the page that follows

/** @param {{ id: number | string }} view */
function take({ id }) {
  wanted = String(id);
  void ask();
}

async function ask() {
  if (isAsking || isLeaving || wanted === shown) return;
  isAsking = true;
  const asked = wanted;
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (answer.status === GONE) {
      location.reload(); // what is no longer published does not stay in view
      return;
    }
    if (answer.ok) {
      const isWhole = replace(new DOMParser().parseFromString(await answer.text(), "text/html"));
      if (isWhole) shown = asked;
    }
  } catch {
    void showLine("lost");
  } finally {
    isAsking = false;
  }
  if (wanted !== shown) setTimeout(() => void ask(), AGAIN_MS);
}

/**
 * Puts the parts of the newer page in place of those here; false where one of them is in use.
 * @param {Document} newer
 */
function replace(newer) {
  let isWhole = true;
  for (const part of document.querySelectorAll("[data-live]")) {
    const other = newer.getElementById(part.id);
    if (!other || other.innerHTML === part.innerHTML) continue;
    if (part.getAttribute("data-live") === "news" && other.childElementCount === 0) continue;
    if (isInUse(part)) {
      isWhole = false;
      continue;
    }
    part.toggleAttribute("hidden", other.hasAttribute("hidden"));
    exchange(part, other);
  }
  return isWhole;
}

/**
 * Takes over the newer content. What was open stays open, and what had the focus keeps it.
 * @param {Element} part
 * @param {Element} newer
 */
function exchange(part, newer) {
  const opened = [...part.querySelectorAll("details")].map((details) => details.open);
  const focused = [...part.querySelectorAll(FOCUSABLE)].findIndex((element) => element === document.activeElement);
  part.replaceChildren(...newer.childNodes);
  part.querySelectorAll("details").forEach((details, at) => {
    details.open ||= opened[at] ?? false;
  });
  const again = part.querySelectorAll(FOCUSABLE)[focused];
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

/**
 * Whether somebody fills something in there.
 * @param {Element} part
 */
function isInUse(part) {
  const focused = document.activeElement;
  if (focused !== null && focused.matches("input, select, textarea") && part.contains(focused)) return true;
  return [...part.querySelectorAll("input, select, textarea")].some(isChanged);
}

/** @param {Element} field */
function isChanged(field) {
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some((option, at) => option.selected !== (option.defaultSelected || (at === 0 && !field.querySelector("[selected]"))));
  }
  if (field instanceof HTMLInputElement) return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
  return field instanceof HTMLTextAreaElement && field.value !== field.defaultValue;
}

document.addEventListener("submit", () => {
  isLeaving = true;
  setTimeout(() => {
    isLeaving = false;
    void ask();
  }, LEFT_MS);
});
follow(take, showLine);
setInterval(() => {
  if (!document.querySelector("[data-runs]")) return;
  shown = "";
  void ask();
}, RUNS_MS);
