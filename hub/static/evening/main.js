// The evening page: one stream brings the boards as they change; forms are sent without leaving the page.
import { sendForms } from "../js/forms.js";
import { followPage } from "../js/stream.js";
import { WaitingBar } from "../desk/waiting_bar.js";
import { listenToFile, noteGames, noteStands } from "./list.js";

const mayRule = document.getElementById("list") !== null;
const bar = new WaitingBar();

function take() {
  bar.take();
  if (mayRule) noteGames();
}

if (mayRule) {
  sendForms(noteStands);
  listenToFile();
}
take();
followPage(take);
