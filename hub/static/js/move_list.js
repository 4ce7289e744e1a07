// The moves in the usual columns; each is a button that shows the position after it.
const SIDES = ["white", "black"];

export class MoveList {
  constructor(choose) {
    this.rows = document.getElementById("rows");
    this.scroll = document.getElementById("scroll");
    this.none = document.getElementById("no-moves");
    this.rows.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) choose(Number(button.dataset.ply));
    });
    this.written = "";
    new ResizeObserver(() => this.#follow()).observe(this.scroll);
  }

  show(rows, shown) {
    const text = JSON.stringify(rows);
    if (text !== this.written) this.#write(rows);
    this.written = text;
    for (const button of this.rows.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
    const current = this.rows.querySelector(`[data-ply="${shown}"]`);
    current?.setAttribute("aria-current", "step");
    this.#follow();
  }

  #write(rows) {
    let ply = 0;
    this.none.hidden = rows.length > 0;
    this.rows.replaceChildren(
      ...rows.map((row) => {
        const line = document.createElement("tr");
        const number = document.createElement("th");
        number.scope = "row";
        number.textContent = `${row.number}.`;
        line.append(number, ...SIDES.map((side) => cell(row[side], row[side] === null ? 0 : ++ply)));
        return line;
      }),
    );
  }

  // Scrolls the list alone, never the page.
  #follow() {
    const current = this.rows.querySelector("[aria-current]");
    if (!current) {
      this.scroll.scrollTop = 0;
      return;
    }
    const line = current.closest("tr");
    const head = this.scroll.querySelector("thead").offsetHeight;
    const [top, bottom] = [line.offsetTop - head, line.offsetTop + line.offsetHeight];
    if (top < this.scroll.scrollTop) this.scroll.scrollTop = top;
    else if (bottom > this.scroll.scrollTop + this.scroll.clientHeight) this.scroll.scrollTop = bottom - this.scroll.clientHeight + 8;
  }
}

function cell(move, ply) {
  const made = document.createElement("td");
  if (move === null) return made;
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.ply = ply;
  button.textContent = move;
  made.append(button);
  return made;
}
