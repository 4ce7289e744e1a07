// Connections to the server and channels between pages, as the browser has them; a test says what happens on them.

export class FakeEventSource extends EventTarget {
  static CLOSED = 2;
  /** @type {FakeEventSource[]} */
  static made = [];

  static get open() {
    return FakeEventSource.made.filter(({ readyState }) => readyState !== FakeEventSource.CLOSED);
  }

  /** @param {string} url */
  constructor(url) {
    super();
    this.url = url;
    this.readyState = 1;
    FakeEventSource.made.push(this);
  }

  /**
   * @param {string} data
   * @param {string} [name]
   */
  send(data, name = "message") {
    if (this.readyState === FakeEventSource.CLOSED) return; // what waited is not handed on any more
    this.dispatchEvent(Object.assign(new Event(name), { data }));
  }

  fail(readyState = 0) {
    this.readyState = readyState;
    this.dispatchEvent(new Event("error"));
  }

  close() {
    this.readyState = FakeEventSource.CLOSED;
  }
}

/** Hands on a message at once to each other channel of its name; `cut` ends a page without a word. */
export class FakeChannel extends EventTarget {
  /** @type {Set<FakeChannel>} */
  static all = new Set();

  /** @param {string} name */
  constructor(name) {
    super();
    this.name = name;
    FakeChannel.all.add(this);
  }

  /** @param {unknown} data */
  postMessage(data) {
    if (!FakeChannel.all.has(this)) return;
    for (const other of FakeChannel.all) {
      if (other !== this && other.name === this.name) other.dispatchEvent(Object.assign(new Event("message"), { data: structuredClone(data) }));
    }
  }

  close() {
    FakeChannel.all.delete(this);
  }
}

Object.assign(globalThis, { EventSource: FakeEventSource, BroadcastChannel: FakeChannel });

export function newest() {
  const source = FakeEventSource.made.at(-1);
  if (!source) throw new Error("there is no connection");
  return source;
}
