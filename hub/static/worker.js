// The service worker: telephones show a page's notifications only through one. A tap leads to the page of the game, which may be open.
/** @type {any} */
const worker = globalThis;

/** @param {string} url of the game */
async function show(url) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((/** @type {{ url: string }} */ page) => page.url.split("#")[0] === url);
  return open ? open.focus() : worker.clients.openWindow(url);
}

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.url));
});
