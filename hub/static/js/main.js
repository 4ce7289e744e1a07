// The spectators' page: the game, and beside it the moves, the picture, and buttons for sound and for sharing.
import { byId } from "./elements.js";
import { Game } from "./game.js";
import { Lasting } from "./lasting.js";
import { MoveList } from "./move_list.js";
import { showPicture } from "./picture.js";
import { copyFen, share } from "./share.js";
import { Sound } from "./sound.js";

const moveList = new MoveList((ply) => game.go(ply));
const sound = new Sound(byId("sound"));
const lasting = new Lasting((ply) => game.go(ply));
const game = new Game(
  ({ view, plies }) => {
    moveList.show(view.moves, view.times, plies.shown);
    showPicture(view);
    lasting.take(view, plies.live ? null : plies.shown);
  },
  () => sound.knock(),
  () => sound.on,
);
const sharing = {
  share: () => share(lasting.link),
  fen: () => copyFen(game.plies.fen),
};

for (const [id, act] of Object.entries(sharing)) {
  byId(id).addEventListener("click", async () => {
    byId("handed").textContent = await act();
  });
}
game.begin();
lasting.begin();
