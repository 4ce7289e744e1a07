// The spectators' page: the game, and beside it the moves, the picture and what can be handed on.
import { Game } from "./game.js";
import { MoveList } from "./move_list.js";
import { showPicture } from "./picture.js";
import { copyFen, share } from "./share.js";

const byId = (id) => document.getElementById(id);
const moveList = new MoveList((ply) => game.go(ply));
const game = new Game(({ view, plies }) => {
  moveList.show(view.moves, plies.shown);
  showPicture(view);
});
const handing = { share, fen: () => copyFen(game.plies.fen) };

for (const [id, hand] of Object.entries(handing)) {
  byId(id).addEventListener("click", async () => {
    byId("handed").textContent = await hand();
  });
}
game.begin();
