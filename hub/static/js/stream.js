// The line to the server: hands on each view, and tells whether the line is open.
import { below } from "./address.js";

const SILENT_MS = 40_000; // the server is heard every 15 s
const LOOK_MS = 5_000;
const AGAIN_MS = 2_000;

export function follow(lastId, onView, onLine) {
  let source = null;
  let heardMs = 0;

  const heard = () => {
    heardMs = Date.now();
    onLine("live");
  };

  const lose = () => {
    onLine("lost");
    if (source.readyState === EventSource.CLOSED) setTimeout(open, AGAIN_MS);
  };

  const open = () => {
    source?.close();
    heardMs = Date.now();
    source = new EventSource(`${below("events")}?after=${lastId}`);
    source.addEventListener("open", heard);
    source.addEventListener("alive", heard);
    source.addEventListener("error", lose);
    source.addEventListener("message", (event) => {
      heard();
      lastId = event.lastEventId;
      onView(JSON.parse(event.data));
    });
  };

  // After a sleep what waits on the line may be old without saying so: how it stands is asked anew.
  const awaken = async () => {
    try {
      const view = await (await fetch(below("state"))).json();
      if (view.id >= Number(lastId)) onView(view);
    } catch {
      look();
    }
  };

  const look = () => {
    if (Date.now() - heardMs < SILENT_MS) return;
    onLine("lost");
    open();
  };

  open();
  setInterval(look, LOOK_MS);
  document.addEventListener("visibilitychange", () => document.hidden || awaken());
  addEventListener("online", open);
  addEventListener("offline", () => onLine("lost"));
}
