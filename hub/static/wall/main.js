// The wall: whatever is new on a board comes in one stream for all, and is shown on that board's tile.
import { follow } from "../js/stream.js";
import { say } from "../js/texts.js";
import { fit } from "./fit.js";
import { Tile } from "./tile.js";

const byId = (id) => document.getElementById(id);
const tiles = new Map();

function take(newer) {
  for (const told of newer.tiles) {
    if (!tiles.has(told.key)) tiles.set(told.key, new Tile());
    tiles.get(told.key).show(told);
  }
  order();
  head();
}

// By the numbers of the boards; those without one behind, as the server has them.
function order() {
  const inOrder = [...tiles.values()].sort((one, other) => one.place - other.place).map((tile) => tile.element);
  const standing = byId("boards").children;
  if (inOrder.length === standing.length && inOrder.every((element, place) => standing[place] === element)) return;
  byId("boards").replaceChildren(...inOrder);
  fit(byId("boards"), inOrder.length);
}

// Event and round, where all games are of the same.
function head() {
  const shared = (tag) => {
    const told = new Set([...tiles.values()].map((tile) => tile.about[tag]).filter(Boolean));
    return told.size === 1 ? [...told][0] : "";
  };
  const [event, round] = [shared("event"), shared("round")];
  const title = [event || say("title"), event && round && say("round", { round })].filter(Boolean).join(" · ");
  if (byId("title").textContent !== title) byId("title").textContent = document.title = title;
}

function heard(state) {
  byId("status").dataset.state = state;
  byId("status").textContent = say(state);
}

const first = JSON.parse(byId("view").textContent);
take(first);
addEventListener("resize", () => fit(byId("boards"), tiles.size));
follow(first.id, take, heard);
