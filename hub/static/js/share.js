// Sharing: an address by the device's own means, or copied; the position copied. Each function returns a text that says
// what was done, empty where nothing needs to be said.
import { marked, say } from "./texts.js";

const NOT_COPIED = marked("This browser copies nothing for a page; here it is: {text}");

/** @param {string} url */
export async function share(url) {
  if (!navigator.share) return (await copied(url)) ? say("The address has been copied.") : say(NOT_COPIED, { text: url });
  try {
    await navigator.share({ title: document.title, url });
  } catch (error) {
    const wasCancelled = error instanceof Error && error.name === "AbortError";
    if (!wasCancelled) return say(NOT_COPIED, { text: url });
  }
  return "";
}

/** @param {string} fen */
export async function copyFen(fen) {
  return (await copied(fen)) ? say("The position has been copied.") : say(NOT_COPIED, { text: fen });
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
