// What the journal of a game has lost, the logs that have more of it, and what the arbiter confirms.
import { byId, byIdAs, create } from "../js/elements.js";
import { say } from "../js/texts.js";
import { canonical } from "./canonical.js";
import { post, postLog } from "./rulings.js";

const READ_WITHIN_MS = 12_000; // the recorder looks for a given file every five seconds, and its report is written every two
const GIVEN = /\/given\.jsonl$/;

let chosen = ""; // the path of the log from which the game is to go on; empty for the sound beginning of its own
let isReading = false; // whether the recorder may not have read the file yet that was given last

/**
 * Shows it. Nothing is confirmed while the game is recorded, and of a board elsewhere at that board alone.
 * @param {DeskView} view
 * @param {boolean} mayRule
 */
export function showLoss({ lost, damaged, recording, link }, mayRule) {
  byId("lost").hidden = !lost && !(damaged && link);
  byId("lost-means").textContent = meaning(lost, recording);
  byId("lost-says").textContent = lost?.says ?? "";
  byId("lost-says").lang = lost?.lang ?? "";
  byId("lost-choices").hidden = !lost || recording;
  byId("lost-there").hidden = Boolean(lost);
  if (!lost) return;
  const logs = damaged?.logs ?? [];
  byId("confirm-part").hidden = !mayRule || !(lost.may_go_on || logs.length);
  byId("give-part").hidden = !mayRule || !damaged;
  byId("give-hub").textContent = damaged && damaged.hub_row > damaged.row ? say("The hub has this game up to row {row}.", { row: damaged.hub_row }) : "";
  showLogs(lost, logs);
  if (!isReading || logs.some(isGiven)) byId("give-says").textContent = damaged?.given_is_no_more ? say("The file that was given has no more of this game than the sound beginning, or is no log of it.") : "";
}

/** @param {DamagedLog["logs"][number]} log */
function isGiven({ source }) {
  return GIVEN.test(source);
}

/**
 * @param {LostRows | null | undefined} lost
 * @param {boolean} isRecorded
 */
function meaning(lost, isRecorded) {
  if (!lost) return say("The recorder of this board waits until the loss in its log is confirmed at its own desk. The log that is here can be given there.");
  if (isRecorded) return say("Recording and clock go on, but this page cannot show the game. Note the position and both clocks before the recorder is started again.");
  return say("Nothing of this game goes on until you have confirmed. None of its files is changed before.");
}

/**
 * The sound beginning and the other logs, of which one is chosen.
 * @param {LostRows} lost
 * @param {DamagedLog["logs"]} logs
 */
function showLogs(lost, logs) {
  const own = lost.may_go_on ? [{ source: "", row: lost.row, seq: lost.seq }] : [];
  const offered = [...own, ...logs];
  if (!offered.some(({ source }) => source === chosen)) chosen = offered[0]?.source ?? "";
  const list = byId("lost-logs");
  const text = canonical(offered);
  if (list.dataset.known !== text) {
    list.dataset.known = text;
    list.replaceChildren(...offered.map(choice));
  }
  const seq = offered.find(({ source }) => source === chosen)?.seq ?? 0;
  byId("confirm-from").textContent = say("The game then goes on after press {seq}, and the clocks stand until you set and start them.", { seq });
}

/** @param {DamagedLog["logs"][number]} log */
function choice(log) {
  const { source, row, seq } = log;
  const label = create("label", "choice");
  const radio = document.createElement("input");
  radio.type = "radio";
  radio.name = "lost-log";
  radio.value = source;
  radio.checked = source === chosen;
  const other = isGiven(log) ? say("the file that was given: up to row {row}, press {seq}", { row, seq }) : say("{source}: up to row {row}, press {seq}", { source, row, seq });
  const text = source ? other : say("the sound beginning of the journal: up to row {row}, press {seq}", { row, seq });
  label.append(radio, ` ${text}`);
  const item = create("li");
  item.append(label);
  return item;
}

/**
 * Listens to the choice, the confirmation and the file; `shown` gets the new view, `failed` what went wrong.
 * @param {() => DeskView} now
 * @param {(view: DeskView) => void} shown
 * @param {(error: unknown) => void} failed
 */
export function listenToLoss(now, shown, failed) {
  byId("lost-logs").addEventListener("change", (event) => {
    if (event.target instanceof HTMLInputElement) chosen = event.target.value;
    const { lost, damaged } = now();
    if (lost) showLogs(lost, damaged?.logs ?? []);
  });
  const button = byIdAs(HTMLButtonElement, "confirm-now");
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const { view } = await post("recover", { game: now().game, row: now().lost?.row ?? 0, source: chosen });
      shown(view);
    } catch (error) {
      failed(error);
    }
    button.disabled = false;
  });
  listenToFile(now, failed);
}

/**
 * @param {() => DeskView} now
 * @param {(error: unknown) => void} failed
 */
function listenToFile(now, failed) {
  const file = byIdAs(HTMLInputElement, "given-log");
  file.addEventListener("change", async () => {
    const given = file.files?.[0];
    if (!given) return;
    if (given.size > Number(file.dataset.limit)) {
      failed(new Error(say("This file is larger than any log of a game, and was not sent.")));
      file.value = "";
      return;
    }
    byId("give-says").textContent = say("The recorder reads the file. Where it has more of this game, it stands above in some seconds.");
    isReading = true;
    try {
      await postLog("given-log", given);
      setTimeout(() => {
        isReading = false;
        showLoss(now(), true);
      }, READ_WITHIN_MS);
    } catch (error) {
      isReading = false;
      byId("give-says").textContent = "";
      failed(error);
    }
    file.value = "";
  });
}
