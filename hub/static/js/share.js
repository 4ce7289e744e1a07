// Sharing: the address of this page by the device's own means, or copied; the position copied. Each function returns a text that says
// what was done, empty where nothing needs to be said.
import { below } from "./address.js";
import { say } from "./texts.js";

export async function share() {
  const url = new URL(below("").replace(/\/$/, ""), location.href).href;
  if (!navigator.share) return (await copied(url)) ? say("copied_address") : say("not_copied", { text: url });
  try {
    await navigator.share({ title: document.title, url });
  } catch (error) {
    const wasCancelled = error instanceof Error && error.name === "AbortError";
    if (!wasCancelled) return say("not_copied", { text: url });
  }
  return "";
}

/** @param {string} fen */
export async function copyFen(fen) {
  return (await copied(fen)) ? say("copied_fen") : say("not_copied", { text: fen });
}

/**
 * Whether the text was copied. Over plain HTTP, as in most halls, browsers offer no clipboard but the old way.
 * @param {string} text
 */
async function copied(text) {
  if (!navigator.clipboard) return copiedBySelecting(text);
  return navigator.clipboard.writeText(text).then(() => true, () => copiedBySelecting(text));
}

/** @param {string} text */
function copiedBySelecting(text) {
  const field = document.createElement("textarea");
  const focused = document.activeElement;
  field.value = text;
  field.className = "unseen";
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
