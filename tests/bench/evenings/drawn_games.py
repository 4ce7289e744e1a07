"""Draws a long game as a recorded session with its truth: legal moves by chance, every promoted man crowned."""

import json
import random
from pathlib import Path

import cv2
import numpy as np

from rules.board.fen import write_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.play.endings import ending
from rules.play.moves import legal_moves, play
from rules.play.notation import write_move
from vision.camera.drawn import Drawer

NOISE_LEVELS = 2.5


def draw_game(folder: Path, seed: int, presses: int) -> None:
    """Write the session of a Frisian game by chance with that seed into the folder, at most so many presses long."""
    chance, drawer = random.Random(seed), Drawer(seed)
    position = Position.start(ruleset("frisian"))
    (folder / "frames").mkdir(parents=True)
    (folder / "session.json").write_text(json.dumps({"rules": "frisian", "board_size": 10}) + "\n")
    _picture(folder, drawer, position, 0)
    made, truth = [], []
    for seq in range(1, presses + 1):
        moves = legal_moves(position)
        if not moves or ending(position):
            break
        move = chance.choice(moves)
        after = play(position, move)
        made.append({"seq": seq, "t": 20.0 * seq, "side": str(position.side), "frame": f"frames/{seq:04}.jpg"})
        truth.append({"seq": seq, "fen": write_fen(after), "move": write_move(position, move), "event": "legal"})
        position = after
        _picture(folder, drawer, position, seq)
    for name, rows in (("presses.jsonl", made), ("truth.jsonl", truth)):
        (folder / name).write_text("".join(json.dumps(row) + "\n" for row in rows))


def _picture(folder: Path, drawer: Drawer, position: Position, seq: int) -> None:
    picture = drawer.picture(position.contents())
    noise = np.random.default_rng(seq).normal(0, NOISE_LEVELS, picture.shape)
    cv2.imwrite(str(folder / f"frames/{seq:04}.jpg"), np.clip(picture + noise, 0, 255).astype(np.uint8))
