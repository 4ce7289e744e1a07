// A game in a frame on another site.
import { Game } from "../js/game.js";

new Game().begin();
