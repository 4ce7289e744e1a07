// Four corners pointed at in a picture, by pointer or keys, in the camera's own pixels: White's lower left first, counter-clockwise.
const SVG = "http://www.w3.org/2000/svg";
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const STEP_PX = 16;

export class Pointing {
  constructor(area, svg, changed) {
    Object.assign(this, { area, svg, changed, active: false, corners: [], size: [1, 1], known: null, at: null });
    area.addEventListener("click", (event) => this.active && this.#add(this.#place(event)));
    area.addEventListener("keydown", (event) => this.active && this.#key(event));
  }

  // The picture's size and where the board is known to lie, if it is.
  show(width, height, known) {
    Object.assign(this, { size: [width, height], known });
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.#draw();
  }

  begin() {
    this.active = true;
    this.corners = [];
    this.at = this.size.map((length) => Math.round(length / 2));
    this.area.tabIndex = 0;
    this.area.dataset.pointing = "yes";
    this.area.focus();
    this.#tell();
  }

  end() {
    this.active = false;
    this.corners = [];
    this.area.removeAttribute("tabindex");
    delete this.area.dataset.pointing;
    this.#tell();
  }

  #tell() {
    this.#draw();
    this.changed();
  }

  #place({ clientX, clientY }) {
    const box = this.area.getBoundingClientRect();
    return [((clientX - box.left) / box.width) * this.size[0], ((clientY - box.top) / box.height) * this.size[1]].map(tenths);
  }

  #add(corner) {
    if (this.corners.length < 4) this.corners = [...this.corners, corner];
    this.#tell();
  }

  #key(event) {
    if (event.key === "Enter") this.#add(this.at);
    else if (STEPS[event.key]) {
      const far = event.shiftKey ? 1 : STEP_PX;
      this.at = this.at.map((place, axis) => Math.min(this.size[axis] - 1, Math.max(0, place + far * STEPS[event.key][axis])));
      this.#draw();
    } else return;
    event.preventDefault();
  }

  #draw() {
    const radius = this.size[0] / 90;
    const shown = this.active ? this.corners : (this.known ?? []);
    const drawn = shown.length === 4 ? [shape("polygon", { points: shown.join(" ") })] : [];
    for (const [index, [x, y]] of shown.entries()) {
      const label = shape("text", { x: x + radius, y: y - radius, "font-size": 2.4 * radius });
      label.textContent = index + 1;
      drawn.push(shape("circle", { cx: x, cy: y, r: radius }), label);
    }
    if (this.active && this.corners.length < 4 && this.area.matches(":focus-visible")) {
      const [x, y] = this.at;
      drawn.push(shape("path", { d: `M${x - 3 * radius} ${y}H${x + 3 * radius}M${x} ${y - 3 * radius}V${y + 3 * radius}` }));
    }
    this.svg.replaceChildren(...drawn);
  }
}

function tenths(value) {
  return Math.round(value * 10) / 10;
}

function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
