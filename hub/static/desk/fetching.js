// A picture that lies at a board elsewhere: it is asked for once somebody opens it, and shown when it is here.
import { below } from "../js/address.js";
import { create } from "../js/elements.js";
import { say } from "../js/texts.js";

const AGAIN_MS = 1_500;
const MOST_ASKED = 40; // a minute
const TIMEOUT_MS = 8_000;
const token = document.body.dataset.token ?? "";

/**
 * Has the picture sent, and says into `says` how it is with it. Resolves to whether it is here.
 * @param {string} name
 * @param {HTMLElement} says
 */
export async function fetchPicture(name, says) {
  says.setAttribute("role", "status");
  says.textContent = say("The picture is being fetched from the board.");
  for (let asked = 0; asked < MOST_ASKED && (says.isConnected || asked === 0); asked++) {
    const { state, why, lang } = await ask(name);
    if (state === "here") return true;
    if (state === "absent") {
      const words = create("span", "", why);
      words.lang = lang;
      says.replaceChildren(`${say("No picture:")} `, words);
      return false;
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
  says.textContent = say("The picture has not come.");
  return false;
}

/**
 * @param {string} name
 * @returns {Promise<FetchedPicture>}
 */
async function ask(name) {
  const headers = { "Content-Type": "application/json", Accept: "application/json", "X-Token": token };
  const sent = { method: "POST", headers, body: JSON.stringify({ name }), signal: AbortSignal.timeout(TIMEOUT_MS) };
  try {
    const answer = await fetch(below("fetch"), sent);
    if (answer.ok) return await answer.json();
  } catch {
    // asked again
  }
  return { state: "fetching", why: "", lang: "" };
}
