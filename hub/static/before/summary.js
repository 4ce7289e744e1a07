// How many boards are ready, play, and have ended.
import { say } from "../js/texts.js";

/** @param {string[]} states of the boards, as a card's `stateOf` tells them */
export function summary(states) {
  const all = states.length;
  const number = (/** @type {string[]} */ ...wanted) => states.filter((state) => wanted.includes(state)).length;
  const [ready, playing, over] = [number("ready", "remarked"), number("playing"), number("over")];
  const parts = [
    playing && say("{playing} of {all} playing", { playing, all }),
    over && say("{over} of {all} over", { over, all }),
  ].filter(Boolean);
  const first = ready || !parts.length ? [say("{ready} of {all} ready", { ready, all })] : [];
  return [...first, ...parts].join(" · ");
}
