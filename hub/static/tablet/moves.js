// The moves as a list, the last one in sight.
import { made } from "../desk/made.js";

const list = document.getElementById("moves");
let written = "";

export function showMoves(rows) {
  const text = JSON.stringify(rows);
  document.getElementById("no-moves").hidden = rows.length > 0;
  if (text === written) return;
  written = text;
  list.replaceChildren(
    ...rows.map((row) => {
      const line = made("li");
      line.append(made("span", "count", `${row.number}.`), made("span", "", row.white ?? ""), made("span", "", row.black ?? ""));
      return line;
    }),
  );
  list.scrollTop = list.scrollHeight;
}
