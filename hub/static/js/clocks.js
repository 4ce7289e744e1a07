// Both clocks, running here between two views: the readings, how old they were on arrival, and this browser's steady timer.
import { say } from "./texts.js";

const SIDES = ["white", "black"];
const LOW_MS = 60_000;
const TENTHS_MS = 20_000;
const SOONEST_MS = 10;

export class Clocks {
  constructor(faces = Object.fromEntries(SIDES.map((side) => [side, document.getElementById(side)]))) {
    this.faces = faces;
    document.addEventListener("visibilitychange", () => this.#tick());
  }

  // The readings, which were `ageMs` old when they came.
  set(clock, ageMs, cameMs = performance.now()) {
    this.clock = clock;
    this.sinceMs = cameMs - ageMs;
    for (const side of SIDES) {
      const running = clock?.running === side;
      this.faces[side].toggleAttribute("data-running", running);
      this.faces[side].querySelector(".note").textContent = running ? `${say("clock_runs")} ` : "";
    }
    this.#tick();
  }

  // No readings, until some are set.
  clear() {
    clearTimeout(this.timer);
    this.clock = null;
    for (const side of SIDES) {
      this.faces[side].removeAttribute("data-running");
      this.faces[side].removeAttribute("data-low");
      for (const part of [".note", ".time"]) this.faces[side].querySelector(part).textContent = "";
    }
  }

  left(side) {
    const read = this.clock[`${side}_ns`];
    if (read === null) return null;
    const passed = this.clock.running === side ? (performance.now() - this.sinceMs) * this.clock.rate : 0;
    return Math.max(0, read / 1e6 - passed);
  }

  // Shows both, and comes again the moment that the running one is to show something else.
  #tick() {
    clearTimeout(this.timer);
    if (!this.clock) return;
    for (const side of SIDES) {
      const ms = this.left(side);
      const face = this.faces[side].querySelector(".time");
      const text = ms === null ? "" : written(ms);
      if (face.textContent !== text) face.textContent = text;
      this.faces[side].toggleAttribute("data-low", ms !== null && ms < LOW_MS);
      if (ms && this.clock.running === side && this.clock.rate) {
        this.timer = setTimeout(() => this.#tick(), Math.max(SOONEST_MS, ms % stepOf(ms)) / this.clock.rate);
      }
    }
  }
}

function stepOf(ms) {
  return ms <= TENTHS_MS ? 100 : 1000;
}

// 1:20:00, 9:59, and tenths at the end: 0:09.8. What is begun is shown whole, as a clock that counts down shows it.
function written(ms) {
  const tenths = Math.ceil(ms / 100);
  if (ms <= TENTHS_MS) return `0:${String(Math.floor(tenths / 10)).padStart(2, "0")}.${tenths % 10}`;
  const seconds = Math.ceil(ms / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
