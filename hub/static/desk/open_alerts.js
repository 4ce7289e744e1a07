// The alerts that wait at several boards, as the bar tells of them.
import { say } from "../js/texts.js";

/** @typedef {{ text: string, href: string, rank: number }} Waiting an alert, the way to it, and how urgent it is: the lowest first */

/**
 * What names each alert of these boards.
 * @param {BoardAlerts[]} boards
 */
export function idsAt(boards) {
  return boards.flatMap(({ key, ids }) => ids.map((id) => `${key}/${id}`));
}

/**
 * The most urgent alerts of these boards, each with its board.
 * @param {BoardAlerts[]} boards
 * @returns {Waiting[]}
 */
export function alertsAt(boards) {
  return boards.flatMap((board) =>
    board.alerts.map(({ id, text, rank }) => ({ text: `${boardName(board)}: ${text}`, href: addressOf(board.key, id), rank })),
  );
}

/**
 * The most urgent of all; among equals the first.
 * @param {Waiting[]} alerts
 * @returns {Waiting | undefined}
 */
export function mostUrgent(alerts) {
  return alerts.toSorted((one, other) => one.rank - other.rank)[0];
}

/** @param {{ key: string, number: string }} board */
export function boardName({ key, number }) {
  return number ? say("Board {number}", { number }) : key;
}

/**
 * The alert at its board's desk, or what its journal has lost.
 * @param {string} key of the board
 * @param {string} id
 */
export function addressOf(key, id) {
  return `/desk/${key}#${id === "lost" ? id : `alert-${id}`}`;
}
