// The arbiter's words: what belongs to each of them besides the word itself, as it is entered beside its button.
import { byId, byIdAs, targetOf } from "../js/elements.js";
import { say } from "../js/texts.js";
import { resultOf, sideOf } from "../js/values.js";
import { listenToClocks, typedTimes } from "./clock_form.js";
import { chosenEnding, drawFor, listenToGrounds } from "./grounds.js";
import { enableGroups } from "./groups.js";

/** @typedef {Omit<Ruling, keyof RuledState>} Asked a ruling without the state of the game that it was made on */
/** @typedef {{ readonly [name: string]: string | undefined }} ButtonData */

/** @type {{ [word: string]: (data: ButtonData) => Partial<Asked> }} */
const DETAILS = {
  "take-back": () => ({ plies: whole("plies") }),
  "set-times": typedTimes,
  "add-times": ({ side, sign }) => {
    const added = whole("seconds") * (sign === "-" ? -1 : 1);
    return { white_s: side === "white" ? added : 0, black_s: side === "black" ? added : 0 };
  },
  "time-control": () => ({ control: typedControl() }),
  seen: ({ alert }) => ({ alert }),
  undo: ({ ruledNs }) => ({ ruled_ns: Number(ruledNs) }),
  end: ({ cause, result, article }) => {
    if (result) return { result: resultOf(result), article, cause };
    return cause ? drawFor(cause) : chosenEnding();
  },
};

/**
 * Whether a word cannot be ruled as the game stands; the service decides about all other words.
 * @type {{ [word: string]: (view: DeskGame, data: ButtonData) => boolean }}
 */
const CANNOT = {
  stand: ({ pending }) => !pending,
  restore: ({ pending }) => !pending,
  paper: ({ paper }) => paper,
  record: ({ paper }) => !paper,
  "start-clock": ({ clock, no_news: isSilent }, { side }) => clock.running === side && !isSilent,
  "stop-clock": ({ clock, no_news: isSilent }) => !clock.running && !isSilent,
  "set-times": ({ clock }) => clock.white_ns === null,
  "add-times": ({ clock }) => clock.white_ns === null,
  undo: ({ undo }) => !undo,
};

/**
 * Enables the buttons of the words that can be ruled now; none while a ruling is under way, nor in a game whose recording has ended.
 * @param {DeskView} view
 * @param {boolean} isUnderWay
 * @param {boolean} isCutOff whether the board cannot be reached: nothing is entered then either
 */
export function enable(view, isUnderWay, isCutOff) {
  const hasEnded = Boolean(view.stands) && !view.recorded;
  for (const field of byId("words").querySelectorAll("fieldset, #reason")) field.toggleAttribute("disabled", hasEnded || isCutOff);
  byId("next-game").hidden = !hasEnded;
  enableGroups(!hasEnded && !isCutOff);
  for (const button of document.querySelectorAll("button")) {
    const { word } = button.dataset;
    if (word === undefined && button.id !== "rule-now") continue;
    button.disabled = isUnderWay || !view.stands || !view.recorded || Boolean(CANNOT[word ?? ""]?.(view, button.dataset));
  }
}

/**
 * The word of a button with all that belongs to it; throws an Error that says what was entered wrongly.
 * @param {HTMLElement} button
 * @returns {Asked}
 */
export function asked(button) {
  const { word = "", side } = button.dataset;
  return { word, side: sideOf(side), ...DETAILS[word]?.(button.dataset), reason: byIdAs(HTMLInputElement, "reason").value };
}

export function listenToWords() {
  listenToGrounds();
  listenToClocks();
}

/**
 * Lets each button that opens a question in that part of the page show and hide it.
 * @param {Element} within
 */
export function listenToQuestions(within) {
  for (const opener of within.querySelectorAll("[aria-controls]")) {
    const question = byId(opener.getAttribute("aria-controls") ?? "");
    /** @param {boolean} isOpen */
    const open = (isOpen) => {
      question.hidden = !isOpen;
      opener.setAttribute("aria-expanded", String(isOpen));
    };
    opener.addEventListener("click", () => open(Boolean(question.hidden)));
    question.addEventListener("click", (event) => targetOf(event, "button") && open(false));
  }
}

// The time control that was typed; throws an Error where there is none.
function typedControl() {
  const control = byIdAs(HTMLInputElement, "control").value.trim();
  if (!control) throw new Error(say("Type first the time control, such as {example}.", { example: "80m+60s" }));
  return control;
}

/**
 * The whole number in a field; throws an Error when there is none within the field's limits.
 * @param {string} id
 */
function whole(id) {
  const { value, min, max } = byIdAs(HTMLInputElement, id);
  if (!/^\d+$/.test(value) || Number(value) < Number(min) || Number(value) > Number(max)) {
    throw new Error(say("{text} is no whole number from {least} to {most}.", { text: value || "–", least: min, most: max }));
  }
  return Number(value);
}
