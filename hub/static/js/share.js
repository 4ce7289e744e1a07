// Handing on: the address of this page by the device's own means, or copied; the position copied. Each tells what became of it.
import { below } from "./address.js";
import { say } from "./texts.js";

export async function share() {
  const url = new URL(below("").replace(/\/$/, ""), location.href).href;
  if (!navigator.share) return (await copied(url)) ? say("copied_address") : say("not_copied", { text: url });
  try {
    await navigator.share({ title: document.title, url });
  } catch (error) {
    if (error.name !== "AbortError") return say("not_copied", { text: url });
  }
  return "";
}

export async function copyFen(fen) {
  return (await copied(fen)) ? say("copied_fen") : say("not_copied", { text: fen });
}

// Over plain HTTP, as in most halls, browsers have no clipboard but the old way.
async function copied(text) {
  if (!navigator.clipboard) return copiedBySelecting(text);
  return navigator.clipboard.writeText(text).then(() => true, () => copiedBySelecting(text));
}

function copiedBySelecting(text) {
  const field = document.createElement("textarea");
  const focused = document.activeElement;
  field.value = text;
  field.className = "unseen";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  focused?.focus();
  return done;
}
