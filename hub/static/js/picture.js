// The picture of the last move on the record, with the grid drawn on it. A new picture replaces the old one only once it has arrived, so that nothing
// flickers.
import { pictureAddress } from "./address.js";
import { byId, byIdAs } from "./elements.js";

/** @type {string | null} */
let wanted = null;

/** @param {PublicView} view */
export async function showPicture({ drawn: name }) {
  if (name === wanted) return;
  wanted = name;
  const none = document.getElementById("no-picture");
  if (none) none.hidden = Boolean(name); // a page without pictures has none
  if (!name) {
    if (none) byId("picture").hidden = true;
    return;
  }
  const url = pictureAddress(name);
  const loaded = new Image();
  loaded.src = url;
  try {
    await loaded.decode();
  } catch {
    if (wanted !== name) return;
    wanted = null; // asked for again with the next view
    if (none) none.hidden = !byId("picture").hidden;
    return;
  }
  if (wanted === name) show(url);
}

/** @param {string} url */
function show(url) {
  const link = byIdAs(HTMLAnchorElement, "picture");
  const image = link.querySelector("img");
  if (image) image.src = url;
  link.href = url;
  link.hidden = false;
}
