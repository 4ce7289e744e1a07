// Being told also while this telephone is locked: chosen once in this browser. What cannot be is said in one sentence.
import { byId, setText } from "../js/elements.js";
import { marked, say } from "../js/texts.js";

const ADDRESS = "/desk/telephone.json";
const TIMEOUT_MS = 20_000; // a machine that makes its key first takes some seconds
const NO_HTTPS = marked("Browsers let a locked telephone be told only by pages that came over https, and this page came over http.");
const NO_PUSH = marked("This browser cannot be told while the telephone is locked. Try another one, such as Chrome or Firefox.");
const HOME_SCREEN = marked(
  "An iPhone or iPad is told only by a page on its home screen: tap Share, then Add to Home Screen, open the desk from there, sign in, and choose it there.",
);
const OLD_IOS = marked("This iPhone or iPad cannot be told while it is locked: it needs iOS 16.4 or later.");
const NO_WORKER = marked("This browser does not let this page tell you when it is locked, most often because it does not trust the page's certificate.");
const FORBIDDEN = marked("Notifications from this address are switched off; the settings of this browser can allow them.");
const NO_SERVICE = marked("This browser could not reach its push service. It needs the internet; try once more when it is there.");
const NO_ANSWER = marked("No answer came, and nothing has changed. Try once more.");
const ON = marked("This telephone is told of alerts also when it is locked, until you sign out.");
const OFF = marked("This telephone is not told when it is locked.");

export class Telephone {
  constructor() {
    this.button = byId("telephone");
    this.isOn = false;
    this.doing = this.#show(() => this.#goOn());
    this.button.addEventListener("click", () => (this.doing = this.doing.then(() => this.#show(() => (this.isOn ? this.#end() : this.#begin())))));
  }

  // What was chosen in this browser before goes on for whoever is signed in now.
  async #goOn() {
    const chosen = hindered() ? null : await subscription().catch(() => null);
    if (!chosen || Notification.permission !== "granted") return "";
    if (!isFor(chosen, await key())) return "";
    await tell(chosen);
    this.isOn = true;
    return "";
  }

  async #begin() {
    const hindrance = hindered();
    if (hindrance) return say(hindrance);
    if ((await Notification.requestPermission()) !== "granted") return say(FORBIDDEN);
    const wanted = await key();
    const worker = await registered().catch(() => null);
    if (!worker) return say(NO_WORKER);
    const chosen = await subscribed(worker, wanted).catch(() => null);
    if (!chosen) return say(NO_SERVICE);
    await tell(chosen);
    this.isOn = true;
    return say(ON);
  }

  async #end() {
    const chosen = await subscription();
    if (chosen) await ask({ end: true, endpoint: chosen.endpoint });
    await chosen?.unsubscribe();
    this.isOn = false;
    return say(OFF);
  }

  /** @param {() => Promise<string>} act resolves to what it did; empty where there is nothing to say */
  async #show(act) {
    this.button.setAttribute("aria-busy", "true");
    const said = await act().catch((error) => error.message);
    setText(this.button, this.isOn ? say("When locked: on") : say("When locked: off"));
    setText(byId("telephone-says"), said);
    byId("telephone-says").hidden = !said;
    this.button.removeAttribute("aria-busy");
  }
}

function hindered() {
  if (!isSecureContext) return NO_HTTPS;
  if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window) return "";
  if (!("standalone" in navigator)) return NO_PUSH; // Apple's telephones and tablets have it
  return navigator.standalone ? OLD_IOS : HOME_SCREEN;
}

async function subscription() {
  const worker = await navigator.serviceWorker.getRegistration("/");
  return (await worker?.pushManager.getSubscription()) ?? null;
}

async function registered() {
  await navigator.serviceWorker.register("/worker.js");
  return navigator.serviceWorker.ready;
}

/**
 * @param {ServiceWorkerRegistration} worker
 * @param {string} wanted the key of this server
 */
async function subscribed({ pushManager }, wanted) {
  const before = await pushManager.getSubscription();
  if (before && isFor(before, wanted)) return before;
  await before?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: wanted });
}

/**
 * @param {PushSubscription} chosen
 * @param {string} wanted the key of this server
 */
function isFor(chosen, wanted) {
  return inText(chosen.options.applicationServerKey) === wanted;
}

async function key() {
  return String((await ask(null)).key);
}

/** @param {PushSubscription} chosen */
function tell(chosen) {
  return ask({ endpoint: chosen.endpoint, p256dh: inText(chosen.getKey("p256dh")), auth: inText(chosen.getKey("auth")) });
}

/**
 * Asks the server, or sends it something; throws an Error that says why it could not be.
 * @param {object | null} sent
 */
async function ask(sent) {
  const headers = { "Content-Type": "application/json", Accept: "application/json", "X-Token": document.body.dataset.token ?? "" };
  const more = sent ? { method: "POST", body: JSON.stringify(sent) } : {};
  const answer = await fetch(ADDRESS, { headers, ...more, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  const content = await answer?.json().catch(() => null);
  if (answer?.ok && content) return content;
  throw new Error(answer?.status === 401 ? say("You are not signed in any more.") : (content?.error ?? say(NO_ANSWER)));
}

/** @param {ArrayBuffer | null} bytes in base64url */
function inText(bytes) {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
