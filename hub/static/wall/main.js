// The wall: one stream brings what is new on all boards; each board has a tile.
import { byId, pageData, part, setText } from "../js/elements.js";
import { follow } from "../js/stream.js";
import { marked, say } from "../js/texts.js";
import { fit, fitNames, perPage, room } from "./fit.js";
import { asked, has, onGroup, showGroups } from "./groups.js";
import { Pages } from "./pages.js";
import { followRounds } from "./rounds.js";
import { Tile } from "./tile.js";

const LINES = { live: marked("Live"), lost: marked("No connection, trying again") };

/** @type {Map<string, Tile>} */
const tiles = new Map();

const pages = new Pages(showOrder);

/** @param {WallView} newer */
function take(newer) {
  if (newer.keys) for (const key of tiles.keys()) if (!newer.keys.includes(key)) tiles.delete(key);
  for (const view of newer.tiles) {
    const tile = tiles.get(view.key) ?? new Tile();
    tiles.set(view.key, tile);
    tile.show(view);
  }
  showAll();
  fitNames(newer.tiles.flatMap(({ key }) => tiles.get(key)?.element ?? []));
  followRounds([...tiles.values()].map(({ about }) => about));
}

function showAll() {
  byId("none").hidden = tiles.size > 0;
  byId("choice").hidden = !showGroups([...tiles.values()].map(({ about }) => about));
  showOrder();
  showHeading();
}

// The tiles of the group that was chosen.
function chosen() {
  const group = asked();
  return [...tiles.values()].filter(({ about }) => has(group, about));
}

// By the numbers of the boards. Boards without a number come last, in the order of the server.
function showOrder() {
  const all = chosen().sort((one, other) => one.place - other.place).map((tile) => tile.element);
  const [parts, boards] = [byId("parts"), byId("boards")];
  const wasHidden = parts.hidden;
  parts.hidden = false; // its height counts where there are pages
  const inOrder = pages.part(all, perPage(...room(boards), all.length) || 1);
  parts.hidden = byId("choice").hidden && byId("turning").hidden;
  const shown = boards.children;
  const isSame = inOrder.length === shown.length && inOrder.every((element, place) => shown[place] === element);
  if (!isSame) boards.replaceChildren(...inOrder);
  if (!isSame || parts.hidden !== wasHidden) fit(boards, inOrder.length);
}

function fitAll() {
  showOrder();
  fit(byId("boards"), byId("boards").childElementCount);
}

// Event and round, where they are the same at all boards.
function showHeading() {
  const [event, round] = [shared("event"), shared("round")];
  const title = [event || say("All boards"), event && round && say("Round {round}", { round })].filter(Boolean).join(" · ");
  setText(byId("title"), title);
  document.title = title;
}

/**
 * What the games of all boards have in common; empty where they differ.
 * @param {"event" | "round"} tag
 */
function shared(tag) {
  const values = new Set(chosen().map((tile) => tile.about[tag] ?? "").filter(Boolean));
  const [value = ""] = values;
  return values.size === 1 ? value : "";
}

/** @param {"live" | "lost"} line */
function showLine(line) {
  byId("status").dataset.state = line;
  byId("status").textContent = say(LINES[line]);
}

/** @type {WallView} */
const first = pageData("view");
take(first);
onGroup(showAll);
addEventListener("resize", fitAll);
const above = new ResizeObserver(fitAll); // a longer heading leaves the boards less room
for (const element of [part(document.body, ".top"), byId("parts")]) above.observe(element);
follow(take, showLine);
