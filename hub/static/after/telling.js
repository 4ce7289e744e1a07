// A notification at the end of the game, for a telephone in a pocket. It follows the page, and so the public's delay holds for it too.
import { byId } from "../js/elements.js";
import { resultName } from "../js/names.js";
import { marked, say } from "../js/texts.js";

const ON = marked(
  "You will be told when this game ends, while this page stays open. A telephone that sleeps for long may tell it only when it wakes.",
);
const OFF = marked("You will not be told.");
const NO_HTTPS = marked("Browsers let a page send notifications only over https, and this page came over http. Leave it open to see how the game ends.");
const NO_NOTIFICATIONS = marked("This browser lets no page send notifications. Leave this page open to see how the game ends.");
const NO_WORKER = marked("This browser could not prepare the notification. Try once more when the network is there.");
const FORBIDDEN = marked("Notifications from this address are switched off; the settings of this browser can allow them.");
const OVER = marked("This game is over.");

/** @type {Telling | undefined} */
let only;

/**
 * The telling of the end, made once.
 * @param {import("../js/game.js").Game} game
 * @param {() => string} address of the game; empty where it is not known
 */
export function telling(game, address) {
  only ??= new Telling(game, address);
  return only;
}

class Telling {
  /**
   * @param {import("../js/game.js").Game} game
   * @param {() => string} address
   */
  constructor(game, address) {
    this.address = address;
    this.game = game;
    /** @type {{ game: string, address: string } | null} the game whose end is told */
    this.followed = null;
    /** @type {ServiceWorkerRegistration | null} */
    this.worker = null;
    const others = game.onChange;
    game.onChange = (changed) => {
      others(changed);
      this.#look(changed.view);
    };
  }

  // Begins or ends it; a sentence that says which, or why it cannot be.
  async choose() {
    if (this.followed) {
      this.#follow(null);
      return say(OFF);
    }
    const hindrance = await hindered(this.game.view);
    if (hindrance) return say(hindrance);
    const followed = { game: this.game.view.game, address: this.address() || location.pathname };
    try {
      await navigator.serviceWorker.register("/worker.js");
      this.worker = await navigator.serviceWorker.ready;
    } catch {
      return say(NO_WORKER);
    }
    this.#follow(followed);
    this.#look(this.game.view); // it may have ended meanwhile
    return say(this.followed ? ON : OVER);
  }

  /** @param {{ game: string, address: string } | null} followed */
  #follow(followed) {
    this.followed = followed;
    byId("tell").setAttribute("aria-pressed", String(followed !== null));
  }

  /** @param {PublicView} view */
  async #look(view) {
    const { followed } = this;
    if (!followed) return;
    const isNext = Boolean(view.game) && view.game !== followed.game; // its end was missed: the next game has begun at the board
    if (!view.closed && !isNext) return;
    this.#follow(null);
    const ended = isNext ? await asItEnded(followed.address) : view;
    if (ended) this.#tell(ended, followed.address);
  }

  /**
   * @param {PublicView} view
   * @param {string} address
   */
  async #tell({ about, result }, address) {
    const names = `${about.white || say("White")} – ${about.black || say("Black")}`;
    const shown = { body: resultName(result), tag: address, data: { url: new URL(address, location.href).href }, lang: document.documentElement.lang };
    await this.worker?.showNotification(names, shown);
  }
}

/**
 * Why nothing can be told; empty where it can. The browser may ask for leave.
 * @param {PublicView} view
 */
async function hindered({ closed }) {
  if (closed) return OVER;
  if (!isSecureContext) return NO_HTTPS;
  if (!("Notification" in window) || !("serviceWorker" in navigator)) return NO_NOTIFICATIONS;
  return (await Notification.requestPermission()) === "granted" ? "" : FORBIDDEN;
}

/**
 * The game at its own address; null where it is not there.
 * @param {string} address
 * @returns {Promise<PublicView | null>}
 */
async function asItEnded(address) {
  try {
    return await (await fetch(`${address}/state`)).json();
  } catch {
    return null;
  }
}
