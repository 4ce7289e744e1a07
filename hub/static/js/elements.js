// The elements of a page: found by their ids and selectors, or created from data. Text never becomes markup. The page names the address below
// which all those of its board lie.
const NAMESPACE = "http://www.w3.org/2000/svg";
const { base } = document.body.dataset;

const MOMENT_MS = 400; // a question that has just opened takes no answer: the second tap of a double tap would land on one
/** @type {WeakMap<HTMLButtonElement, number>} */
const until = new WeakMap();

/**
 * The element with that id; throws an Error when the page has none.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  return byIdAs(HTMLElement, id);
}

/**
 * The element with that id and of that class; throws an Error when the page has none.
 * @template {Element} E
 * @param {new () => E} Kind
 * @param {string} id
 * @returns {E}
 */
export function byIdAs(Kind, id) {
  const found = document.getElementById(id);
  if (!(found instanceof Kind)) throw new Error(`the page has no ${Kind.name} with the id "${id}"`);
  return found;
}

/**
 * The first element within another that the selector matches; throws an Error when there is none.
 * @param {ParentNode} within
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function part(within, selector) {
  const found = within.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`there is no "${selector}" here`);
  return found;
}

/**
 * The nearest element that the selector matches, from the target of an event upwards; null when there is none.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function targetOf(event, selector) {
  const found = event.target instanceof Element ? event.target.closest(selector) : null;
  return found instanceof HTMLElement ? found : null;
}

/**
 * The JSON that the page carries in the script element with that id.
 * @param {string} id
 */
export function pageData(id) {
  return JSON.parse(byId(id).textContent ?? "");
}

/**
 * A new element with that class name and text.
 * @template {keyof HTMLElementTagNameMap} N
 * @param {N} name
 * @param {string} [className]
 * @param {string} [text]
 * @returns {HTMLElementTagNameMap[N]}
 */
export function create(name, className = "", text = "") {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text) element.textContent = text;
  return element;
}

/**
 * Changes the text of an element only where it differs: screen readers would read it out again.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Disables a button for a moment. Where that is the one that a dialog would focus, the next one has the focus.
 * @param {HTMLButtonElement} button
 */
export function holdBack(button) {
  until.set(button, performance.now() + MOMENT_MS);
  button.disabled = true;
  setTimeout(() => (button.disabled = performance.now() < (until.get(button) ?? 0)), MOMENT_MS + 1);
}

/**
 * What this browser remembers under that key; null where it remembers nothing.
 * @param {string} key
 */
export function remembered(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // a browser that keeps nothing for pages
  }
}

/**
 * Has this browser remember the choice; where it keeps nothing for pages the choice holds for this page.
 * @param {string} key
 * @param {string} choice
 */
export function remember(key, choice) {
  try {
    localStorage.setItem(key, choice);
  } catch {
    // as said
  }
}

/**
 * A new element of a drawing, with its attributes and children.
 * @template {keyof SVGElementTagNameMap} N
 * @param {N} name
 * @param {{ [attribute: string]: string | number }} [attributes]
 * @param {Node[]} [children]
 * @returns {SVGElementTagNameMap[N]}
 */
export function svgElement(name, attributes = {}, children = []) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** @param {string} path */
export function below(path) {
  return `${base}/${path}`;
}

/** @param {string} name */
export function pictureAddress(name) {
  return below(`picture/${name.split("/").map(encodeURIComponent).join("/")}`);
}
