// A page that shows what its stream brings, and nothing else, such as that before the round.
import { followPage } from "./stream.js";

followPage();
