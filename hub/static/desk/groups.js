// The groups of what the arbiter may do, one open at a time.
import { byId } from "../js/elements.js";

export function listenToGroups() {
  const openers = [...byId("groups").querySelectorAll("button")];
  for (const opener of openers) {
    opener.addEventListener("click", () => {
      const isOpen = opener.getAttribute("aria-expanded") === "true";
      for (const one of openers) open(one, one === opener && !isOpen);
    });
  }
}

/**
 * @param {HTMLElement} opener
 * @param {boolean} isOpen
 */
function open(opener, isOpen) {
  opener.setAttribute("aria-expanded", String(isOpen));
  byId(opener.getAttribute("aria-controls") ?? "").hidden = !isOpen;
}
