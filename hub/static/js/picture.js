// The picture that was read last, with the grid drawn on it; a new one replaces the old once it is there, so that nothing flickers.
import { pictureAddress } from "./address.js";

const link = document.getElementById("picture");
const none = document.getElementById("no-picture");
let wanted = null;

export async function showPicture(view) {
  const name = view.drawn;
  if (!name || name === wanted) return;
  wanted = name;
  const url = pictureAddress(name);
  const loaded = new Image();
  loaded.src = url;
  try {
    await loaded.decode();
  } catch {
    if (wanted === name) wanted = null;
    return;
  }
  if (wanted !== name) return;
  link.querySelector("img").src = url;
  link.href = url;
  link.hidden = false;
  none.hidden = true;
}
