// A FEN as pieces: square number -> "white-man", "white-king", "black-man" or "black-king".
const SIDES = { W: "white", B: "black" };

export function pieces(fen) {
  const found = new Map();
  for (const part of fen.replace(/\.$/, "").split(":").slice(1)) {
    const side = SIDES[part[0]];
    if (side) for (const item of part.slice(1).split(",").filter(Boolean)) place(found, side, item);
  }
  return found;
}

function place(found, side, item) {
  const king = item[0] === "K";
  const [first, last = first] = item.slice(king ? 1 : 0).split("-").map(Number);
  for (let square = first; square <= last; square++) found.set(square, `${side}-${king ? "king" : "man"}`);
}

export function toMove(fen) {
  return SIDES[fen[0]];
}
