// The forms for a game whose journal has lost something: the arbiter confirms from which log it goes on, or gives another log.
import { byIdAs } from "../js/elements.js";
import { say } from "../js/texts.js";
import { postForm } from "./rulings.js";

let isUnderWay = false;

/**
 * Sends these forms without leaving the page.
 * @param {(told: string) => void} onDone gets what is to be said
 * @param {(error: unknown) => void} onFailed
 */
export function listenToLoss(onDone, onFailed) {
  for (const [id, path] of Object.entries({ recover: "recover", give: "given-log" })) {
    const form = byIdAs(HTMLFormElement, id);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void send(path, new FormData(form, event.submitter), onDone, onFailed);
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
async function send(path, fields, onDone, onFailed) {
  if (isUnderWay) return; // each is sent once
  isUnderWay = true;
  try {
    const { told } = await (await postForm(path, fields)).json();
    onDone(told);
  } catch (error) {
    onFailed(error);
  }
  isUnderWay = false;
}
