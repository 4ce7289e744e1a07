// An organiser's page of an event: one stream brings what changes of it; forms are sent without leaving the page.
import { sendForms } from "../js/forms.js";
import { followPage } from "../js/stream.js";

sendForms();
followPage();
