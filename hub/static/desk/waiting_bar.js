// The bar that stays in view while alerts are open: how many, the most urgent one, and the way there. The title has the number too.
// A new one sounds and vibrates where that was chosen in this browser. Browsers let a page sound only after a tap or a key.
import { byId, byIdAs, part, remember, remembered, setText } from "../js/elements.js";
import { say, sayMany } from "../js/texts.js";

const KEPT = "damcam.alarm";
const NOTES_HZ = [880, 1175, 880];
const NOTE_S = 0.16;
const LOUDNESS = 0.35;
const VIBRATION_MS = [250, 120, 250];

/** @typedef {{ text: string, href: string }} First the most urgent alert */

export class WaitingBar {
  constructor() {
    this.title = document.title;
    this.alarm = new Alarm();
    /** @type {Set<string> | null} */
    this.known = null;
    const bar = byId("bar"); // its text may need several lines, and nothing may lie below it
    new ResizeObserver(() => document.body.style.setProperty("--bar", `${bar.offsetHeight}px`)).observe(bar);
    const title = part(document.body, ".top > div"); // what is beside it, such as the links, takes more or less room, and is not covered either
    const above = new ResizeObserver(() => document.body.style.setProperty("--links", `${innerWidth - title.getBoundingClientRect().right}px`));
    above.observe(title);
  }

  // Shows the alerts that the page names as waiting.
  take() {
    const { value, dataset } = byIdAs(HTMLDataElement, "waiting");
    const first = dataset.text === undefined ? undefined : { text: dataset.text, href: dataset.href ?? "" };
    this.show(value.split(" ").filter(Boolean), first, (dataset.carried ?? "").split(" "));
  }

  /**
   * Shows the open alerts, and rings when one of them is new. Those that the page came with ring nothing.
   * @param {string[]} open what names each of them
   * @param {First | undefined} first
   * @param {string[]} carried those that were told before their game was taken over, which are not new
   */
  show(open, first, carried) {
    const count = open.length;
    const bar = byId("bar");
    bar.hidden = count === 0;
    document.title = count ? `(${count}) ${this.title}` : this.title;
    setText(part(bar, "b"), count ? sayMany("{count} alert open", "{count} alerts open", count) : "");
    setText(part(bar, "span"), first?.text ?? "");
    if (first) byIdAs(HTMLAnchorElement, "go-there").href = first.href;
    if (this.known && open.some((one) => !this.known?.has(one) && !carried.includes(one))) this.alarm.ring();
    this.known = new Set(open);
  }
}

class Alarm {
  constructor() {
    this.button = byId("alarm");
    this.hint = byId("alarm-waits");
    this.isOn = remembered(KEPT) === "on";
    /** @type {AudioContext | null} */
    this.audio = null;
    this.button.addEventListener("click", () => this.#toggle());
    for (const gesture of ["pointerup", "keyup"]) addEventListener(gesture, () => this.#wake());
    this.#show();
  }

  // Sounds and vibrates, where that was chosen and the browser lets it.
  ring() {
    if (!this.isOn || !mayRing()) return;
    navigator.vibrate?.(VIBRATION_MS);
    this.#wake();
    if (this.audio) sound(this.audio);
    this.button.dataset.rang = String(Number(this.button.dataset.rang ?? 0) + 1);
  }

  #toggle() {
    this.isOn = !this.isOn;
    remember(KEPT, this.isOn ? "on" : "off");
    this.#show();
    this.ring();
  }

  // After a tap or a key the browser lets the page sound from then on.
  #wake() {
    if (this.isOn && mayRing()) {
      this.audio ??= new AudioContext();
      if (this.audio.state === "suspended") this.audio.resume();
    }
    this.#show();
  }

  #show() {
    setText(this.button, this.isOn ? say("Sound: on") : say("Sound: off"));
    this.hint.hidden = !this.isOn || mayRing();
  }
}

function mayRing() {
  return navigator.userActivation?.hasBeenActive ?? true;
}

/** @param {AudioContext} audio */
function sound(audio) {
  for (const [place, pitch] of NOTES_HZ.entries()) {
    const start = audio.currentTime + place * NOTE_S;
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(LOUDNESS, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + NOTE_S);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + NOTE_S);
  }
}
