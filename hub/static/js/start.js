// The page as the server drew it is painted first. Then its scripts are fetched, all at once, and the page comes alive.
import { pageData } from "./elements.js";

const LONGEST_MS = 500; // a page in the background paints nothing, and comes alive all the same

const comeAlive = async () => {
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
};

void comeAlive();
