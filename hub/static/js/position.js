// The position that the server says is the newest: of which game, on what board, after which move.
import { byId } from "./elements.js";

export function newestPosition() {
  const element = byId("position");
  const { game = "", size, mirrored, move } = element.dataset;
  return { fen: element.getAttribute("value") ?? "", game, size: Number(size) || 10, isMirrored: mirrored !== undefined, move };
}
