// The moves as a list that is scrolled to the last one.
import { byId, create } from "../js/elements.js";

let written = "";

/** @param {MoveRow[]} rows */
export function showMoves(rows) {
  const list = byId("moves");
  const text = JSON.stringify(rows);
  byId("no-moves").hidden = rows.length > 0;
  if (text === written) return;
  written = text;
  list.replaceChildren(
    ...rows.map((row) => {
      const line = create("li");
      line.append(create("span", "count", `${row.number}.`), create("span", "", row.white ?? ""), create("span", "", row.black ?? ""));
      return line;
    }),
  );
  list.scrollTop = list.scrollHeight;
}
