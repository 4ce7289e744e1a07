// The dialog with the names of one game.
import { byId, byIdAs } from "../js/elements.js";
import { say } from "../js/texts.js";

const TAGS = /** @type {const} */ (["white", "black", "event", "round"]);

/** @param {string} name */
function field(name) {
  return byIdAs(HTMLInputElement, `names-${name}`);
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
  for (const tag of TAGS) field(tag).value = found.about[tag] ?? "";
  byId("names-control-part").hidden = found.control === null;
  field("control").value = found.control ?? "";
  byId("names-because-part").hidden = !found.needsReason;
  field("because").required = found.needsReason;
  field("because").value = "";
  byId("names-fault").textContent = "";
  dialog.showModal();
  field("white").focus();
}

// What the dialog holds.
export function named() {
  const { board, game } = byIdAs(HTMLDialogElement, "names").dataset;
  const tags = Object.fromEntries(TAGS.map((tag) => [tag, field(tag).value]));
  return { board, game, ...tags, time_control: byId("names-control-part").hidden ? "" : field("control").value, because: field("because").value };
}
