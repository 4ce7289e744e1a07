// The spectators' page: the game, and beside it the moves, the picture, and buttons that share the page or the position.
import { byId } from "./elements.js";
import { Game } from "./game.js";
import { MoveList } from "./move_list.js";
import { showPicture } from "./picture.js";
import { copyFen, share } from "./share.js";

const moveList = new MoveList((ply) => game.go(ply));
const game = new Game(({ view, plies }) => {
  moveList.show(view.moves, view.times, plies.shown);
  showPicture(view);
});
const sharing = { share, fen: () => copyFen(game.plies.fen) };

for (const [id, act] of Object.entries(sharing)) {
  byId(id).addEventListener("click", async () => {
    byId("handed").textContent = await act();
  });
}
game.begin();
