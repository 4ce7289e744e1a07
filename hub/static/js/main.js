// The spectators' page: the game, and beside it buttons for sound and for sharing.
import { byId } from "./elements.js";
import { Game } from "./game.js";
import { copyFen, Lasting, share } from "./sharing.js";
import { Sound } from "./sound.js";

const sound = new Sound(byId("sound"));
const lasting = new Lasting((ply) => game.go(ply));
const game = new Game(({ plies }) => lasting.take(plies.live ? null : plies.shown), () => sound.knock(), () => sound.on);
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
