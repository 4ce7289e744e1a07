// Four corners pointed at in a picture, by pointer or keys, in the camera's own pixels: White's lower left first, counter-clockwise.
import { svgElement } from "../js/svg.js";

/** @type {{ [key: string]: Point }} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const STEP_PX = 16;
const CORNERS = 4;

export class Pointing {
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
