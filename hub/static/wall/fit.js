// How large the boards on the wall are drawn: as large as they can be while all of them fit on the screen. Where that is too small, only
// some are in sight, and the page scrolls.
const GAP = 12;
const PADDING = 22; // a tile's padding and border, both sides together
const SMALLEST = 150; // on a smaller board pieces cannot be told apart
const READABLE = 180; // where not all boards fit and the wall has pages, a board is at least so large on each
const WIDE = 900; // on a narrower screen the wall scrolls and has no pages
const FEWEST = 4; // with fewer boards on a page the wall scrolls as well
const TILE = 330; // the least width of a tile where the page scrolls
const NUMBERED = 400; // from this size on the squares' numbers can be read
const NARROW = 260; // in a narrower tile a name has its own lines, and its clock stands below it
const LONG = 122; // the height of two long names, a heading and a line below
const TALL = 1.53; // a tile with names of three small lines is so many times as high as its board, by the size of its type
const [ALL, SMALLEST_NAMES] = [100, 0.5]; // no name has so many lines; on smaller type than half of the tile's names cannot be read

/** How names are written where a tile has no room for them: smaller and smaller, and then cut off after ever fewer lines. */
const NAMES = [
  ...[1, 0.85, 0.7, 0.6, SMALLEST_NAMES].map((size) => ({ size, lines: ALL })),
  ...[7, 6, 5, 4, 3, 2, 1].map((lines) => ({ size: SMALLEST_NAMES, lines })),
];

/** @typedef {"stacked" | "beside"} Layout */
/** @typedef {{ edge: number, columns: number, rows: number, layout: Layout }} Fit */

/**
 * The edge of the board in a tile of that size, with names and clocks above and below the board, or beside it; wall.css has the same
 * measures.
 * @type {{ [layout in Layout]: (width: number, height: number) => number }}
 */
const LAYOUTS = {
  stacked: (width, height) => Math.min(width - PADDING, (height - PADDING) / TALL, height - PADDING - (width < NARROW ? 180 : LONG)),
  beside: (width, height) => Math.min(height - PADDING, (width - PADDING) / 1.75, width - PADDING - 150),
};

/**
 * The width and height that the tiles have on this screen.
 * @param {HTMLElement} main that holds them
 * @returns {[number, number]}
 */
export function room(main) {
  return [main.clientWidth, innerHeight - main.getBoundingClientRect().top - scrollY - GAP];
}

/**
 * @param {HTMLElement} main that holds the tiles; the attributes of the layout are on the body, which no fragment touches
 * @param {Element[]} tiles that are shown
 */
export function fit(main, tiles) {
  const [width, height] = room(main);
  const { body } = document;
  const { edge, columns, layout, rows } = fitted(width, height, tiles.length);
  main.style.setProperty("--edge", `${Math.floor(edge)}px`);
  main.style.setProperty("--columns", String(columns));
  main.style.height = rows ? `${Math.floor(height)}px` : "";
  body.dataset.layout = layout;
  body.toggleAttribute("data-narrow", layout === "stacked" && (width - GAP * (columns - 1)) / columns < NARROW);
  body.toggleAttribute("data-filled", rows > 0);
  body.toggleAttribute("data-numbered", edge >= NUMBERED);
  fitNames(tiles);
}

/**
 * Write the names as large as the tiles have room for. Where the page scrolls a tile is as high as its names need.
 * @param {Element[]} tiles of the wall that are shown
 */
export function fitNames(tiles) {
  let small = /** @type {HTMLElement[]} */ (tiles);
  for (const { size, lines } of NAMES) {
    for (const { style } of small) {
      style.setProperty("--size", String(size));
      style.setProperty("--lines", String(lines));
    }
    small = small.filter(isTooSmall); // asked of all at once, so that they are laid out once
  }
}

/**
 * Whether the first or the last of what stands in the tile is in its padding or sticks out of it.
 * @param {HTMLElement} tile
 */
function isTooSmall(tile) {
  const [outer, first, last] = [tile, tile.firstElementChild, tile.lastElementChild].map((element) => element?.getBoundingClientRect());
  const least = PADDING / 2 - 1; // a pixel for what browsers round
  return Boolean(outer && first && last && (first.top < outer.top + least || last.bottom > outer.bottom - least));
}

/**
 * How many boards a page shows where the screen is too small for all of them: as many as can be read, and about as many on each page. All
 * of them where they fit, and where the page scrolls, as on a telephone.
 * @param {number} width
 * @param {number} height
 * @param {number} count
 */
export function perPage(width, height, count) {
  if (width < WIDE || filling(width, height, count).edge >= SMALLEST) return count;
  let most = count;
  while (most > 1 && filling(width, height, most).edge < READABLE) most -= 1;
  return most < FEWEST ? count : Math.ceil(count / Math.ceil(count / most));
}

/**
 * The layout with the largest boards; `rows` is 0 where the page scrolls.
 * @param {number} width
 * @param {number} height
 * @param {number} count
 * @returns {Fit}
 */
export function fitted(width, height, count) {
  const best = filling(width, height, count);
  return best.edge < SMALLEST ? scrolling(width) : best;
}

/**
 * @param {number} width
 * @param {number} height
 * @param {number} count
 */
function filling(width, height, count) {
  /** @type {Fit} */
  let best = { edge: 0, columns: 1, rows: 0, layout: "stacked" };
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const [across, down] = [(width - GAP * (columns - 1)) / columns, (height - GAP * (rows - 1)) / rows];
    for (const layout of /** @type {Layout[]} */ (["stacked", "beside"])) {
      const edge = LAYOUTS[layout](across, down);
      if (edge > best.edge) best = { edge, columns, rows, layout };
    }
  }
  return best;
}

/**
 * @param {number} width
 * @returns {Fit}
 */
function scrolling(width) {
  const columns = Math.max(1, Math.floor((width + GAP) / (TILE + GAP)));
  return { edge: LAYOUTS.beside((width - GAP * (columns - 1)) / columns, Infinity), columns, rows: 0, layout: "beside" };
}
