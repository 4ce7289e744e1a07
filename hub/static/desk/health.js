// How the board is doing, asked for while this part of the desk is open; and the search for the board, where the arbiter points at its
// corners.
import { below, byId, byIdAs, svgElement } from "../js/elements.js";
import { merge } from "../js/merge.js";
import { marked, say } from "../js/texts.js";

/** @type {{ [key: string]: Point }} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const STEP_PX = 16;
const CORNERS = 4;

// Four corners pointed at in a picture, by pointer or keys, in the camera's own pixels: White's lower left first, counter-clockwise.
class Pointing {
  /**
   * @param {HTMLElement} area over the picture
   * @param {SVGSVGElement} svg in which the corners are drawn
   * @param {() => void} onChange
   */
  constructor(area, svg, onChange) {
    this.area = area;
    this.svg = svg;
    this.onChange = onChange;
    this.active = false;
    /** @type {Point[]} */
    this.corners = [];
    /** @type {Point} */
    this.size = [1, 1];
    /** @type {Point[] | null} */
    this.known = null;
    /** @type {Point} where the keys point */
    this.at = [0, 0];
    area.addEventListener("click", (event) => this.active && this.#add(this.#place(event)));
    area.addEventListener("keydown", (event) => this.active && this.#key(event));
  }

  /**
   * @param {number} width of the picture
   * @param {number} height of the picture
   * @param {Point[] | null} known corners of the board, if it was found
   */
  show(width, height, known) {
    this.size = [width, height];
    this.known = known;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.#draw();
  }

  begin() {
    this.active = true;
    this.corners = [];
    this.at = [Math.round(this.size[0] / 2), Math.round(this.size[1] / 2)];
    this.area.tabIndex = 0;
    this.area.dataset.pointing = "yes";
    this.area.focus();
    this.#change();
  }

  end() {
    this.active = false;
    this.corners = [];
    this.area.removeAttribute("tabindex");
    delete this.area.dataset.pointing;
    this.#change();
  }

  #change() {
    this.#draw();
    this.onChange();
  }

  /**
   * @param {MouseEvent} event
   * @returns {Point}
   */
  #place({ clientX, clientY }) {
    const box = this.area.getBoundingClientRect();
    return [tenths(((clientX - box.left) / box.width) * this.size[0]), tenths(((clientY - box.top) / box.height) * this.size[1])];
  }

  /** @param {Point} corner */
  #add(corner) {
    if (this.corners.length < CORNERS) this.corners = [...this.corners, corner];
    this.#change();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = STEPS[event.key];
    if (event.key === "Enter") this.#add(this.at);
    else if (step) {
      const far = event.shiftKey ? 1 : STEP_PX;
      this.at = [within(this.at[0] + far * step[0], this.size[0]), within(this.at[1] + far * step[1], this.size[1])];
      this.#draw();
    } else return;
    event.preventDefault();
  }

  #draw() {
    const radius = this.size[0] / 90;
    const shown = this.active ? this.corners : (this.known ?? []);
    const drawn = shown.flatMap((corner, index) => cornerMark(corner, index, radius));
    const outline = shown.length === CORNERS ? [svgElement("polygon", { points: shown.join(" ") })] : [];
    const isPointing = this.active && this.corners.length < CORNERS && this.area.matches(":focus-visible");
    this.svg.replaceChildren(...outline, ...drawn, ...(isPointing ? [cross(this.at, radius)] : []));
  }
}

/**
 * @param {Point} corner
 * @param {number} index
 * @param {number} radius
 */
function cornerMark([x, y], index, radius) {
  const text = document.createTextNode(String(index + 1));
  const label = svgElement("text", { x: x + radius, y: y - radius, "font-size": 2.4 * radius }, [text]);
  return [svgElement("circle", { cx: x, cy: y, r: radius }), label];
}

/**
 * @param {Point} at
 * @param {number} radius
 */
function cross([x, y], radius) {
  return svgElement("path", { d: `M${x - 3 * radius} ${y}H${x + 3 * radius}M${x} ${y - 3 * radius}V${y + 3 * radius}` });
}

/**
 * @param {number} place
 * @param {number} length
 */
function within(place, length) {
  return Math.min(length - 1, Math.max(0, place));
}

/** @param {number} value */
function tenths(value) {
  return Math.round(value * 10) / 10;
}

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
