// How large the boards are drawn: so large that all of them fill the screen; where that is too small, a few of them, and one scrolls.
const GAP = 12;
const PAD = 22; // a tile's padding and border, both sides together
const LEAST = 150; // smaller boards are not told apart
const TILE = 330; // the least width of a tile where one scrolls
const NUMBERED = 400; // from here on the squares' numbers can be read
const ROOMY = 1.6; // a tile so much higher than its board has room for long names

// The board's edge in a tile of that size, with names and clocks above and below it, or beside it; wall.css has the same measures.
const LAYOUTS = {
  stacked: (width, height) => Math.min(width - PAD, (height - PAD) / 1.45, height - PAD - 92),
  beside: (width, height) => Math.min(height - PAD, (width - PAD) / 1.75, width - PAD - 150),
};

export function fit(main, count) {
  const width = main.clientWidth;
  const height = innerHeight - main.getBoundingClientRect().top - scrollY - GAP;
  const best = count ? filling(width, height, count) : { edge: 0, columns: 1, layout: "stacked" };
  const { edge, columns, layout, rows } = best.edge < LEAST ? scrolling(width) : best;
  main.style.setProperty("--edge", `${Math.floor(edge)}px`);
  main.style.setProperty("--columns", columns);
  main.dataset.layout = layout;
  main.style.minHeight = rows ? `${Math.floor(height)}px` : "";
  main.toggleAttribute("data-numbered", edge >= NUMBERED);
  main.toggleAttribute("data-roomy", rows > 0 && height / rows > ROOMY * edge);
}

function filling(width, height, count) {
  let best = { edge: 0 };
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const tile = [(width - GAP * (columns - 1)) / columns, (height - GAP * (rows - 1)) / rows];
    for (const [layout, edgeIn] of Object.entries(LAYOUTS)) {
      const edge = edgeIn(...tile);
      if (edge > best.edge) best = { edge, columns, layout, rows };
    }
  }
  return best;
}

function scrolling(width) {
  const columns = Math.max(1, Math.floor((width + GAP) / (TILE + GAP)));
  return { edge: LAYOUTS.beside((width - GAP * (columns - 1)) / columns, Infinity), columns, layout: "beside" };
}
