// The wall: one stream brings what is new on all boards; each board has a tile.
import { byId, pageData, setText } from "../js/elements.js";
import { follow } from "../js/stream.js";
import { marked, say } from "../js/texts.js";
import { fit } from "./fit.js";
import { followRounds } from "./rounds.js";
import { Tile } from "./tile.js";

const LINES = { live: marked("Live"), lost: marked("No connection, trying again") };

/** @type {Map<string, Tile>} */
const tiles = new Map();

/** @param {WallView} newer */
function take(newer) {
  for (const view of newer.tiles) {
    const tile = tiles.get(view.key) ?? new Tile();
    tiles.set(view.key, tile);
    tile.show(view);
  }
  showOrder();
  showHeading();
  followRounds([...tiles.values()].map(({ about }) => about));
}

// By the numbers of the boards. Boards without a number come last, in the order of the server.
function showOrder() {
  const inOrder = [...tiles.values()].sort((one, other) => one.place - other.place).map((tile) => tile.element);
  const shown = byId("boards").children;
  if (inOrder.length === shown.length && inOrder.every((element, place) => shown[place] === element)) return;
  byId("boards").replaceChildren(...inOrder);
  fit(byId("boards"), inOrder.length);
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
  const values = new Set([...tiles.values()].map((tile) => tile.about[tag] ?? "").filter(Boolean));
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
addEventListener("resize", () => fit(byId("boards"), tiles.size));
follow(first.id, take, showLine);
