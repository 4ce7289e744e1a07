// The moves of the game at the desk, and the one that is shown: the newest (live), or one that the arbiter went back to.

export class GameRecord {
  constructor() {
    /** @type {MoveEntry[]} */
    this.entries = [];
    /** @type {number | null} */
    this.chosen = null;
  }

  /**
   * Takes what an event carries of the moves. Tells whether the older ones are known: if not, nothing is taken, and the whole list is needed.
   * @param {NewestMoves} told
   */
  take({ count, before, newest }) {
    const kept = count - newest.length;
    if (kept > 0 && this.entries[kept - 1]?.mark !== before) return false;
    this.fill([...this.entries.slice(0, kept), ...newest]);
    return true;
  }

  /** @param {MoveEntry[]} entries all of them */
  fill(entries) {
    this.entries = entries;
    if (this.chosen !== null) this.go(this.chosen);
  }

  get live() {
    return this.chosen === null;
  }

  // How many entries there are up to the last one that stands: what came after it was put right or taken back.
  get standing() {
    return this.entries.findLastIndex((entry) => !entry.off_record) + 1;
  }

  // How many entries there are up to the one that led to the position shown; 0 is the start position.
  get shown() {
    return this.chosen ?? this.standing;
  }

  // The move that led to the position shown.
  get entry() {
    return this.entries[this.shown - 1] ?? null;
  }

  /** @param {number} shown */
  go(shown) {
    this.chosen = shown > this.entries.length || shown === this.standing ? null : Math.max(0, shown);
  }

  get rows() {
    return rowsOf(this.entries);
  }
}

/** @typedef {{ entry: MoveEntry, place: number }} Placed an entry, and how many moves there are up to it */
/** @typedef {{ number: number, white: Placed | null, black: Placed | null }} Row */

/**
 * The entries in pairs, as a game is written. What was put right has a row of its own where its place is taken.
 * @param {MoveEntry[]} entries
 */
function rowsOf(entries) {
  /** @type {Row[]} */
  const rows = [];
  for (const [index, entry] of entries.entries()) {
    const last = rows.at(-1);
    const hasRoom = last?.number === entry.number && !last.black && !last[entry.side];
    const row = hasRoom ? last : { number: entry.number, white: null, black: null };
    row[entry.side] = { entry, place: index + 1 };
    if (row !== last) rows.push(row);
  }
  return rows;
}
