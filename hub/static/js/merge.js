// Merges fragments, which the server renders (hub/web/fragments.py), into the page. Each top element of a fragment takes the place of the
// element with its id. Within it elements are matched by their ids, others by being equal, else by their kind and order. What is equal keeps
// its node, and with it focus, selection and scroll position. What `data-adds` marks only adds its children to those of the page. An element
// without an id, such as a table, only stands around others.
//
// What the reader did is never touched: whether details are open, forms that were begun, hidden fields, which hold the page's token and the
// row on which a form was begun. Styles are the scripts', as the content policy forbids them in fragments. While a pointer is down nothing is
// merged, so that no button moves under a finger.

const TAP_MS = 400; // after a pointer is up: the click of a tap comes within it, and so does the second tap of a double tap
const READERS = new Set(["open", "style"]);
const HIDDEN_FIELD = "input[type=hidden]";

/** @typedef {(merged: Element[]) => void} OnMerged */

/** @type {[string, OnMerged][]} */
let waiting = [];
let isDown = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let rising = undefined;

/**
 * Merges the fragments, at once or when no pointer is down any more. A fragment whose id the page does not have is left out.
 * @param {string} html
 * @param {OnMerged} [onMerged] gets the elements of the page that the fragments are now
 */
export function merge(html, onMerged = () => {}) {
  waiting.push([html, onMerged]);
  if (!isDown) mergeWaiting();
}

function mergeWaiting() {
  isDown = false;
  const fragments = waiting;
  waiting = [];
  for (const [html, onMerged] of fragments) {
    const template = document.createElement("template");
    template.innerHTML = html;
    onMerged([...template.content.children].flatMap(mergeTop));
  }
}

addEventListener("pointerdown", ({ button }) => {
  clearTimeout(rising);
  isDown = button === 0;
}, true);
addEventListener("pointerup", () => (rising = setTimeout(mergeWaiting, TAP_MS)), true);
addEventListener("pointercancel", mergeWaiting, true);
addEventListener("blur", mergeWaiting); // a pointer that is released over another window is not heard

/**
 * @param {Element} wanted
 * @returns {Element[]}
 */
function mergeTop(wanted) {
  if (!wanted.id) return [...wanted.children].flatMap(mergeTop);
  const own = document.getElementById(wanted.id);
  if (!own) return [];
  if (wanted.hasAttribute("data-adds")) {
    for (const child of [...wanted.children]) if (mergeTop(child).length === 0) own.append(child);
    return [own];
  }
  const ids = new Map([own, ...own.querySelectorAll("[id]")].map((element) => [element.id, element]));
  mergeElement(own, wanted, ids);
  return [own];
}

/**
 * @param {Element} own
 * @param {Element} wanted
 * @param {Map<string, Element>} ids of the page's elements that are still to be matched
 */
function mergeElement(own, wanted, ids) {
  ids.delete(own.id);
  if (own.isEqualNode(wanted) || isBegun(own)) return;
  for (const { name, value } of wanted.attributes) {
    if (!READERS.has(name) && own.getAttribute(name) !== value) own.setAttribute(name, value);
  }
  for (const { name } of [...own.attributes]) {
    if (!READERS.has(name) && !wanted.hasAttribute(name)) own.removeAttribute(name);
  }
  mergeChildren(own, sentIn(wanted), ids);
}

/**
 * @param {Element} own
 * @param {ChildNode[]} wanted
 * @param {Map<string, Element>} ids
 */
function mergeChildren(own, wanted, ids) {
  const matches = matched([...own.childNodes], wanted, ids);
  const kept = new Set(matches.values());
  for (const child of [...own.childNodes]) if (!kept.has(child) && !isReaders(child)) child.remove();
  let next = own.firstChild;
  for (const child of wanted) {
    const match = matches.get(child);
    const node = match ?? document.importNode(child, false);
    if (!isAhead(node, next)) own.insertBefore(node, next);
    next = node.nextSibling;
    if (match instanceof Element && child instanceof Element) mergeElement(match, child, ids);
    else if (node instanceof Element) mergeChildren(node, sentIn(child), ids);
    else if (node.nodeValue !== child.nodeValue) node.nodeValue = child.nodeValue;
  }
}

/**
 * The children that the server may send: a page's hidden fields are its own.
 * @param {Node} wanted
 */
function sentIn(wanted) {
  return [...wanted.childNodes].filter((child) => !isHiddenField(child));
}

/**
 * The page's nodes for those wanted nodes that have one.
 * @param {ChildNode[]} before
 * @param {ChildNode[]} wanted
 * @param {Map<string, Element>} ids
 */
function matched(before, wanted, ids) {
  /** @type {Map<ChildNode, ChildNode>} */
  const matches = new Map();
  const free = new Set(before.filter((node) => !idOf(node) && !isHiddenField(node)));
  for (const child of wanted) {
    const own = idOf(child) ? ids.get(idOf(child)) : [...free].find((node) => node.isEqualNode(child));
    if (!own || own.nodeName !== child.nodeName) continue;
    matches.set(child, own);
    free.delete(own);
    ids.delete(idOf(own));
  }
  for (const child of wanted) {
    const own = matches.has(child) || idOf(child) ? undefined : [...free].find((node) => node.nodeName === child.nodeName);
    if (!own) continue;
    matches.set(child, own);
    free.delete(own);
  }
  return matches;
}

/**
 * Whether the node stands where it belongs: it is the next one, or it comes later and must not be moved, as it would lose the focus.
 * @param {ChildNode} node
 * @param {ChildNode | null} next
 */
function isAhead(node, next) {
  if (node === next) return true;
  const isLater = next && node.parentNode === next.parentNode && next.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING;
  return Boolean(isLater) && (node.contains(document.activeElement) || getSelection()?.containsNode(node, true) || isReaders(node));
}

/** @param {Node} node */
function idOf(node) {
  return node instanceof Element ? node.id : "";
}

/** @param {Node} node */
function isHiddenField(node) {
  return node instanceof Element && node.matches(HIDDEN_FIELD);
}

/**
 * Whether the node stays although the server no longer sends it: it is a hidden field, or holds a form that was begun.
 * @param {Node} node
 */
function isReaders(node) {
  if (!(node instanceof Element)) return false;
  return isHiddenField(node) || isBegun(node) || [...node.querySelectorAll("form")].some(isBegun);
}

/**
 * Whether somebody is at the form: it has the focus, it is open in details or a dialog, or a field of it was changed.
 * @param {Element} form
 */
function isBegun(form) {
  if (!(form instanceof HTMLFormElement)) return false;
  return form.contains(document.activeElement) || Boolean(form.closest("details[open], dialog[open]")) || [...form.elements].some(isChanged);
}

/** @param {Element} field */
function isChanged(field) {
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (field instanceof HTMLSelectElement) return field.selectedIndex !== Math.max(0, [...field.options].findIndex((option) => option.defaultSelected));
  if (!(field instanceof HTMLInputElement) || isHiddenField(field)) return false;
  return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
}
