"""What lies on the table beside the board: cups, paper, a clock, a pen and captured pieces."""

import numpy as np
from meshes import box, capsule, sheet, turn_about_z, turned
from textures import clock_face, score_sheet

from rules.board.squares import Side

PIECES = 20
"""The most pieces that one side can lose."""
PLACES_DEG = (0, 35, 65, 180, 145, 215, 325, 90, 270)
"""The directions from the middle of the board, those at its sides first."""


def things(shot, look, rng):
    """The name, mesh, surface and paint of each thing, in world coordinates."""
    low = -look.board.thickness
    reach = shot.lying.size / 2 + look.board.border_width
    turns = list(rng.permutation(PLACES_DEG))
    made = []
    for i, name in enumerate(look.table.clutter):
        angle = np.radians(turns[i % len(turns)] + rng.uniform(-8, 8))
        direction = np.array([np.cos(angle), np.sin(angle)])
        off = (reach + rng.uniform(1.9, 2.6)) / np.abs(direction).max()
        place = np.array([*(direction * off), low])
        for part, mesh, surface, paint in _thing(name, rng):
            made.append((f"{name}{i}_{part}", mesh.moved(turn_about_z(turns[i % len(turns)] + 90), place), surface, paint))
    return made


def _thing(name, rng):
    """The parts of one thing around the origin, standing on z = 0."""
    if name == "cup":
        paint = rng.uniform(0.15, 0.95, 3)
        cup = turned([(0.85, 0), (1.0, 1.9), (0.92, 1.9), (0.85, 1.5), (0.0, 1.5)])
        coffee = turned([(0.88, 1.55), (0.0, 1.551)])
        return [("cup", cup, "plastic", paint), ("coffee", coffee, "lacquer", (0.12, 0.07, 0.04))]
    if name == "paper":
        return [("paper", sheet(2.8, 4.0).moved(shift=(0, 0, 0.03)), "paper", score_sheet(rng))]
    if name == "clock":
        face = sheet(3.4, 1.25).moved(shift=(0, 0, 0.91))
        return [("clock", box(3.6, 1.5, 0.9), "plastic", (0.1, 0.1, 0.12)), ("face", face, "vinyl", clock_face(rng))]
    if name == "pen":
        return [("pen", capsule((-1.6, 0, 0.1), (1.6, 0, 0.1), 0.09, 0.06), "plastic", (0.08, 0.1, 0.5))]
    if name == "book":
        return [("book", box(3.0, 4.2, 0.4), "print", rng.uniform(0.05, 0.7, 3))]
    if name == "telephone":
        return [("telephone", box(1.9, 3.8, 0.2), "lacquer", (0.03, 0.03, 0.04))]
    raise ValueError(f"{name!r} is nothing that lies on a table; cup, paper, clock, pen, book and telephone do")


def beside_board(shot, look, rng):
    """The places (x, y, z), in world coordinates, of the captured pieces of each side, beside the board at the right hand of the
    opponent."""
    on_border = look.table.captured_on_border
    reach = shot.lying.size / 2 + look.board.border_width * (0.5 if on_border else 1)
    apart, height = (0.0, 0.0) if on_border else (0.8, -look.board.thickness)
    found = {}
    for side, count, sign in ((Side.WHITE, shot.captured[0], -1), (Side.BLACK, shot.captured[1], 1)):
        offsets, rows = rng.uniform(-0.05, 0.05, (PIECES, 2)), []
        for i in range(count if apart else min(count, shot.lying.size)):
            x = sign * (reach + apart + 0.95 * (i % 2) * bool(apart) + offsets[i, 0])
            y = sign * (-reach + 0.8 + 0.95 * (i // 2 if apart else i) + offsets[i, 1])
            rows.append((x, y, height))
        found[side] = rows
    return found
