// The page as the server drew it is painted first. Then its scripts are fetched, all at once, and the page comes alive.
import { pageData } from "./elements.js";

const LONGEST_MS = 500; // a page in the background paints nothing, and comes alive all the same

/** @type {HTMLButtonElement[]} */
const pressed = []; // before the page was alive: they are pressed once it is

/** @param {Event} event */
const keep = (event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  if (button) pressed.push(button);
};

const comeAlive = async () => {
  document.addEventListener("click", keep, true);
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve)); // frames begin when the styles are there; the timer ends after the paint
    setTimeout(resolve, LONGEST_MS);
  });
  for (const script of pageData("scripts")) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = script;
    document.head.append(link);
  }
  await import("./main.js");
  document.removeEventListener("click", keep, true);
  for (const button of pressed) button.click();
};

void comeAlive();
