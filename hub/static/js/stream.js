// What the server sends of this page: hands on each fragment, and tells whether the connection is up.
//
// A browser has six connections for a host: more streams than that would block each other and every request. All pages of this host in one
// browser therefore share one. They know of each other by a BroadcastChannel; the one that has followed longest has the connection, and hands
// on what comes. A page that nobody sees follows nothing, unless it makes itself heard.
import { byId, setText } from "./elements.js";
import { merge } from "./merge.js";

const CHANNEL = "damcam-streams";
const ANSWERS_MS = 150; // within this the others answer a newcomer, and the frames of a page have all come
const ASKS_MS = 2_000;
const SILENT_MS = 12_000; // the server sends something every 5 s
const RETRY_MS = 2_000;
const GONE_MS = 7_000; // a page that a browser ended without a word answers no more; one whose timers it slows answers at once

/** @typedef {{ id: string } & ({ here: string, asks: boolean } | { gone: true } | { arrival: Arrival })} Message */

/**
 * Follows the stream of fragments that the page names.
 * @param {(html: string) => void} onHtml
 * @param {(line: "live" | "lost") => void} onLine
 * @param {() => boolean} [isHeard] whether the page follows on while it is hidden
 * @returns {() => void} ends it
 */
export function followFragments(onHtml, onLine, isHeard) {
  const stream = new Stream(document.body.dataset.events ?? "", onHtml, onLine, isHeard);
  return () => stream.end();
}

/**
 * Follows the stream of fragments that the page names, and merges what comes; the page's status line says how the connection is.
 * @param {(merged: Element[]) => void} [onMerged] gets the elements of the page that the fragments are now
 * @param {(line: "live" | "lost") => void} [onLine]
 * @param {() => boolean} [isHeard] whether the page follows on while it is hidden
 */
export function followPage(onMerged, onLine = () => {}, isHeard) {
  followFragments((html) => merge(html, onMerged), (line) => {
    void showLine(line);
    onLine(line);
  }, isHeard);
}

/**
 * Shows how the connection is, and whether the sign-in has ended. The page carries the texts.
 * @param {"live" | "lost"} line
 */
async function showLine(line) {
  const [status, signedOut] = [byId("status"), document.getElementById("signed-out")];
  status.dataset.state = line;
  setText(status, status.dataset[line] ?? "");
  if (line !== "lost" || !signedOut) return;
  const answer = await fetch(location.pathname, { method: "HEAD", headers: { Accept: "application/json" } }).catch(() => null);
  signedOut.hidden = answer?.status !== 401;
}

export class Stream {
  /**
   * @param {string} address
   * @param {(data: string) => void} onData
   * @param {(line: "live" | "lost") => void} onLine
   * @param {() => boolean} isHeard
   */
  constructor(address, onData, onLine, isHeard = () => false) {
    this.address = address;
    this.onData = onData;
    this.onLine = onLine;
    /** @type {Map<string, { address: string, heardMs: number }>} */
    this.pages = new Map();
    this.id = "";
    this.ending = new AbortController();
    const { signal } = this.ending;
    // After the device slept, events that wait may be old without telling so: each time that the page is seen all begins anew.
    document.addEventListener("visibilitychange", () => (document.hidden ? isHeard() || this.leave() : this.join()), { signal });
    addEventListener("pagehide", () => this.leave(), { signal });
    addEventListener("offline", () => onLine("lost"), { signal });
    this.join();
  }

  end() {
    this.ending.abort();
    this.leave();
  }

  join() {
    this.leave();
    this.id = `${Date.now()} ${Math.random()}`; // the earliest comes first
    this.pages.set(this.id, { address: this.address, heardMs: Infinity });
    this.channel = new BroadcastChannel(CHANNEL);
    this.channel.addEventListener("message", ({ data }) => this.#take(data));
    this.asking = setInterval(() => this.#ask(), ASKS_MS);
    this.#settleSoon();
    this.#say({ here: this.address, asks: true });
  }

  leave() {
    clearInterval(this.asking);
    clearTimeout(this.settling);
    this.#say({ gone: true });
    this.channel?.close();
    this.channel = undefined;
    this.pages.clear();
    this.connection?.end();
    this.connection = undefined;
  }

  get #first() {
    return [...this.pages.keys()].sort()[0];
  }

  #ask() {
    for (const [id, { heardMs }] of this.pages) if (Date.now() - heardMs > GONE_MS) this.#forget(id);
    this.#say({ here: this.address, asks: true });
  }

  /** @param {string} id */
  #forget(id) {
    const wasFirst = id === this.#first;
    this.pages.delete(id);
    if (wasFirst) this.#settle();
  }

  /** @param {Message} message */
  #take(message) {
    const { id } = message;
    if ("here" in message) {
      if (!this.pages.has(id)) this.#settleSoon();
      this.pages.set(id, { address: message.here, heardMs: Date.now() });
      if (message.asks) this.#say({ here: this.address, asks: false });
    } else if ("gone" in message) this.#forget(id);
    else if (id === this.#first) this.#hear(message.arrival);
  }

  #settleSoon() {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.#settle(), ANSWERS_MS);
  }

  // The first page begins the connection anew, with the addresses of all. One that leaves costs the others none.
  #settle() {
    this.connection?.end();
    this.connection = undefined;
    if (this.#first !== this.id) return;
    const addresses = [...this.pages.values()].map(({ address }) => address);
    this.connection = new Connection([...new Set(addresses)], (arrival) => {
      this.#say({ arrival });
      this.#hear(arrival);
    });
  }

  /** @param {{ here: string, asks: boolean } | { gone: true } | { arrival: Arrival }} said */
  #say(said) {
    this.channel?.postMessage({ id: this.id, ...said });
  }

  /** @param {Arrival} arrival */
  #hear(arrival) {
    if (arrival.address && arrival.address !== this.address) return;
    if (arrival.kind === "came") this.onData(arrival.data);
    else this.onLine(arrival.kind);
  }
}

/**
 * What comes: an event of an address; that the connection is up; that it, or that to one address, is not.
 * @typedef {{ kind: "came", address: string, data: string } | { kind: "live" | "lost", address?: string }} Arrival
 */

// A connection to the server for the streams of one or several addresses. It is made again when it fails.
export class Connection {
  /**
   * @param {string[]} addresses
   * @param {(arrival: Arrival) => void} onArrival
   */
  constructor(addresses, onArrival) {
    this.addresses = addresses;
    this.onArrival = onArrival;
    this.ending = new AbortController();
    /** @type {EventSource | null} */
    this.source = null;
    addEventListener("online", () => this.#open(), { signal: this.ending.signal });
    this.#open();
  }

  end() {
    clearTimeout(this.again);
    this.ending.abort();
    this.source?.close();
  }

  #open() {
    this.source?.close();
    const [only = "", isJoined] = this.addresses;
    const source = new EventSource(isJoined ? `/streams?${new URLSearchParams(this.addresses.map((of) => ["of", of]))}` : only);
    const lost = new Set(); // addresses of which nothing comes, though the connection is up
    const hear = (/** @type {string[]} */ heard) => {
      for (const address of heard) if (!lost.has(address)) this.onArrival({ kind: "live", address });
      this.#openIn(SILENT_MS);
    };
    source.addEventListener("open", () => {
      lost.clear();
      hear(this.addresses);
    });
    source.addEventListener("alive", () => hear(this.addresses));
    source.addEventListener("error", () => {
      this.onArrival({ kind: "lost" });
      if (source.readyState === EventSource.CLOSED) this.#openIn(RETRY_MS); // after an error of the server the browser does not
    });
    source.addEventListener("lost", ({ data }) => {
      const address = this.addresses[Number(data)];
      lost.add(address);
      this.onArrival({ kind: "lost", address });
    });
    for (const [number, address] of this.addresses.entries()) {
      source.addEventListener(isJoined ? String(number) : "message", ({ data }) => {
        lost.delete(address);
        hear([address]);
        this.onArrival({ kind: "came", address, data });
      });
    }
    this.source = source;
    this.#openIn(SILENT_MS);
  }

  /** @param {number} afterMs */
  #openIn(afterMs) {
    clearTimeout(this.again);
    this.again = setTimeout(() => {
      this.onArrival({ kind: "lost" });
      this.#open();
    }, afterMs);
  }
}
