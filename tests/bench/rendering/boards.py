"""Renders tests/data/boards anew: pairs of single pictures, the start position and a later one of the same board seen from elsewhere.

usage: boards.py OUT [NAME ...]     in the environment that make.py describes

labels.json has for each file the rules, the FEN of what stands there (White to move, as in `damcam read`), the outer corners of the
playing area in the order of `corners_px`, the picture of the start position that belongs to it, and the material of the board.
"""

import json
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from develop import developed, jpeg
from plans import Plan
from projection import filling
from scene import Painted, radiance
from session import contents_fen, corners

from rules.board.position import Position

WIDTH, HEIGHT = 960, 720
MAX_BYTES = 120_000
ELSEWHERE = {"azimuth_deg": 14.0, "tilt_deg": 3.0, "roll_deg": -6.0}
"""How the camera of the second picture differs."""

PAIRS = (
    Plan(
        "walnut", "frisian",
        ("maple and walnut", "turned boxwood and ebony", "window at the left", "oak", "good"),
        (14, -85, 3, 62, 0.06), 0.8, ("middle", 40),
    ),
    Plan(
        "vinyl", "international",
        ("blue vinyl", "flat white and black", "ceiling panels", "blue checked cloth", "good"),
        (4, -90, 178, 74, 0.14), 0.88, ("middle", 30),
    ),
    Plan(
        "cardboard", "english",
        ("green and buff print", "white and red", "overcast", "brown wood like the board", "soft"),
        (18, -60, 20, 64, 0.1), 0.75, ("middle", 18),
    ),
    Plan(
        "ebony", "dambord",
        ("lacquered ebony", "yellow and red-brown lacquer", "one warm lamp", "grey laminate", "warm"),
        (22, -110, -10, 60, 0.05), 0.78, ("middle", 20),
    ),
    Plan(
        "cherry", "frisian",
        ("lacquered cherry", "cream and brown", "window and desk lamp", "green felt", "squeezed"),
        (30, -75, 0, 58, 0.07), 0.72, ("kings", 4, 6),
    ),
)  # fmt: skip


def main():
    out, *names = sys.argv[1:]
    Path(out).mkdir(parents=True, exist_ok=True)
    file = Path(out) / "labels.json"
    labels = json.loads(file.read_text()) if file.exists() else {}
    for plan in PAIRS:
        if not names or plan.name in names:
            labels |= pair(plan, Path(out))
    file.write_text(json.dumps(labels, indent=1) + "\n")


def pair(plan, out):
    """Write both pictures of a plan into the folder and return their labels."""
    look, later, _ = plan.made()
    rules = later.position.rules
    begin = replace(plan, start="start").made()[1].shot
    painted = Painted(look, rules.board_size, plan.seed)
    moved = {name: getattr(later.shot.camera, name) + by for name, by in ELSEWHERE.items()}
    labels = {}
    shots = (("start", begin, {}, Position.start(rules)), ("later", later.shot, moved, later.position))
    for name, shot, changes, position in shots:
        camera = filling(replace(shot.camera, width=WIDTH, height=HEIGHT, **changes), shot.lying, plan.share)
        shot = replace(shot, camera=camera)
        file = f"{plan.name}_{name}.jpg"
        (out / file).write_bytes(small(developed(radiance(shot, look, painted), shot, look.sensor, np.random.default_rng(shot.seed)), look))
        labels[file] = {
            "rules": rules.name,
            "fen": contents_fen(position.contents()),
            "corners_px": corners(shot),
            "start": f"{plan.name}_start.jpg",
            "about": look.words,
        }
    return labels


def small(picture, look):
    """The picture as JPEG bytes, at a lower quality where it would be too large for the repository."""
    quality = look.sensor.jpeg
    while len(data := jpeg(picture, quality)) > MAX_BYTES:
        quality -= 3
    return data


if __name__ == "__main__":
    cv2.setNumThreads(2)
    main()
