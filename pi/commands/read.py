"""The command `read`: the position in single photographs."""

from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pi.setup import values
from pi.setup.options import add_corners, add_json, add_mirrored, add_rules
from pi.setup.output import complain, print_json, print_table, wants_json
from pi.setup.picture_files import board_corners, in_shrunk, or_other_size, with_drawings, write_and_tell
from rules.board.fen import parse_fen, write_fen
from rules.board.position import Position
from rules.board.ruleset import RuleSet, ruleset
from rules.board.squares import Content, Side
from rules.errors import DamcamError, Phrase, Sentence
from vision.image.geometry import Points
from vision.image.picture import Image, read_shrunk
from vision.locating.locate import BoardNotFound
from vision.reading.calibration import StartMismatch
from vision.watching.explain import Explained, explain
from vision.watching.modes import Corners
from vision.watching.orient import LiesOtherwise
from vision.watching.photograph import MIN_TELLING, Learned, Photograph, learn, read_photograph


class ReadingSays(Phrase):
    """What else is wrong with a picture, and what is remarkable about a board."""

    OTHER_START = "{fault}; this picture must show {position}: give another, or say with --fen what it shows"
    NO_START = (
        "{fault}; without --start the picture itself must show {position}: give --start, a picture of that,"
        " taken of the same board and pieces"
    )
    OF_FEN = "the position of --fen"
    OF_START = "the start position"
    TOO_LITTLE = (
        "the board is found, but only {telling} of its {squares} squares tell what stands on them ({hidden} are hidden or look strange);"
        " show it free of hands, in the light of the picture of the start"
    )
    LIES_WRONG = "the board lies wrong (Art. 26)"
    EDGE_ASSUMED = "White's edge is assumed"
    OTHER_LIGHT = "in another light than the picture learned from; what bare fields look like is taken from its own"
    HIDDEN = "hidden or strange: {squares}"
    OFF_CENTRE = "off centre (Art. 25): {squares}"
    PICTURE = "Picture"
    MARGIN = "Margin"
    REMARKS = "Remarks"


class PhotographUnread(DamcamError, ValueError):
    """A picture from which no position can be read."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """What to learn the board and the pieces from: the known position in a picture."""

    rules: RuleSet
    contents: tuple[Content, ...]
    """The contents of the squares in that position, square 1 first."""
    position: Sentence
    """The name of that position in a sentence."""
    corners_px: Corners | None
    """The outer corners that were given by hand, in pixels of the file."""
    mirrored: bool
    """Whether the board lies with a light corner at White's left."""

    def learn(self, image: Image, corners_px: Points | None) -> Learned:
        return learn(image, self.rules.board_size, self.contents, corners_px, mirrored=self.mirrored)


def add_arguments(parser: ArgumentParser) -> None:
    add_rules(parser)
    parser.add_argument("--start", type=Path, metavar="START.jpg", help="a picture of the start position, to learn the pieces from")
    parser.add_argument("--fen", help="the position in START.jpg, or without one in the pictures themselves (default: the start position)")
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE")
    add_corners(parser, "; tried first in every picture")
    add_mirrored(parser)
    parser.add_argument(
        "--explain", type=values.target, metavar="OUT.png", help="write a picture of what was read, and how surely; a folder for several"
    )
    add_json(parser)


def run(args: Namespace) -> int:
    """Read each photograph; status 1 when any could not be read, and the others go on."""
    rules = ruleset(args.rules)
    position = parse_fen(args.fen, rules) if args.fen else Position.start(rules)
    named = (ReadingSays.OF_FEN if args.fen else ReadingSays.OF_START).said()
    lesson = Lesson(rules, position.contents(), named, args.corners, args.mirrored)
    pictures = with_drawings(args.images, args.explain, "-explained.png", args.start)
    learned = _learn(args.start, lesson) if args.start else None
    as_json = wants_json(args.json)
    rows, status = [], 0
    for path, out in pictures:
        try:
            row = _read_one(path, lesson, learned, out)
            rows.append(row)
        except PhotographUnread as error:
            row, status = {"file": str(path), "error": str(error)}, 1
            if not as_json:
                complain(error)
        if as_json:
            print_json(row)
    if rows and not as_json:
        _print(rows)
    return status


def _learn(path: Path, lesson: Lesson) -> Learned:
    try:
        image, shrunk = read_shrunk(path)
    except DamcamError as error:
        raise DamcamError(error.sentence, error.about or str(path)) from error
    try:
        return lesson.learn(image, in_shrunk(lesson.corners_px, shrunk))
    except DamcamError as error:
        raise DamcamError(_with_hint(error, image, lesson, ReadingSays.OTHER_START), error.about or str(path)) from error


def _read_one(path: Path, lesson: Lesson, learned: Learned | None, out: Path | None) -> dict[str, Any]:
    """The row of one picture; PhotographUnread. The drawing goes to `out`."""
    try:
        image, shrunk = read_shrunk(path)
    except DamcamError as error:
        raise PhotographUnread(error.sentence, error.about or str(path)) from error
    corners = in_shrunk(lesson.corners_px, shrunk)
    try:
        seen = read_photograph(image, learned or lesson.learn(image, corners), corners)
    except DamcamError as error:
        raise PhotographUnread(_with_hint(error, image, lesson, ReadingSays.NO_START), error.about or str(path)) from error
    if out:
        write_and_tell(out, explain(image, Explained(seen.geometry, seen.reading, seen.contents(), seen.off_centre)))
    if seen.telling() < MIN_TELLING:
        raise PhotographUnread(_too_little(seen), str(path))
    return _row(path, lesson.rules, seen, shrunk)


def _too_little(seen: Photograph) -> Sentence:
    squares = len(seen.evidence.log_p)
    return ReadingSays.TOO_LITTLE.said(telling=round(seen.telling() * squares), squares=squares, hidden=len(seen.reading.hidden))


def _with_hint(error: DamcamError, image: Image, lesson: Lesson, mismatch: ReadingSays) -> Sentence:
    """The error's sentence, which also says that the board has another size or, where another position stands on it, `mismatch`."""
    if isinstance(error, BoardNotFound) and lesson.corners_px is None:
        return or_other_size(error.sentence, image, lesson.rules.board_size)
    if isinstance(error, StartMismatch) and not isinstance(error, LiesOtherwise):
        return mismatch.said(fault=error.sentence, position=lesson.position)
    return error.sentence


def _row(path: Path, rules: RuleSet, seen: Photograph, shrunk: int) -> dict[str, Any]:
    margins = [margin for margin in seen.evidence.margins() if margin is not None]
    row: dict[str, Any] = {
        "file": str(path),
        "corners_px": board_corners(seen.geometry, shrunk),
        "fen": write_fen(Position.of(rules, Side.WHITE, seen.contents())),
        "log_p_margin": round(min(margins), 2) if margins else None,
    }
    if seen.geometry.is_mirrored:
        row["mirrored"] = True
    if seen.turned:
        row["turned"] = True
    if seen.assumed:
        row["orientation"] = "assumed"
    if seen.other_light:
        row["other_light"] = True
    if seen.reading.hidden:
        row["hidden"] = list(seen.reading.hidden)
    if seen.off_centre:
        row["off_centre"] = list(seen.off_centre)
    return row


def _print(rows: list[dict[str, Any]]) -> None:
    """Print a table without the positions, which are too long for it, and then each position in full."""
    cells = []
    for row in rows:
        remarks = [ReadingSays.LIES_WRONG.said()] if "turned" in row else []
        remarks += [ReadingSays.EDGE_ASSUMED.said()] if "orientation" in row else []
        remarks += [ReadingSays.OTHER_LIGHT.said()] if "other_light" in row else []
        remarks += [ReadingSays.HIDDEN.said(squares=tuple(row["hidden"]))] if "hidden" in row else []
        remarks += [ReadingSays.OFF_CENTRE.said(squares=tuple(row["off_centre"]))] if "off_centre" in row else []
        cells.append((row["file"], row["log_p_margin"], "; ".join(str(remark) for remark in remarks)))
    print_table([str(head.said()) for head in (ReadingSays.PICTURE, ReadingSays.MARGIN, ReadingSays.REMARKS)], cells)
    for row in rows:
        print(f"{row['file']}  {row['fen']}")
