// What the checks of a board are called, and how each of them went. A board of another version may have a check without a name here.
import { marked, say } from "./texts.js";

/** @type {{ [check: string]: string }} */
const CHECK_NAMES = {
  camera: marked("Camera"),
  board: marked("Board in view"),
  start: marked("Start position"),
  focus: marked("Focus"),
  light: marked("Light"),
  buttons: marked("Buttons"),
  lamps: marked("Lamps"),
  buzzer: marked("Buzzer"),
  disk: marked("Disk"),
  copy: marked("Second copy"),
  power: marked("Power and heat"),
  time: marked("Time of day"),
  uplink: marked("Link to the hub"),
  network: marked("Network"),
};

/** @type {{ [level: string]: string }} */
const LEVEL_NAMES = {
  ok: marked("in order"),
  warn: marked("look at it"),
  fail: marked("wrong"),
  untried: marked("not known"),
};

/** @param {string} check */
export function checkName(check) {
  return say(CHECK_NAMES[check] ?? check);
}

/** @param {string} level */
export function levelName(level) {
  return say(LEVEL_NAMES[level] ?? level);
}
