// The list of names: typed, pasted, or read from a file.
import { byId, byIdAs, create } from "../js/elements.js";
import { Refusal } from "../desk/refusal.js";

const FIELDS = ["event", "round", "control"];
/**
 * What was known of each board's game to come when it was first shown, or told since. While another game goes on, `next` is what was known
 * last of the one after it.
 * @type {Map<string, { game: string, values: Known, next?: Known }>}
 */
const seen = new Map();

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
 * What the form holds, with the game of each board that it is for as the page shows it, and what was known of that game.
 * @param {EveningView} view
 */
export function listed(view) {
  const games = Object.fromEntries(view.boards.map(({ key, prepares }) => [key, prepares]));
  const text = byIdAs(HTMLTextAreaElement, "list-text").value;
  return { text, event: field("event").value, round: field("round").value, time_control: field("control").value, games, shown: shown() };
}

/** What was known of each board's game to come, by the key of the board. */
export function shown() {
  return Object.fromEntries([...seen].map(([key, { values }]) => [key, values]));
}

/**
 * Takes note of what is known of the games to come, of each once: what others change after that is told before a list replaces it.
 * Once a game is the one that the board waits for, the board's settings have filled in what nobody set, which is no change.
 * @param {EveningBoard} board
 */
export function see(board) {
  const { key, phase, prepares, game } = board;
  if (phase === "silent" || !prepares) return;
  const [now, old] = [valuesOf(board), seen.get(key)];
  const next = prepares === game ? undefined : now;
  if (old?.game !== prepares) seen.set(key, { game: prepares, values: now, next });
  else if (old.next) seen.set(key, { ...old, values: next ? old.values : filledIn(old.values, old.next, now), next });
}

/**
 * @param {EveningBoard} board
 * @returns {Known}
 */
function valuesOf(board) {
  const { white = "", black = "", event = "", round = "" } = toCome(board);
  return { white, black, event, round, time_control: board.prepares === board.game ? board.time_control : (board.next?.time_control ?? "") };
}

/**
 * The values of `now` in place of those that nobody else had changed.
 * @param {Known} values
 * @param {Known} last what was known before `now`
 * @param {Known} now
 */
function filledIn(values, last, now) {
  const names = /** @type {(keyof Known)[]} */ (Object.keys(now));
  return Object.fromEntries(names.map((name) => [name, values[name] === last[name] ? now[name] : values[name]]));
}

/**
 * Takes note of what stands at these boards now, as the arbiter was told or stored it himself.
 * @param {{ [key: string]: Known }} stands
 * @param {{ [key: string]: string }} games for which games it was sent
 */
export function nowStands(stands, games) {
  for (const [key, values] of Object.entries(stands)) {
    const known = seen.get(key);
    if (known && known.game === games[key]) seen.set(key, { ...known, values: { ...known.values, ...values } });
  }
}

/**
 * Event, round and time control of the games to come, from what the boards know. Where nobody named them yet: the event of the games
 * before, with their time control, and the number of its next round.
 * @param {EveningBoard[]} boards
 */
export function knownOf(boards) {
  const [named, past] = [boards.map(toCome), boards.map(before)];
  const latest = past.flatMap((games) => games.slice(0, 1));
  const event = tagIn(named, "event") || tagIn(latest.map(({ about }) => about), "event");
  const round = tagIn(named, "round");
  const rounds = past.flat().filter(({ about }) => (about.event ?? "") === event);
  const control = [...(round ? [] : latest.filter((game) => rounds.includes(game))), ...boards].map((game) => game.time_control).find(Boolean);
  return { event, round: round || roundAfter(rounds.map(({ about }) => about)), control: control ?? "" };
}

/** @param {EveningBoard} board */
function toCome({ about, game, next, prepares }) {
  return prepares === game ? about : (next?.about ?? {});
}

/**
 * The games that have begun, the latest first.
 * @param {EveningBoard} board
 */
function before({ about, earlier, game, prepares, time_control }) {
  return prepares === game ? earlier : [{ about, time_control }, ...earlier];
}

/**
 * @param {About[]} abouts
 * @param {"event" | "round"} tag
 */
function tagIn(abouts, tag) {
  return abouts.map((about) => about[tag]).find(Boolean) ?? "";
}

/**
 * One more than the latest round; empty where no round is a number.
 * @param {About[]} abouts
 */
function roundAfter(abouts) {
  const rounds = abouts.map(({ round }) => Number(round));
  const latest = Math.max(...rounds.filter((round) => Number.isInteger(round)), 0);
  return latest ? String(latest + 1) : "";
}

/**
 * Fills event, round and time control in from what the boards know now, where nobody typed anything.
 * @param {EveningView} view
 */
export function offerKnown({ boards }) {
  boards.forEach(see);
  const known = knownOf(boards);
  for (const name of FIELDS) {
    const input = field(name);
    if (!input.dataset.typed) input.value = known[/** @type {keyof typeof known} */ (name)];
  }
}

/**
 * The list of the next round: empty, with the round that comes now.
 * @param {EveningView} view
 */
export function offerNextRound({ boards }) {
  const { round } = knownOf(boards);
  if (round) field("round").value = round;
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
