// The service worker: a tap on a notification leads to the page of the game.
import assert from "node:assert/strict";
import { test } from "node:test";

const GAME = "http://board.test/frysk-kampioenskip/3/2";
/** @type {string[]} */
let did = [];
/** @type {(event: object) => void} */
let tapped = () => {};
/** @type {{ url: string, focus: () => void }[]} */
let pages = [];

Object.assign(globalThis, {
  addEventListener: (/** @type {string} */ _type, /** @type {(event: object) => void} */ listener) => {
    tapped = listener;
  },
  clients: { matchAll: async () => pages, openWindow: async (/** @type {string} */ url) => did.push(`opened ${url}`) },
});
await import("../../hub/static/worker.js");

/** Taps on the notification, and waits until the worker has done what it does. */
async function tap() {
  did = [];
  await new Promise((done) => {
    const notification = { close: () => did.push("closed"), data: { url: GAME } };
    tapped({ notification, waitUntil: (/** @type {Promise<void>} */ doing) => doing.then(done) });
  });
  return did;
}

test("a page of the game that is open comes to the front, at whatever ply", async () => {
  pages = [`${GAME}1`, `${GAME}#23`].map((url) => ({ url, focus: () => did.push(`focused ${url}`) }));
  assert.deepEqual(await tap(), ["closed", `focused ${GAME}#23`]);
});

test("without one it is opened", async () => {
  pages = [];
  assert.deepEqual(await tap(), ["closed", `opened ${GAME}`]);
});
