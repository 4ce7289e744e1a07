// Sends the arbiter's rulings, each once, and tells what was done: the question before a ruling, the message after it, with the button that
// undoes it, and the forms for a game whose journal has lost something. A ruling that could not be sent because the arbiter was signed out is
// kept for this tab and offered again.
import { below, byId, byIdAs, create, holdBack } from "../js/elements.js";
import { marked, say } from "../js/texts.js";

const KEPT = `damcam.ruling.${below("rule")}`;
const TIMEOUT_MS = 20_000; // the service answers within five seconds and a board elsewhere within twelve, or the server gives up on it
const UNANSWERED = marked("No answer came. See among the rulings whether it was done.");
const SHOWN_MS = 10_000; // a message stays for so long: what was ruled is in the list of rulings too
const token = document.body.dataset.token ?? "";
/** @type {ReturnType<typeof setTimeout> | undefined} */
let hiding = undefined;
let isUnderWay = false; // a form for a game that has lost something, each of which is sent once

/**
 * The ruling that was not sent before, if there is one, with its name.
 * @returns {{ fields: string, name: string } | null}
 */
export function offered() {
  return JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
}

export function drop() {
  sessionStorage.removeItem(KEPT);
}

/**
 * Resolves to the question that is asked back, or what was done; throws an Error that says why the ruling was not carried out. Arbiters who
 * are signed out are sent to the login page.
 * @param {URLSearchParams} fields
 * @param {string} name
 * @returns {Promise<RulingAnswer>}
 */
export async function send(fields, name) {
  sessionStorage.setItem(KEPT, JSON.stringify({ fields: fields.toString(), name }));
  const content = await (await postForm("rule", fields, drop)).json().catch(() => null);
  if (!content) throw new Error(say(UNANSWERED));
  return content;
}

/**
 * Sends the fields of a form; throws an Error as `send` does.
 * @param {string} path
 * @param {URLSearchParams | FormData} fields
 * @param {() => void} [onAnswer] called when the server answered, or did not in time
 */
export async function postForm(path, fields, onAnswer = () => {}) {
  const headers = { Accept: "application/json", "X-Token": token };
  let answer;
  try {
    answer = await fetch(below(path), { method: "POST", headers, body: fields, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch {
    onAnswer();
    throw new Error(say(UNANSWERED));
  }
  if (answer.status === 401 || answer.status === 403) { // 403: signed in again in another tab
    location.assign(`/login?next=${location.pathname}`);
    throw new Error(say("You are not signed in any more."));
  }
  onAnswer();
  if (answer.ok) return answer;
  const content = await answer.json().catch(() => null);
  throw content?.error ? new Refusal(content) : new Error(say(UNANSWERED));
}

// Why the server did nothing: its sentence in the page's language, or marked as in another.
class Refusal extends Error {
  /** @param {RefusalAnswer} answer */
  constructor({ error, lang }) {
    super(error);
    this.lang = lang;
  }
}

/**
 * Shows why something was not done.
 * @param {HTMLElement} element
 * @param {unknown} error
 */
export function explain(element, error) {
  element.textContent = "";
  if (!(error instanceof Refusal)) {
    element.textContent = error instanceof Error ? error.message : String(error);
    return;
  }
  const words = create("span", "", error.message);
  words.lang = error.lang;
  element.append(`${say("Not done:")} `, words);
}

/**
 * Whether the arbiter confirms what is asked.
 * @param {string} question
 * @returns {Promise<boolean>}
 */
export async function confirmed(question) {
  const dialog = byIdAs(HTMLDialogElement, "ask");
  byId("ask-question").textContent = question;
  dialog.returnValue = "";
  holdBack(byIdAs(HTMLButtonElement, "ask-yes"));
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

/**
 * @param {string} text
 * @param {boolean} isGood
 * @param {number | null} [undo] when the ruling was made that can be undone beside it
 */
export function showMessage(text, isGood, undo = null) {
  clearTimeout(hiding);
  if (isGood) hiding = setTimeout(hideMessage, SHOWN_MS);
  byId("told").textContent = text;
  byId("feedback").dataset.good = isGood ? "yes" : "no";
  byId("feedback").hidden = false;
  byId("told-undo").dataset.offered = String(undo ?? "");
  showUndo();
}

/** @param {unknown} error */
export function explainFailure(error) {
  showMessage("", false);
  explain(byId("told"), error);
}

// Shows the button that undoes the ruling of which the message tells, only while it is the last.
export function showUndo() {
  const { ruled } = byId("position").dataset;
  byId("told-undo").hidden = !ruled || byId("told-undo").dataset.offered !== ruled;
}

// The message stays while the keyboard's focus is in it.
function hideMessage() {
  const isInUse = byId("feedback").contains(document.activeElement);
  if (isInUse) hiding = setTimeout(hideMessage, SHOWN_MS);
  byId("feedback").hidden = !isInUse;
}

/**
 * Sends the forms for a game that has lost something without leaving the page.
 * @param {(told: string) => void} onDone gets what is to be said
 * @param {(error: unknown) => void} onFailed
 */
export function listenToLoss(onDone, onFailed) {
  for (const [id, path] of Object.entries({ recover: "recover", give: "given-log" })) {
    const form = byIdAs(HTMLFormElement, id);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void sendForm(path, new FormData(form, event.submitter), onDone, onFailed);
    });
  }
  addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.id !== "given-log" || !target.files?.length) return;
    const isTooLarge = Number(target.files[0]?.size) > Number(target.dataset.limit);
    if (isTooLarge) onFailed(new Error(say("This file is larger than any log of a game, and was not sent.")));
    else target.form?.requestSubmit();
    target.value = "";
  });
}

/**
 * @param {string} path
 * @param {FormData} fields
 * @param {(told: string) => void} onDone
 * @param {(error: unknown) => void} onFailed
 */
async function sendForm(path, fields, onDone, onFailed) {
  if (isUnderWay) return;
  isUnderWay = true;
  try {
    const { told } = await (await postForm(path, fields)).json();
    onDone(told);
  } catch (error) {
    onFailed(error);
  }
  isUnderWay = false;
}
