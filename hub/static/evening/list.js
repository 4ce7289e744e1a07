// The list of names: typed, pasted, or read from a file.
import { byId, byIdAs, create } from "../js/elements.js";
import { Refusal } from "../desk/refusal.js";

const FIELDS = ["event", "round", "control"];

/** @param {string} name */
function field(name) {
  return byIdAs(HTMLInputElement, `list-${name}`);
}

/**
 * What a file says, whatever program wrote it: UTF-8, UTF-16 with its mark, else the letters of an older Windows.
 * @param {ArrayBuffer} bytes
 */
export function textIn(bytes) {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/**
 * What the form holds, with the game of each board that it is for as the page shows it.
 * @param {EveningView} view
 */
export function listed(view) {
  const games = Object.fromEntries(view.boards.map(({ key, prepares }) => [key, prepares]));
  const text = byIdAs(HTMLTextAreaElement, "list-text").value;
  return { text, event: field("event").value, round: field("round").value, time_control: field("control").value, games };
}

/**
 * Fills event, round and time control in from what the boards know, where nobody typed anything yet.
 * @param {EveningView} view
 */
export function offerKnown({ boards }) {
  const [event, round] = /** @type {const} */ (["event", "round"]).map((tag) => boards.map((board) => board.about[tag]).find(Boolean) ?? "");
  const known = { event, round, control: boards.map((board) => board.time_control).find(Boolean) ?? "" };
  for (const name of FIELDS) {
    const input = field(name);
    if (!input.dataset.typed && !input.value) input.value = known[/** @type {keyof typeof known} */ (name)] ?? "";
  }
}

/**
 * The list of the next round: empty, and its number one higher where the round is a number.
 * @param {EveningView} view
 */
export function offerNextRound({ boards }) {
  const rounds = boards.flatMap(({ about, earlier }) => [about, ...earlier.map((game) => game.about)]).map(({ round }) => Number(round));
  const latest = Math.max(...rounds.filter((round) => Number.isInteger(round)), 0);
  if (latest) field("round").value = String(latest + 1);
  byIdAs(HTMLTextAreaElement, "list-text").value = "";
}

/** @param {unknown} error nothing where the list was taken */
export function showFaults(error) {
  const faults = byId("list-faults");
  faults.replaceChildren();
  if (!error) return;
  const words = create("p", "", error instanceof Error ? error.message : String(error));
  faults.append(words);
  if (!(error instanceof Refusal)) return;
  words.lang = error.lang;
  const list = create("ul");
  list.append(...error.faults.map((fault) => create("li", "", fault)));
  if (error.faults.length) faults.append(list);
}

export function listenToList() {
  const file = byIdAs(HTMLInputElement, "list-file");
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    byIdAs(HTMLTextAreaElement, "list-text").value = textIn(await chosen.arrayBuffer());
    file.value = ""; // the same file, changed meanwhile, can be chosen again
    showFaults(null);
  });
  for (const name of FIELDS) field(name).addEventListener("input", () => (field(name).dataset.typed = "yes"));
}
