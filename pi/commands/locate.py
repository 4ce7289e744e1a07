"""The command `locate`: where the board lies in a picture, and which way round."""

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pi.setup.output import complain, print_json, print_table, wants_json
from pi.setup.picture_files import board_corners, in_shrunk, naming, other_size, with_drawings, write_picture
from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import Content
from rules.errors import DamcamError
from vision.image.geometry import Geometry, Points
from vision.image.picture import Image, read_shrunk
from vision.locating.candidate import Found
from vision.locating.locate import BoardNotFound
from vision.watching.draw import draw_corners, draw_seen
from vision.watching.orient import AGREES, BoardLiesWrong, orient
from vision.watching.photograph import SURE_WAY, find

Corners = Sequence[tuple[float, float]] | None


ANOTHER_POSITION = (
    "the picture does not show the expected position (the start, or that of --fen) and does not tell which edge is White's;"
    " the corners begin at the picture's lower left"
)
EITHER_WAY = "the position does not tell surely which edge is White's; the corners begin at the picture's lower left"


@dataclass(frozen=True, slots=True, eq=False)
class Located:
    """A board found in one picture. What only the position on it can tell is None where it does not."""

    found: Found
    geometry: Geometry
    white_below: float | None = None
    """How likely `geometry` is the board as White sees it, against the other three ways round, if the position stands there."""
    turned: bool | None = None
    """The board lies wrong (Art. 26)."""
    remark: str | None = None
    """Why the position does not tell, where one was expected."""


def locate(args: Namespace) -> int:
    """Locate the board in each picture; status 1 when any was not found for sure, the others go on."""
    rules = ruleset(args.rules)
    size = args.size or rules.board_size
    contents = None
    if size == rules.board_size:
        contents = (parse_fen(args.fen, rules) if args.fen else Position.start(rules)).contents()
    as_json = wants_json(args.json)
    rows = []
    for path, out in with_drawings(args.images, args.out, "-grid.jpg"):
        row = _row(path, size, contents, args.corners, out)
        rows.append(row)
        if as_json:
            print_json(row)
        elif "error" in row:
            complain(row["error"])
        elif "remark" in row:
            complain(f"{path}: {row['remark']}")
    if not as_json:
        _print(rows)
    return 1 if any("error" in row for row in rows) else 0


def _row(path: Path, size: int, contents: tuple[Content, ...] | None, corners_px: Corners, out: Path | None) -> dict[str, Any]:
    """What is told of one picture; `out` gets the picture of it."""
    try:
        image, shrunk = read_shrunk(path)
    except DamcamError as error:
        return {"file": str(path), "error": naming(path, error)}
    try:
        located = _locate(image, size, contents, in_shrunk(corners_px, shrunk))
    except BoardNotFound as error:
        if out:
            write_picture(out, draw_seen(image, error.seen))
        return {"file": str(path), "error": naming(path, error) + (other_size(image, size) if corners_px is None else "")}
    except DamcamError as error:
        return {"file": str(path), "error": naming(path, error)}
    if out:
        write_picture(out, draw_corners(image, located.geometry))
    row = {
        "file": str(path),
        "size": size,
        "corners_px": board_corners(located.geometry, shrunk),
        "order": "image" if located.white_below is None else "white",
        "orientation": None if located.white_below is None else round(located.white_below, 4),
        "turned": located.turned,
        "lens_bend": round(located.geometry.lens.bend, 4),
        "confidence": round(located.found.confidence, 3),
        "crossings_seen": [located.found.seen, located.found.expected],
    }
    return row | {"remark": located.remark} if located.remark else row


def _locate(image: Image, size: int, contents: tuple[Content, ...] | None, corners_px: Points | None) -> Located:
    found = find(image, size, corners_px)
    if contents is None:
        return Located(found, _as_in_the_picture(found.geometry))
    try:
        oriented = orient(image, found.geometry, contents)
    except BoardLiesWrong as wrong:
        geometry, probability, turned = wrong.geometry, wrong.probability, True
    else:
        geometry, probability, turned = oriented.geometry, oriented.probability, oriented.turned
        if oriented.agreement < AGREES:
            return Located(found, _as_in_the_picture(found.geometry), remark=ANOTHER_POSITION)
    if probability < SURE_WAY:
        return Located(found, _as_in_the_picture(found.geometry), remark=EITHER_WAY)
    return Located(found, geometry, probability, turned)


def _as_in_the_picture(geometry: Geometry) -> Geometry:
    """Turned so that the corners begin nearest to the picture's lower left."""
    lower_left = np.array([0, geometry.picture_size[1]])
    return min((geometry.turned(quarter) for quarter in range(4)), key=lambda turn: float(np.hypot(*(turn.corners_px()[0] - lower_left))))


def _print(rows: list[dict[str, Any]]) -> None:
    located = [row for row in rows if "corners_px" in row]
    if not located:
        return
    cells = []
    for row in located:
        corners = " ".join(f"{x:.0f},{y:.0f}" for x, y in row["corners_px"])
        first = "White's lower left" if row["order"] == "white" else "lower left of the picture"
        lies = {None: "", True: "turned (Art. 26)", False: "right"}[row["turned"]]
        cells.append((row["file"], corners, first, lies, row["lens_bend"], row["confidence"]))
    print_table(("picture", "outer corners", "first of them", "lies", "lens", "confidence"), cells)
