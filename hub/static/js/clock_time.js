// Times on a clock: what is left of a reading, and how times are written.
export const LOW_MS = 60_000;
const TENTHS_MS = 20_000;

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
