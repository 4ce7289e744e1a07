// The service worker: telephones show notifications only through one. What was pushed is shown, and a tap leads to its page, which may be open.
/** @type {any} */
const worker = globalThis;

/** @param {string} url of an alert at a desk */
async function show(url) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const [address, alert] = url.split("#");
  const open = pages.find((/** @type {{ url: string }} */ page) => page.url.split("#")[0] === address);
  if (!open) return worker.clients.openWindow(url);
  const focused = await open.focus();
  return alert ? open.navigate(url).catch(() => worker.clients.openWindow(url)) : focused;
}

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.url));
});

// One of the same tag is replaced: an alert that was settled says so, and makes no noise.
worker.addEventListener("push", (/** @type {any} */ event) => {
  const { title, body, tag, lang, url, settled } = event.data.json();
  const data = { url: new URL(url, worker.location.origin).href };
  event.waitUntil(worker.registration.showNotification(title, { body, tag, lang, data, silent: settled, renotify: !settled }));
});

worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim())); // only such pages can be led to an alert
