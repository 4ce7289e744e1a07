// The spectators' page: the game, and beside it buttons for sound, and for sharing and copying its address that lasts, with the ply that is
// looked at, and its position. Functions that share return a text that says what was done, empty where nothing needs to be said.
import { byId } from "./elements.js";
import { Game } from "./game.js";
import { Sound } from "./sound.js";
import { marked, say } from "./texts.js";

const PLY = /^#(\d{1,4})$/;
const { base = "", bound } = document.body.dataset;
const NOT_COPIED = marked("This browser copies nothing for a page; here it is: {text}");

/** @param {string} url */
async function share(url) {
  if (!navigator.share) return (await copied(url)) ? say("The address has been copied.") : say(NOT_COPIED, { text: url });
  try {
    await navigator.share({ title: document.title, url });
  } catch (error) {
    const wasCancelled = error instanceof Error && error.name === "AbortError";
    if (!wasCancelled) return say(NOT_COPIED, { text: url });
  }
  return "";
}

/** @param {string} fen */
async function copyFen(fen) {
  return (await copied(fen)) ? say("The position has been copied.") : say(NOT_COPIED, { text: fen });
}

/**
 * Whether the text was copied. Over plain HTTP, as in most halls, browsers offer no clipboard but the old way.
 * @param {string} text
 */
async function copied(text) {
  if (!navigator.clipboard) return copiedBySelecting(text);
  return navigator.clipboard.writeText(text).then(() => true, () => copiedBySelecting(text));
}

/** @param {string} text */
function copiedBySelecting(text) {
  const field = document.createElement("textarea");
  const focused = document.activeElement;
  field.value = text;
  field.className = "unseen";
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}

// The address of the game that lasts, also when the next one has begun at its board, and in it the ply that is looked at: `#23`.
class Lasting {
  /** @param {(ply: number) => void} go */
  constructor(go) {
    this.go = go;
    /** @type {number | null} */
    this.ply = null;
    this.begun = false;
  }

  // Goes to the ply that the page was opened with, and to those that are written into its address later.
  begin() {
    this.begun = true;
    if (bound === undefined) return;
    addEventListener("hashchange", () => this.#goTo());
    this.#goTo();
  }

  /** @param {number | null} ply that is looked at; null for the present */
  take(ply) {
    this.ply = ply;
    if (bound !== undefined && this.begun) this.#note();
  }

  // The whole address, with the ply; that of this page where the game has none that lasts.
  get link() {
    const address = byId("address").getAttribute("value");
    return new URL(address ? `${address}${this.ply === null ? "" : `#${this.ply}`}` : base, location.href).href;
  }

  // Writes the ply into the address of the page, where another one stands there.
  #note() {
    const wanted = this.ply === null ? "" : `#${this.ply}`;
    if (wanted === location.hash || (!wanted && !PLY.test(location.hash))) return;
    history.replaceState(null, "", wanted || location.pathname + location.search);
  }

  #goTo() {
    const ply = PLY.exec(location.hash)?.[1];
    if (ply !== undefined) this.go(Number(ply));
  }
}

const sound = new Sound(byId("sound"));
const lasting = new Lasting((ply) => game.go(ply));
const game = new Game(({ plies }) => lasting.take(plies.live ? null : plies.shown), () => sound.knock(), () => sound.on);
const sharing = {
  share: () => share(lasting.link),
  fen: () => copyFen(game.plies.fen),
};

for (const [id, act] of Object.entries(sharing)) {
  byId(id).addEventListener("click", async () => {
    byId("handed").textContent = await act();
  });
}
game.begin();
lasting.begin();
