// A page that one stream keeps as it is now: what comes is merged into it, and its status line says how the connection is.
import { byId, setText } from "./elements.js";
import { merge } from "./merge.js";
import { followFragments } from "./stream.js";

/**
 * Follows the stream of fragments that the page names, and merges them.
 * @param {(merged: Element[]) => void} [onMerged] gets the elements of the page that the fragments are now
 * @param {(line: "live" | "lost") => void} [onLine]
 * @param {() => boolean} [isHeard] whether the page follows on while it is hidden
 */
export function followPage(onMerged, onLine = () => {}, isHeard) {
  followFragments((html) => merge(html, onMerged), (line) => {
    void showLine(line);
    onLine(line);
  }, isHeard);
}

/**
 * Shows how the connection is, and whether the sign-in has ended. The page carries the texts.
 * @param {"live" | "lost"} line
 */
export async function showLine(line) {
  const [status, signedOut] = [byId("status"), document.getElementById("signed-out")];
  status.dataset.state = line;
  setText(status, status.dataset[line] ?? "");
  if (line !== "lost" || !signedOut) return;
  const answer = await fetch(location.pathname, { method: "HEAD", headers: { Accept: "application/json" } }).catch(() => null);
  signedOut.hidden = answer?.status !== 401;
}
