// The links to the rounds of what is played here. They come with the page, and anew when a game of another round begins.
import { below } from "../js/address.js";
import { byId, create } from "../js/elements.js";
import { say } from "../js/texts.js";

/** @typedef {{ name: string, address: string, now: boolean }} Round */

/** @type {string | null} */
let known = null;

/** @param {About[]} abouts of the games on the wall */
export async function followRounds(abouts) {
  const played = JSON.stringify([...new Set(abouts.map(({ event, round }) => JSON.stringify([event, round])))].sort());
  const isFirst = known === null;
  if (played === known) return;
  known = played;
  if (isFirst) return;
  try {
    /** @type {{ rounds: Round[] }} */
    const { rounds } = await (await fetch(below("rounds.json"))).json();
    if (known === played) byId("rounds").replaceChildren(...rounds.flatMap((round) => [link(round), " "]));
  } catch {
    known = ""; // asked again with the next change
  }
}

/** @param {Round} round */
function link({ name, address, now }) {
  const title = name ? say("Round {round}", { round: name }) : say("Without a round");
  const element = create("a", "", now ? `${title} · ${say("results")}` : title);
  element.href = address;
  element.toggleAttribute("data-now", now);
  return element;
}
