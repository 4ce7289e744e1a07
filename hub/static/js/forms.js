// Forms that are sent without leaving the page. The server answers each as it does without a script, with the page as it is then; of that page
// come the parts that the form names in `data-answers`. A part that says why nothing was done leaves what was typed as it is.
import { byId, holdBack } from "./elements.js";
import { merge } from "./merge.js";

const TIMEOUT_MS = 20_000; // a board answers within five seconds, or the server gives up on it
/** @type {Set<HTMLElement>} */
const underWay = new Set(); // what was tapped, which is sent once
/** @type {WeakMap<HTMLFormElement, Promise<void>>} */
const last = new WeakMap(); // what a form was sent with last, before which nothing else of it is sent

/** @param {() => void} [onAnswer] is called after a part of an answer was merged */
export function sendForms(onAnswer = () => {}) {
  addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement) || !form.dataset.answers) return;
    event.preventDefault();
    const tapped = submitter ?? form;
    if (underWay.has(tapped)) return;
    underWay.add(tapped);
    const fields = fieldsOf(form, submitter); // as they are now, also where others are sent before
    const sent = Promise.resolve(last.get(form)).then(() => send(form, fields, onAnswer));
    last.set(form, sent.finally(() => underWay.delete(tapped)));
  });
}

/**
 * @param {HTMLFormElement} form
 * @param {FormData} fields
 * @param {() => void} onAnswer
 */
async function send(form, fields, onAnswer) {
  const answer = pageAfter(form, fields);
  byId("no-answer").hidden = true;
  if (!alertIn(form)) form.closest("dialog")?.close(); // a question is answered; what becomes of it is said on the page
  try {
    const page = await answer;
    const parts = (form.dataset.answers ?? "").split(" ").map((id) => page.getElementById(id));
    if (parts.every((part) => part !== null)) for (const part of parts) takeOver(part, onAnswer);
    else location.reload(); // another page came, such as that for signing in
  } catch {
    const [alert, noAnswer] = [alertIn(form), byId("no-answer")];
    if (alert) alert.textContent = noAnswer.textContent;
    else noAnswer.hidden = false;
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
function fieldsOf(form, button) {
  const fields = new FormData(form);
  if (button instanceof HTMLButtonElement && button.name) fields.append(button.name, button.value);
  return fields;
}

/**
 * @param {HTMLFormElement} form
 * @param {FormData} fields
 */
async function pageAfter(form, fields) {
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
  else if (part.querySelector("[role=alert]:not(:empty)")) keep(part);
  else exchange(own, part);
}

/**
 * Leaves what was typed, and takes over why nothing was done and on what each form rests from now on.
 * @param {HTMLElement} part
 */
function keep(part) {
  for (const alert of part.querySelectorAll("[role=alert]")) byId(alert.id).replaceChildren(...alert.childNodes);
  for (const newer of part.querySelectorAll("input[type=hidden]")) {
    if (!(newer instanceof HTMLInputElement)) continue;
    const fields = byId(newer.form?.id ?? "").querySelectorAll(`input[type=hidden][name="${newer.name}"]`);
    const [field] = fields;
    if (field instanceof HTMLInputElement && fields.length === 1) field.value = newer.value; // several belong to rows of what was typed
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
