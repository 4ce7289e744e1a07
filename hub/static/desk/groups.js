// The groups of what the arbiter may do, one open at a time.
import { byId } from "../js/elements.js";

export function listenToGroups() {
  const openers = allOpeners();
  for (const opener of openers) {
    opener.addEventListener("click", () => {
      const isOpen = opener.getAttribute("aria-expanded") === "true";
      for (const one of openers) open(one, one === opener && !isOpen);
    });
  }
}

/**
 * Closes all groups where they are not enabled.
 * @param {boolean} isEnabled
 */
export function enableGroups(isEnabled) {
  for (const opener of allOpeners()) {
    opener.disabled = !isEnabled;
    if (!isEnabled) open(opener, false);
  }
}

function allOpeners() {
  return [...byId("groups").querySelectorAll("button")];
}

/**
 * @param {HTMLElement} opener
 * @param {boolean} isOpen
 */
function open(opener, isOpen) {
  opener.setAttribute("aria-expanded", String(isOpen));
  byId(opener.getAttribute("aria-controls") ?? "").hidden = !isOpen;
}
