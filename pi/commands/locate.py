"""The command `locate`: where the board lies in pictures, and which way round."""

from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pi.setup import values
from pi.setup.options import add_corners, add_json, add_mirrored, add_rules
from pi.setup.output import complain, print_json, print_table, wants_json
from pi.setup.picture_files import board_corners, in_shrunk, or_other_size, with_drawings, write_and_tell
from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import Content
from rules.errors import DamcamError, Phrase, Sentence
from vision.image.geometry import Geometry, Points
from vision.image.picture import Image, read_shrunk
from vision.locating.candidate import Found
from vision.locating.locate import BoardNotFound
from vision.watching.draw import draw_corners, draw_seen
from vision.watching.modes import Corners
from vision.watching.orient import AGREES, BoardLiesWrong, orient
from vision.watching.photograph import MIN_WAY_PROBABILITY, find

EPILOG = """Prints the four outer corners. When the position tells which edge is White's the order is lower left, lower right, upper right,
upper left as White sees them; else it begins at the lower left of the picture. A board that is not found for sure is an error; --out then
shows what was seen."""


class LocatingSays(Phrase):
    """What the picture does not tell, and the table of the boards that were found."""

    ANOTHER_POSITION = (
        "the picture does not show the expected position (the start, or that of --fen) and does not tell which edge is White's;"
        " the corners begin at the picture's lower left"
    )
    EITHER_WAY = "the position does not tell surely which edge is White's; the corners begin at the picture's lower left"
    REMARK = "{path}: {remark}"
    WHITES_LOWER_LEFT = "White's lower left"
    PICTURES_LOWER_LEFT = "lower left of the picture"
    TURNED = "turned (Art. 26)"
    MIRRORED = "mirrored"
    RIGHT = "right"
    PICTURE = "Picture"
    OUTER_CORNERS = "Outer corners"
    FIRST = "First of them"
    LIES = "Lies"
    LENS = "Lens"
    CONFIDENCE = "Confidence"


class NotLocated(DamcamError, LookupError):
    """No board is found for sure in the picture, or it cannot be read."""


@dataclass(frozen=True, slots=True, eq=False)
class Sought:
    """The board that is looked for in every picture."""

    size: int
    contents: tuple[Content, ...] | None
    """The position on it, square 1 first; None where no position is expected."""
    corners_px: Corners | None
    """The outer corners that were given by hand, in pixels of the file."""
    mirrored: bool
    """Whether the board lies with a light corner at White's left."""


@dataclass(frozen=True, slots=True, eq=False)
class Located:
    """A board found in one picture. The last three fields depend on the position and are None where it does not tell."""

    found: Found
    geometry: Geometry
    white_below: float | None = None
    """The probability that `geometry` is the board as White sees it, against the other three ways round."""
    turned: bool | None = None
    """Whether the board lies wrong (Art. 26)."""
    remark: Sentence | None = None
    """Why the position does not tell, although one was expected; or how the board lies wrong, and what accepts it."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.epilog = EPILOG
    which = parser.add_mutually_exclusive_group()
    add_rules(which)
    which.add_argument("--size", type=values.whole_number, choices=(8, 10), help="squares on a side, where no rule set is meant")
    parser.add_argument("--fen", help="the position on the board (default: the start position), to tell which edge is White's")
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE")
    add_corners(parser)
    add_mirrored(parser)
    parser.add_argument(
        "--out", type=values.target, metavar="GRID.jpg", help="write the picture with the grid, or what was seen; a folder for several"
    )
    add_json(parser)


def run(args: Namespace) -> int:
    """Locate the board in each picture; status 1 when any was not found for sure, and the others go on."""
    rules = ruleset(args.rules)
    size = args.size or rules.board_size
    contents = None
    if size == rules.board_size:
        contents = (parse_fen(args.fen, rules) if args.fen else Position.start(rules)).contents()
    as_json = wants_json(args.json)
    rows, status = [], 0
    for path, out in with_drawings(args.images, args.out, "-grid.jpg"):
        try:
            located, shrunk = _located(path, Sought(size, contents, args.corners, args.mirrored), out)
            row = _row(path, size, located, shrunk)
            rows.append(row)
            if located.remark and not as_json:
                complain(LocatingSays.REMARK.said(path=str(path), remark=located.remark))
        except NotLocated as error:
            row, status = {"file": str(path), "error": str(error)}, 1
            if not as_json:
                complain(error)
        if as_json:
            print_json(row)
    if rows and not as_json:
        _print(rows)
    return status


def _located(path: Path, sought: Sought, out: Path | None) -> tuple[Located, int]:
    """The board in one picture, whose sides were divided by the number; NotLocated. The drawing goes to `out`."""
    try:
        image, shrunk = read_shrunk(path)
        located = _locate(image, sought, in_shrunk(sought.corners_px, shrunk))
    except BoardNotFound as error:
        if out:
            write_and_tell(out, draw_seen(image, error.seen))
        why = or_other_size(error.sentence, image, sought.size) if sought.corners_px is None else error.sentence
        raise NotLocated(why, error.about or str(path)) from error
    except DamcamError as error:
        raise NotLocated(error.sentence, error.about or str(path)) from error
    if out:
        write_and_tell(out, draw_corners(image, located.geometry))
    return located, shrunk


def _row(path: Path, size: int, located: Located, shrunk: int) -> dict[str, Any]:
    row = {
        "file": str(path),
        "size": size,
        "corners_px": board_corners(located.geometry, shrunk),
        "order": "image" if located.white_below is None else "white",
        "orientation": None if located.white_below is None else round(located.white_below, 4),
        "turned": located.turned,
        **({"mirrored": True} if located.geometry.is_mirrored else {}),
        "lens_bend": round(located.geometry.lens.bend, 4),
        "confidence": round(located.found.confidence, 3),
        "crossings_seen": [located.found.seen, located.found.expected],
    }
    return row | {"remark": str(located.remark)} if located.remark else row


def _locate(image: Image, sought: Sought, corners_px: Points | None) -> Located:
    found = find(image, sought.size, corners_px)
    if sought.contents is None:
        return Located(found, _as_in_the_picture(found.geometry))
    remark = None
    try:
        oriented = orient(image, found.geometry.mirrored(sought.mirrored), sought.contents)
    except BoardLiesWrong as wrong:
        geometry, probability, turned, remark = wrong.geometry, wrong.probability, True, wrong.sentence
    else:
        geometry, probability, turned = oriented.geometry, oriented.probability, oriented.turned
        if oriented.agreement < AGREES:
            return Located(found, _as_in_the_picture(found.geometry), remark=LocatingSays.ANOTHER_POSITION.said())
    if probability < MIN_WAY_PROBABILITY:
        return Located(found, _as_in_the_picture(found.geometry), remark=LocatingSays.EITHER_WAY.said())
    return Located(found, geometry, probability, turned, remark)


def _as_in_the_picture(geometry: Geometry) -> Geometry:
    """The geometry turned so that the first corner is the one nearest to the lower left of the picture."""
    lower_left = np.array([0, geometry.picture_size[1]])
    return min((geometry.turned(quarter) for quarter in range(4)), key=lambda turn: float(np.hypot(*(turn.corners_px()[0] - lower_left))))


def _print(rows: list[dict[str, Any]]) -> None:
    says = LocatingSays
    cells = []
    for row in rows:
        corners = " ".join(f"{x:.0f},{y:.0f}" for x, y in row["corners_px"])
        first = says.WHITES_LOWER_LEFT if row["order"] == "white" else says.PICTURES_LOWER_LEFT
        way = says.TURNED if row["turned"] else says.MIRRORED if "mirrored" in row else says.RIGHT
        lies = "" if row["turned"] is None else str(way.said())
        cells.append((row["file"], corners, str(first.said()), lies, row["lens_bend"], row["confidence"]))
    heads = (says.PICTURE, says.OUTER_CORNERS, says.FIRST, says.LIES, says.LENS, says.CONFIDENCE)
    print_table([str(head.said()) for head in heads], cells)
