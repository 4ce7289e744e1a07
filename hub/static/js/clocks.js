// Both clocks, and times as they are written. Between two views they run here, by a timer that is never set back: from the readings, and from how old the readings were
// when they arrived.
import { byId, part, setText } from "./elements.js";

const SHORTEST_WAIT_MS = 10;
const LOW_MS = 60_000;
const TENTHS_MS = 20_000;

/** @type {Side[]} as the server names them */
export const SIDES = ["white", "black"];

/** @typedef {import("./move_list.js").Left} Left */
/** @typedef {{ [side in Side]: HTMLElement }} Faces */

export class Clocks {
  /** @param {Faces} faces the elements of both sides, each with a part of the class `time`, and with one of the class `note` that says in words that it runs, where nothing else does */
  constructor(faces = { white: byId("white"), black: byId("black") }) {
    this.faces = faces;
    /** @type {ClockReadings | null} */
    this.clock = null;
    this.sinceMs = 0;
    /** @type {Left | null} */
    this.past = null;
    /** @type {number | null} */
    this.heldMs = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    document.addEventListener("visibilitychange", () => this.#tick());
  }

  /**
   * Shows the readings that the server wrote on the clocks, and lets them run on.
   * @param {number} [arrivedMs] when they arrived, on the clock of `performance.now()`
   */
  read(arrivedMs) {
    const running = SIDES.find((side) => this.faces[side].dataset.since !== undefined) ?? null;
    const { since, rate } = running ? this.faces[running].dataset : {};
    const ageMs = since ? Math.max(0, Number(byId("now").getAttribute("value")) - Number(since)) : 0; // now is of the last 20 ms
    const { white, black } = this.faces;
    this.set({ white_ns: leftNs(white), black_ns: leftNs(black), running, rate: Number(rate) }, ageMs, arrivedMs);
  }

  /**
   * Shows the readings, and lets them run on.
   * @param {ClockReadings | null} clock
   * @param {number} ageMs how old the readings were when they arrived
   * @param {number} [arrivedMs] when they arrived, on the clock of `performance.now()`
   */
  set(clock, ageMs, arrivedMs = performance.now()) {
    this.clock = clock;
    this.sinceMs = arrivedMs - ageMs;
    this.#tick();
  }

  /**
   * Shows the clocks as they stood at an earlier moment; with null they show the time of now again.
   * @param {Left | null} times
   */
  goBack(times) {
    this.past = times;
    this.#tick();
  }

  /**
   * Stops both clocks as they are shown while nothing is known of them; with `false` they show the time that has passed meanwhile.
   * @param {boolean} isHeld
   */
  hold(isHeld) {
    this.heldMs = isHeld ? (this.heldMs ?? performance.now()) : null;
    this.#tick();
  }

  /**
   * The milliseconds that a side has left now; null where no clock is used.
   * @param {Side} side
   */
  left(side) {
    return this.clock && leftMs(this.clock, side, Math.max(0, (this.heldMs ?? performance.now()) - this.sinceMs));
  }

  // Shows both clocks, and comes again at the moment when the running one changes.
  #tick() {
    clearTimeout(this.timer);
    for (const side of SIDES) this.#mark(side, !this.past && this.clock?.running === side);
    if (!this.clock) return;
    const past = this.past && { white: this.past[0], black: this.past[1] };
    for (const side of SIDES) this.#show(this.clock, side, past ? past[side] : this.left(side));
  }

  /**
   * Marks whether the clock of the side runs.
   * @param {Side} side
   * @param {boolean} running
   */
  #mark(side, running) {
    this.faces[side].toggleAttribute("data-running", running);
    this.faces[side].querySelector(".note")?.toggleAttribute("hidden", !running);
  }

  /**
   * @param {ClockReadings} clock
   * @param {Side} side
   * @param {number | null} ms left
   */
  #show(clock, side, ms) {
    const face = part(this.faces[side], ".time");
    const text = ms === null ? "" : countdown(ms);
    if (face.textContent !== text) face.textContent = text;
    this.faces[side].toggleAttribute("data-low", ms !== null && ms < LOW_MS);
    if (ms && !this.past && clock.running === side && clock.rate && this.heldMs === null) {
      this.timer = setTimeout(() => this.#tick(), Math.max(SHORTEST_WAIT_MS, untilChangeMs(ms)) / clock.rate);
    }
  }
}

/**
 * The side of that name; undefined where there is none.
 * @param {string | undefined} text
 */
export function sideOf(text) {
  return SIDES.find((side) => side === text);
}

/** @param {HTMLElement} clock */
function leftNs({ dataset: { left } }) {
  return left === undefined ? null : 1e6 * Number(left);
}

/**
 * When the page began to arrive, on the clock of `performance.now()`: the readings that came with it are of that moment.
 * @returns {number | undefined}
 */
export function pageArrivedMs() {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming ? entry.responseStart : undefined;
}

/**
 * The milliseconds that a side has left; null where no clock is used.
 * @param {ClockReadings} clock
 * @param {Side} side
 * @param {number} passedMs since the readings were taken
 */
export function leftMs(clock, side, passedMs) {
  const reading = clock[`${side}_ns`];
  if (reading === null) return null;
  return Math.max(0, reading / 1e6 - (clock.running === side ? passedMs * clock.rate : 0));
}

/**
 * How many milliseconds pass until a clock that runs shows something else.
 * @param {number} ms left
 */
export function untilChangeMs(ms) {
  return ms % (ms <= TENTHS_MS ? 100 : 1000);
}

/**
 * `1:20:00`, `9:59`, and with tenths at the end `0:09.8`. A second that has begun counts in full, as on a clock that counts down.
 * @param {number} ms left
 */
export function countdown(ms) {
  const tenths = Math.ceil(ms / 100);
  if (ms <= TENTHS_MS) return `0:${twoDigits(Math.floor(tenths / 10))}.${tenths % 10}`;
  const [hours, minutes, seconds] = split(Math.ceil(ms / 1000));
  return hours ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds)}` : `${minutes}:${twoDigits(seconds)}`;
}

/**
 * A duration as hours, minutes and seconds: `0:09:59`.
 * @param {number} ns
 */
export function duration(ns) {
  const [hours, minutes, seconds] = split(Math.floor(ns / 1e9));
  return `${hours}:${twoDigits(minutes)}:${twoDigits(seconds)}`;
}

/**
 * @param {number} seconds
 * @returns {[number, number, number]}
 */
function split(seconds) {
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
}

/** @param {number} number */
function twoDigits(number) {
  return String(number).padStart(2, "0");
}

/**
 * The time of day so long ago, as the page's language writes it. Browsers do not know how Frisian does, which is as Dutch.
 * @param {number} [agoMs]
 */
export function timeOfDay(agoMs = 0) {
  const time = new Date(Date.now() - agoMs);
  return time.toLocaleTimeString([document.documentElement.lang, "nl"], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

// Says each moment that the server tells by its own time as the time of day that it was on this device.
export function showTimes() {
  const nowMs = Number(byId("now").getAttribute("value"));
  for (const time of document.body.querySelectorAll("time")) {
    if (time.dataset.since) setText(time, timeOfDay(nowMs - Number(time.dataset.since)));
  }
}
