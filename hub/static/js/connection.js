// A connection to the server for the streams of one or several addresses. It is made again when it fails.
const SILENT_MS = 12_000; // the server sends something every 5 s
const RETRY_MS = 2_000;

/**
 * What comes: an event of an address, the first of its connection or a later one; that the connection is up; that it, or that to one
 * address, is not.
 * @typedef {{ kind: "came", address: string, data: string, isFirst: boolean } | { kind: "live" | "lost", address?: string }} Arrival
 */

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
    const begun = new Set();
    const lost = new Set(); // addresses of which nothing comes, though the connection is up
    const hear = (/** @type {string[]} */ heard) => {
      for (const address of heard) if (!lost.has(address)) this.onArrival({ kind: "live", address });
      this.#openIn(SILENT_MS);
    };
    source.addEventListener("open", () => {
      begun.clear();
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
        this.onArrival({ kind: "came", address, data, isFirst: !begun.has(address) });
        begun.add(address);
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
