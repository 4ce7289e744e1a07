// Forms that are sent without leaving the page. The server answers each as it does without a script, with the page as it is then; of that page
// come the parts that the form names in `data-answers`. A part that says why nothing was done leaves what was typed as it is.
import { holdBack } from "../desk/held_back.js";
import { byId } from "./elements.js";
import { merge } from "./merge.js";
import { say } from "./texts.js";

const TIMEOUT_MS = 20_000; // a board answers within five seconds, or the server gives up on it
/** @type {Set<HTMLFormElement>} */
const underWay = new Set(); // each is sent once

/** @param {() => void} onAnswer is called after a part of an answer was merged */
export function sendForms(onAnswer) {
  addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement) || !form.dataset.answers) return;
    event.preventDefault();
    if (!underWay.has(form)) void send(form, submitter, onAnswer);
  });
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button
 * @param {() => void} onAnswer
 */
async function send(form, button, onAnswer) {
  underWay.add(form);
  const answer = pageAfter(form, button);
  if (!alertIn(form)) form.closest("dialog")?.close(); // a question is answered; what becomes of it is said on the page
  try {
    const page = await answer;
    const parts = (form.dataset.answers ?? "").split(" ").map((id) => page.getElementById(id));
    if (parts.every((part) => part !== null)) for (const part of parts) takeOver(part, onAnswer);
    else location.reload(); // another page came, such as that for signing in
  } catch {
    (alertIn(form) ?? byId("told-list")).textContent = say("No answer came. Look at the boards to see what was done.");
    byId("told").dataset.good = "no";
    byId("told").hidden = alertIn(form) !== null;
  } finally {
    underWay.delete(form);
  }
}

/** @param {HTMLFormElement} form */
function alertIn(form) {
  return form.querySelector("[role=alert]");
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button
 */
async function pageAfter(form, button) {
  const fields = new FormData(form);
  if (button instanceof HTMLButtonElement && button.name) fields.append(button.name, button.value);
  const sent = { method: form.method, headers: { Accept: "text/html" }, signal: AbortSignal.timeout(TIMEOUT_MS) };
  const asked = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
  const answer = await (form.method === "get" ? fetch(`${form.action}?${asked}`, sent) : fetch(form.action, { ...sent, body: fields }));
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/**
 * @param {HTMLElement} part of the answer
 * @param {() => void} onAnswer
 */
function takeOver(part, onAnswer) {
  const own = byId(part.id);
  const isForm = part instanceof HTMLFormElement || part instanceof HTMLDialogElement;
  if (!isForm) merge(part.outerHTML, onAnswer);
  else if (part.querySelector("[role=alert]:not(:empty)")) keep(own, part);
  else exchange(own, part);
}

/**
 * Leaves what was typed, and takes over why nothing was done and on what the form rests from now on.
 * @param {HTMLElement} own
 * @param {HTMLElement} part
 */
function keep(own, part) {
  for (const alert of part.querySelectorAll("[role=alert]")) byId(alert.id).replaceChildren(...alert.childNodes);
  for (const newer of part.querySelectorAll("input[type=hidden]")) {
    const field = own.querySelector(`input[type=hidden][name="${newer.getAttribute("name")}"]`);
    if (field instanceof HTMLInputElement && newer instanceof HTMLInputElement) field.value = newer.value;
  }
}

/**
 * @param {HTMLElement} own
 * @param {HTMLElement} part
 */
function exchange(own, part) {
  const focused = own.contains(document.activeElement) ? document.activeElement?.id : "";
  if (own instanceof HTMLDialogElement) own.close(); // what had the focus before has it again
  const opens = part.hasAttribute("open");
  part.removeAttribute("open");
  own.replaceWith(part);
  if (opens && part instanceof HTMLDialogElement) {
    for (const button of part.querySelectorAll("button.main")) if (button instanceof HTMLButtonElement) holdBack(button);
    part.showModal();
  } else if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}
