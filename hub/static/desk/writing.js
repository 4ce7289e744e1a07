// The duty of juniors to write every move (regulation E, Art. 2): who must, who is let off until after the game, who is to write up.
import { leftMs } from "../js/clock_time.js";
import { byId, part } from "../js/elements.js";
import { SIDES } from "../js/values.js";

const EVERY_MS = 1000;
/** @type {{ view: DeskView | null, sinceMs: number }} */
let known = { view: null, sinceMs: 0 };

// The arbiter may suspend the duty once the player's clock has little left: the running clock tells when, without any news.
export function listenToWriting() {
  setInterval(offer, EVERY_MS);
}

/** @param {DeskView} view */
export function showWriting(view) {
  known = { view, sinceMs: performance.now() - (view.age_ms ?? 0) };
  const writing = view.writing ?? [];
  byId("writing").hidden = writing.length === 0;
  for (const side of SIDES) {
    const one = writing.find((told) => told.side === side);
    const item = itemOf(side);
    item.hidden = !one;
    item.dataset.duty = one?.duty ?? "";
  }
  offer();
}

// Shows the buttons of what may be ruled now.
function offer() {
  for (const side of SIDES) {
    const one = known.view?.writing?.find((told) => told.side === side);
    for (const button of itemOf(side).querySelectorAll("button")) {
      button.hidden = button.dataset.word === "suspend-writing" ? !one || !mayBeSuspended(one) : one?.duty !== "suspended";
    }
  }
}

/** @param {WritingDuty} one */
function mayBeSuspended({ side, duty, last_ms: lastMs }) {
  const clock = known.view?.clock;
  const ms = clock ? leftMs(clock, side, Math.max(0, performance.now() - known.sinceMs)) : null;
  return duty === "writes" && ms !== null && ms <= lastMs;
}

/** @param {Side} side */
function itemOf(side) {
  return part(byId("writing"), `[data-side="${side}"]`);
}
