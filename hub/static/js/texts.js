// The page's language: every text comes from the page, none from a script.
const table = JSON.parse(document.getElementById("texts").textContent);

export function say(key, values = {}) {
  return table[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

export function knows(key) {
  return key in table;
}
