// The connection to the server: hands on each view or fragment, and tells whether the connection is up. Each connection begins with the view of now.
import { below } from "./address.js";

const SILENT_MS = 12_000; // the server sends something every 5 s
const CHECK_MS = 2_000;
const RETRY_MS = 2_000;

/**
 * @template V
 * @param {(view: V, isFirst: boolean) => void} onView gets whether the view is the first of its connection
 * @param {(line: "live" | "lost") => void} onLine
 * @returns {() => void} ends the connection
 */
export function follow(onView, onLine) {
  return stay(new Connection(below("events"), (data, isFirst) => onView(JSON.parse(data), isFirst), onLine));
}

/**
 * Follows the stream of fragments that the page names.
 * @param {(html: string) => void} onHtml
 * @param {(line: "live" | "lost") => void} onLine
 */
export function followFragments(onHtml, onLine) {
  stay(new Connection(document.body.dataset.events ?? "", onHtml, onLine));
}

/** @param {Connection} connection */
function stay(connection) {
  const { onLine } = connection;
  const { signal } = connection.ending;
  connection.open();
  const checking = setInterval(() => connection.check(), CHECK_MS);
  // After the device slept, events that wait may be old without telling so.
  document.addEventListener("visibilitychange", () => document.hidden || connection.open(), { signal });
  addEventListener("online", () => connection.open(), { signal });
  addEventListener("offline", () => onLine("lost"), { signal });
  return () => {
    clearInterval(checking);
    connection.end();
  };
}

class Connection {
  /**
   * @param {string} address
   * @param {(data: string, isFirst: boolean) => void} onData
   * @param {(line: "live" | "lost") => void} onLine
   */
  constructor(address, onData, onLine) {
    this.address = address;
    this.onData = onData;
    this.onLine = onLine;
    this.heardMs = 0;
    this.isFirst = true;
    this.ending = new AbortController();
    /** @type {EventSource | null} */
    this.source = null;
  }

  open() {
    this.source?.close();
    if (this.ending.signal.aborted) return;
    this.heardMs = Date.now();
    const source = new EventSource(this.address);
    source.addEventListener("open", () => {
      this.isFirst = true;
      this.#hear();
    });
    source.addEventListener("alive", () => this.#hear());
    source.addEventListener("error", () => this.#lose());
    source.addEventListener("message", (event) => {
      this.#hear();
      const { isFirst } = this;
      this.isFirst = false;
      this.onData(event.data, isFirst);
    });
    this.source = source;
  }

  end() {
    this.ending.abort();
    this.source?.close();
  }

  // Connects again when the server was silent for too long.
  check() {
    if (Date.now() - this.heardMs < SILENT_MS) return;
    this.onLine("lost");
    this.open();
  }

  #hear() {
    this.heardMs = Date.now();
    this.onLine("live");
  }

  // The browser connects again by itself, unless the server answered with an error.
  #lose() {
    this.onLine("lost");
    if (this.source?.readyState === EventSource.CLOSED) setTimeout(() => this.open(), RETRY_MS);
  }
}
