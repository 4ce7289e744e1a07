// The service worker: what is pushed is shown, and a tap on a notification leads to its page.
import assert from "node:assert/strict";
import { test } from "node:test";

const DESK = "https://desk.test/desk/2";
/** @type {string[]} */
let did = [];
/** @type {Map<string, (event: object) => void>} */
const listeners = new Map();
/** @type {{ url: string, focus: () => void, navigate?: (url: string) => Promise<unknown> }[]} */
let pages = [];

Object.assign(globalThis, {
  addEventListener: (/** @type {string} */ type, /** @type {(event: object) => void} */ listener) => listeners.set(type, listener),
  location: { origin: "https://desk.test" },
  registration: { showNotification: async (/** @type {string} */ title, /** @type {object} */ shown) => did.push(JSON.stringify([title, shown])) },
  clients: { matchAll: async () => pages, openWindow: async (/** @type {string} */ url) => did.push(`opened ${url}`) },
});
await import("../../hub/static/worker.js");

/**
 * Tells the worker of the event, and waits until it has done what it does.
 * @param {string} type
 * @param {object} event
 */
async function happen(type, event) {
  did = [];
  await new Promise((done) => listeners.get(type)?.({ ...event, waitUntil: (/** @type {Promise<void>} */ doing) => doing.then(done) }));
  return did;
}

const tap = (url = DESK) => happen("notificationclick", { notification: { close: () => did.push("closed"), data: { url } } });

test("a page of the desk that is open comes to the front, at whatever alert", async () => {
  pages = [`${DESK}1`, `${DESK}#lost`].map((url) => ({ url, focus: () => did.push(`focused ${url}`) }));
  assert.deepEqual(await tap(), ["closed", `focused ${DESK}#lost`]);
});

test("without one it is opened", async () => {
  pages = [];
  assert.deepEqual(await tap(), ["closed", `opened ${DESK}`]);
});

test("an open desk is led to the alert", async () => {
  const navigate = async (/** @type {string} */ url) => did.push(`led to ${url}`);
  pages = [{ url: "https://desk.test/desk/2#lost", focus: () => did.push("focused"), navigate }];
  assert.deepEqual(await tap("https://desk.test/desk/2#alert-7-0"), ["closed", "focused", "led to https://desk.test/desk/2#alert-7-0"]);
});

test("a desk that cannot be led is opened anew", async () => {
  const navigate = async () => Promise.reject(new TypeError("not controlled"));
  pages = [{ url: "https://desk.test/desk/2", focus: () => did.push("focused"), navigate }];
  assert.deepEqual(await tap("https://desk.test/desk/2#alert-7-0"), ["closed", "focused", "opened https://desk.test/desk/2#alert-7-0"]);
});

for (const settled of [false, true]) {
  test(`what is pushed is shown, ${settled ? "silently when it was settled" : "with its sound"}`, async () => {
    const told = { title: "Board 2", body: "Art. 27b", tag: "damcam/2/0001/7-0", lang: "en", url: "/desk/2#alert-7-0", settled };
    const [shown] = await happen("push", { data: { json: () => told } });
    const { body, tag, lang } = told;
    const data = { url: "https://desk.test/desk/2#alert-7-0" };
    assert.deepEqual(JSON.parse(shown ?? ""), ["Board 2", { body, tag, lang, data, silent: settled, renotify: !settled }]);
  });
}
