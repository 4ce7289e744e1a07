// A page without a browser: the few parts of the DOM that the tested modules use. Importing this module defines the globals.

/** The texts of an English page. */
const TEXTS = { sentences: {}, plurals: Array.from({ length: 200 }, (_number, number) => (number === 1 ? 0 : 1)).join("") };

/** The `data-` attributes of an element as its `dataset`. */
const DATASET = {
  /** @param {FakeElement} element */
  of(element) {
    /** @param {string | symbol} key */
    const name = (key) => `data-${String(key).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return new Proxy(/** @type {DOMStringMap} */ ({}), {
      get: (_data, key) => element.attributes.get(name(key)),
      set: (_data, key, value) => Boolean(element.attributes.set(name(key), String(value))),
    });
  },
};

class FakeElement extends EventTarget {
  /** @param {string} tagName */
  constructor(tagName) {
    super();
    this.tagName = tagName;
    this.hidden = false;
    /** @type {Map<string, string>} */
    this.attributes = new Map();
    /** @type {(FakeElement | string)[]} */
    this.childNodes = [];
    /** @type {FakeElement | null} */
    this.parentElement = null;
    /** @type {Keyframe[][]} what `animate` was given */
    this.animations = [];
    this.dataset = DATASET.of(this);
  }

  get id() {
    return this.attributes.get("id") ?? "";
  }

  get className() {
    return this.attributes.get("class") ?? "";
  }

  set className(name) {
    this.attributes.set("class", name);
  }

  /** @returns {string} */
  get textContent() {
    return this.childNodes.map((child) => (typeof child === "string" ? child : child.textContent)).join("");
  }

  set textContent(text) {
    this.replaceChildren(text);
  }

  /** @returns {FakeElement[]} */
  get children() {
    return this.childNodes.filter((child) => child instanceof FakeElement);
  }

  /** @returns {FakeElement | null} */
  get firstElementChild() {
    return this.children[0] ?? null;
  }

  /** @param {(FakeElement | string)[]} children */
  append(...children) {
    for (const child of children) {
      this.childNodes = [...this.childNodes.filter((one) => one !== child), child];
      if (child instanceof FakeElement) child.parentElement = this;
    }
  }

  /** @param {(FakeElement | string)[]} children */
  replaceChildren(...children) {
    this.childNodes = [];
    this.append(...children);
  }

  /** @param {string} name */
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  /** @param {string} name */
  hasAttribute(name) {
    return this.attributes.has(name);
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  setAttribute(name, value) {
    this.attributes.set(name, value);
  }

  /** @param {string} name */
  removeAttribute(name) {
    this.attributes.delete(name);
  }

  /**
   * @param {string} name
   * @param {boolean} isSet
   */
  toggleAttribute(name, isSet) {
    if (isSet) this.attributes.set(name, "");
    else this.attributes.delete(name);
  }

  /**
   * @param {string} selector a tag, `.class`, `[attribute]` or `[attribute="value"]`
   * @returns {FakeElement[]}
   */
  querySelectorAll(selector) {
    return this.children.flatMap((child) => [...(child.matches(selector) ? [child] : []), ...child.querySelectorAll(selector)]);
  }

  /** @param {string} selector */
  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }

  /**
   * @param {string} selector
   * @returns {FakeElement | null}
   */
  closest(selector) {
    return this.matches(selector) ? this : (this.parentElement?.closest(selector) ?? null);
  }

  /** @param {string} selector */
  matches(selector) {
    const [, name = "", value] = /^\[([\w-]+)(?:="(.*)")?\]$/.exec(selector) ?? [];
    if (name) return this.attributes.has(name) && (value === undefined || this.attributes.get(name) === value);
    return selector.startsWith(".") ? this.className.split(" ").includes(selector.slice(1)) : this.tagName === selector;
  }

  /** @param {Keyframe[]} keyframes */
  animate(keyframes) {
    this.animations.push(keyframes);
  }
}

/** Passes events on to a target that can be replaced, which drops all listeners. */
class Listened {
  target = new EventTarget();

  /**
   * @param {string} type
   * @param {EventListener} listener
   * @param {AddEventListenerOptions} [options]
   */
  addEventListener = (type, listener, options) => this.target.addEventListener(type, listener, options);

  /** @param {Event} event */
  dispatchEvent = (event) => this.target.dispatchEvent(event);
}

class FakeDocument extends Listened {
  hidden = false;
  body = new FakeElement("body");
  documentElement = { lang: "en" };

  /** @param {string} name */
  createElement(name) {
    return new FakeElement(name);
  }

  /**
   * @param {string} _namespace
   * @param {string} name
   */
  createElementNS(_namespace, name) {
    return new FakeElement(name);
  }

  /** @param {string} text */
  createTextNode(text) {
    return text;
  }

  /** @param {string} id */
  getElementById(id) {
    return this.body.querySelector(`[id="${id}"]`);
  }
}

/** Whether the device asks for less motion; a test may change it. */
export const motion = { matches: false };

const fakeDocument = new FakeDocument();
const fakeWindow = new Listened();
Object.assign(globalThis, {
  document: fakeDocument,
  Element: FakeElement,
  HTMLElement: FakeElement,
  matchMedia: () => motion,
  ResizeObserver: class {
    observe() {}
  },
  addEventListener: fakeWindow.addEventListener,
  dispatchEvent: fakeWindow.dispatchEvent,
});
document.body.dataset.base = "/board/1";
place("texts").textContent = JSON.stringify(TEXTS);

/** Drops all listeners of the window and the document, as a new page does. */
export function forgetListeners() {
  fakeDocument.target = new EventTarget();
  fakeWindow.target = new EventTarget();
}

/**
 * Puts an element with that id on the page, with a child of each of these classes.
 * @param {string} id
 * @param {string[]} classNames
 */
export function place(id, ...classNames) {
  const element = document.createElement("div");
  element.setAttribute("id", id);
  for (const className of classNames) {
    const child = document.createElement("span");
    child.className = className;
    element.append(child);
  }
  document.body.append(element);
  return element;
}
