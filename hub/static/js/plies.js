// The game as a list of plies, and which of them the spectator looks at: the last one (live), or one he went back to.
export class Plies {
  constructor() {
    this.moves = [];
    this.fens = [];
    this.countsAfter = [];
    this.chosen = null;
  }

  take(view) {
    this.fens = view.fens;
    this.countsAfter = view.counts;
    this.moves = view.moves.flatMap((row) =>
      ["white", "black"].filter((side) => row[side] !== null).map((side) => ({ number: row.number, side, move: row[side] })),
    );
    if (this.chosen !== null && this.chosen >= this.moves.length) this.chosen = null;
  }

  get live() {
    return this.chosen === null;
  }

  // How many plies have been made in the position shown; 0 is the start position.
  get shown() {
    return this.chosen ?? this.moves.length;
  }

  get move() {
    return this.moves[this.shown - 1] ?? null;
  }

  get fen() {
    return this.fens[this.shown];
  }

  get counts() {
    return this.countsAfter[this.shown] ?? [];
  }

  go(ply) {
    const kept = Math.max(0, ply);
    this.chosen = kept >= this.moves.length ? null : kept;
  }
}

// A ply with its number, as it is written in a game: `12. 32-28`, `12… 19-23`.
export function written({ number, side, move }) {
  return `${number}${side === "white" ? "." : "…"} ${move}`;
}
