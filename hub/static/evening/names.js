// The dialog with the names of one game. Only what was changed in it is sent, with what it showed before: another arbiter may have changed
// the game since the dialog was opened.
import { byId, byIdAs } from "../js/elements.js";
import { say } from "../js/texts.js";

const FIELDS = /** @type {const} */ (["white", "black", "event", "round", "time_control"]);
/** @type {Known} the values that the dialog showed, and those that the arbiter was told of since */
let shown = {};

/** @param {string} name */
function field(name) {
  return byIdAs(HTMLInputElement, `names-${name === "time_control" ? "control" : name}`);
}

/** @typedef {{ about: About, title: string, control: string | null, needsReason: boolean }} NamedGame */

/**
 * The game of that folder at the board; null where it is gone.
 * @param {EveningBoard} board
 * @param {string} game
 * @returns {NamedGame | null}
 */
export function gameOf(board, game) {
  const { number, phase, prepares } = board;
  if (game === board.game) {
    const control = prepares === game ? board.time_control : null;
    const title = prepares === game ? say("Board {number}: the game that is waited for", { number }) : say("Board {number}: this game", { number });
    return { about: board.about, title, control, needsReason: phase === "over" };
  }
  if (game === prepares) {
    const title = say("Board {number}: the next game", { number });
    return { about: board.next?.about ?? {}, title, control: board.next?.time_control ?? "", needsReason: false };
  }
  const earlier = board.earlier.find((one) => one.game === game);
  return earlier ? { about: earlier.about, title: say("Board {number}: game {game}", { number, game }), control: null, needsReason: true } : null;
}

/**
 * @param {EveningBoard} board
 * @param {string} game
 */
export function openNames(board, game) {
  const found = gameOf(board, game);
  if (!found) return;
  const dialog = byIdAs(HTMLDialogElement, "names");
  dialog.dataset.board = board.key;
  dialog.dataset.game = game;
  byId("names-title").textContent = found.title;
  const known = { ...found.about, time_control: found.control ?? "" };
  shown = Object.fromEntries(FIELDS.map((name) => [name, (field(name).value = known[name] ?? "")]));
  byId("names-control-part").hidden = found.control === null;
  byId("names-because-part").hidden = !found.needsReason;
  field("because").required = found.needsReason;
  field("because").value = "";
  byId("names-fault").textContent = "";
  dialog.showModal();
  field("white").focus();
}

/**
 * What was changed in the dialog, with what it showed there before.
 * @returns {{ board: string, game: string, was: Known, because: string } & Known}
 */
export function named() {
  const { board = "", game = "" } = byIdAs(HTMLDialogElement, "names").dataset;
  const changed = FIELDS.filter((name) => field(name).value !== shown[name]);
  const values = Object.fromEntries(changed.map((name) => [name, field(name).value]));
  const was = Object.fromEntries(changed.map((name) => [name, shown[name] ?? ""]));
  return { ...values, board, game, was, because: field("because").value };
}

/**
 * Takes note of what the arbiter is told that stands there now: what he stores after that is meant to replace it.
 * @param {Known} stands
 */
export function toldOf(stands) {
  shown = { ...shown, ...stands };
}
