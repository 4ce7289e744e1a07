// The boards of one event or round, where the hall plays several. The choice stands in the page's address, as that of a projector.
import { byId, create } from "../js/elements.js";
import { say } from "../js/texts.js";

/** @typedef {{ event: string, round: string }} Group */

let listed = "";

/** @returns {Group} that the address names */
export function asked() {
  const named = new URLSearchParams(location.search);
  return { event: named.get("event") ?? "", round: named.get("round") ?? "" };
}

/**
 * Whether a game is one of the group's; the case of letters does not matter.
 * @param {Group} group
 * @param {About} about
 */
export function has({ event, round }, about) {
  return (!event || isSame(event, about.event)) && (!round || isSame(round, about.round));
}

/**
 * The groups to choose from: each event, and its rounds where there are several.
 * @param {About[]} abouts
 * @returns {Group[]}
 */
export function groupsIn(abouts) {
  /** @type {Map<string, Set<string>>} */
  const rounds = new Map();
  for (const { event = "", round = "" } of abouts.filter((about) => about.event)) {
    rounds.set(event, (rounds.get(event) ?? new Set()).add(round));
  }
  return [...rounds.keys()].sort().flatMap((event) => {
    const named = [...(rounds.get(event) ?? [])].filter(Boolean).sort((one, other) => one.localeCompare(other, undefined, { numeric: true }));
    return [{ event, round: "" }, ...(named.length > 1 ? named.map((round) => ({ event, round })) : [])];
  });
}

/**
 * Shows the choice; whether there is any.
 * @param {About[]} abouts of all games on the wall
 */
export function showGroups(abouts) {
  const [group, groups] = [asked(), groupsIn(abouts)];
  if (group.event && !groups.some(({ event, round }) => event === group.event && round === group.round)) groups.push(group);
  const all = [{ event: "", round: "" }, ...groups];
  const text = JSON.stringify([all, group]);
  if (text !== listed) {
    listed = text;
    byId("group").replaceChildren(...all.map((one) => optionOf(one, one.event === group.event && one.round === group.round)));
  }
  return all.length > 2 || Boolean(group.event);
}

/** @param {() => void} onChoice called once the address names another group */
export function onGroup(onChoice) {
  const select = /** @type {HTMLSelectElement} */ (byId("group"));
  select.addEventListener("change", () => {
    history.replaceState(null, "", select.value);
    onChoice();
  });
}

/**
 * @param {Group} group
 * @param {boolean} isChosen
 */
function optionOf(group, isChosen) {
  const option = create("option", "", nameOf(group));
  option.value = addressOf(group);
  option.selected = isChosen;
  return option;
}

/** @param {Group} group */
function addressOf({ event, round }) {
  const named = new URLSearchParams({ ...(event && { event }), ...(round && { round }) });
  return event ? `?${named}` : location.pathname;
}

/** @param {Group} group */
function nameOf({ event, round }) {
  return [event || say("All boards"), round && say("Round {round}", { round })].filter(Boolean).join(" · ");
}

/**
 * @param {string} one
 * @param {string} [other]
 */
function isSame(one, other = "") {
  return one.toLowerCase() === other.toLowerCase();
}
