// A knock, as of a piece set down, when a move comes. It is off until somebody chooses it; the browser remembers the choice.
import { remember, remembered } from "./elements.js";

const KEY = "damcam.sound";
const LENGTH_S = 0.09;
const PITCH_HZ = 950;
const LOUD = 0.8;

export class Sound {
  /** @param {HTMLElement} button */
  constructor(button) {
    this.button = button;
    this.on = remembered(KEY) === "on";
    /** @type {AudioContext | null} */
    this.context = null;
    button.addEventListener("click", () => this.#choose(!this.on));
    // Browsers let a page sound only after somebody has touched it.
    if (this.on) for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => this.on && this.#open(), { once: true });
    this.#show();
  }

  knock() {
    if (!this.on) return;
    const context = this.#open();
    const source = context.createBufferSource();
    const body = context.createBiquadFilter();
    const volume = context.createGain();
    source.buffer = noise(context);
    body.type = "bandpass";
    body.frequency.value = PITCH_HZ;
    volume.gain.value = LOUD;
    source.connect(body).connect(volume).connect(context.destination);
    source.start();
  }

  /** @param {boolean} on */
  #choose(on) {
    this.on = on;
    remember(KEY, on ? "on" : "off");
    this.#show();
    this.knock();
  }

  #open() {
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") this.context.resume();
    return this.context;
  }

  #show() {
    this.button.setAttribute("aria-pressed", String(this.on));
  }
}

/**
 * A burst of noise that dies away.
 * @param {AudioContext} context
 */
function noise(context) {
  const buffer = context.createBuffer(1, Math.ceil(LENGTH_S * context.sampleRate), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < samples.length; place++) samples[place] = (2 * Math.random() - 1) * Math.exp((-7 * place) / samples.length);
  return buffer;
}
