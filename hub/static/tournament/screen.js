// An event on a projector: the tables turn by themselves, each in the largest letters that fit; a long one is shown in parts.
import { byId } from "../js/elements.js";
import { followPage } from "../js/stream.js";

const EACH_MS = 12_000;
const LARGEST_REM = 2.6;
const SMALLEST_REM = 1;
const STEP_REM = 0.1;
const button = byId("turning");

let at = 0;
let from = 0;
let stays = false;

/** @returns {HTMLElement[]} */
function panels() {
  return [...document.querySelectorAll(".panel")].filter((panel) => panel instanceof HTMLElement);
}

/** @param {HTMLElement} panel @returns {HTMLElement[]} */
function rowsOf(panel) {
  return [...panel.querySelectorAll("tbody tr, li")].filter((row) => row instanceof HTMLElement);
}

/** @param {HTMLElement} panel */
function overflows(panel) {
  return panel.scrollHeight > panel.clientHeight + 1 || panel.scrollWidth > panel.clientWidth + 1;
}

// Shows the panel of this turn, its rows from `from` on, as many as fit. Returns the row from which it goes on; 0 when all were shown.
function show() {
  const all = panels();
  at = Math.min(at, all.length - 1);
  all.forEach((panel, number) => panel.toggleAttribute("hidden", number !== at));
  const panel = all[at];
  if (!panel) return 0;
  const rows = rowsOf(panel);
  for (const [number, row] of rows.entries()) row.hidden = number < from;
  let size = LARGEST_REM;
  do {
    panel.style.setProperty("--fitting", `${size}rem`);
    size -= STEP_REM;
  } while (overflows(panel) && size >= SMALLEST_REM);
  let last = rows.length;
  while (last > from + 1 && overflows(panel)) {
    last -= 1;
    const row = rows[last];
    if (row) row.hidden = true;
  }
  return last < rows.length ? last : 0;
}

let next = show();

function turn() {
  if (stays) return;
  from = next;
  if (!from) at = (at + 1) % Math.max(1, panels().length);
  next = show();
}

button.addEventListener("click", () => {
  stays = !stays;
  button.setAttribute("aria-pressed", String(stays));
  button.textContent = button.dataset[stays ? "turn" : "stay"] ?? "";
});
function showAgain() {
  next = show();
}

addEventListener("resize", showAgain);
setInterval(turn, EACH_MS);
followPage(showAgain);
