"""The command `read`: the position in single photographs."""

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pi.output import complain, print_json, print_table, wants_json
from pi.picture_files import board_corners, in_shrunk, naming, numbered, other_size, write_picture
from rules.board import Side
from rules.errors import DamcamError
from rules.fen import write_fen
from rules.position import Position
from rules.ruleset import RuleSet, ruleset
from vision.explain import Explained, explain
from vision.geometry import Points
from vision.locate import BoardNotFound
from vision.photograph import Learned, Photograph, learn, read_photograph
from vision.picture import Image, read_shrunk

Corners = Sequence[tuple[float, float]] | None


def read(args: Namespace) -> int:
    """Read each photograph; status 1 when any could not be read, the others go on."""
    rules = ruleset(args.rules)
    learned = _learn(args.start, rules, args.corners) if args.start else None
    as_json = wants_json(args.json)
    rows = []
    for path, out in numbered(args.images, args.explain):
        row = _read_one(path, rules, learned, args.corners, out)
        rows.append(row)
        if as_json:
            print_json(row)
        elif "error" in row:
            complain(row["error"])
    if not as_json:
        read_rows = [row for row in rows if "fen" in row]
        print_table(("picture", "position", "margin"), ((row["file"], row["fen"], row["log_p_margin"]) for row in read_rows))
    return 1 if any("error" in row for row in rows) else 0


def _learn(path: Path, rules: RuleSet, corners_px: Corners) -> Learned:
    try:
        image, shrunk = read_shrunk(path)
    except DamcamError as error:
        raise type(error)(naming(path, error)) from error
    try:
        return _learned(image, rules, in_shrunk(corners_px, shrunk))
    except DamcamError as error:
        raise type(error)(naming(path, error) + _hint(error, image, rules, corners_px)) from error


def _learned(image: Image, rules: RuleSet, corners_px: Points | None) -> Learned:
    return learn(image, rules.board_size, Position.start(rules).contents(), corners_px)


def _read_one(path: Path, rules: RuleSet, learned: Learned | None, corners_px: Corners, out: Path | None) -> dict[str, Any]:
    try:
        image, shrunk = read_shrunk(path)
    except DamcamError as error:
        return {"file": str(path), "error": naming(path, error)}
    try:
        corners = in_shrunk(corners_px, shrunk)
        seen = read_photograph(image, learned or _learned(image, rules, corners), corners)
    except DamcamError as error:
        return {"file": str(path), "error": naming(path, error) + _hint(error, image, rules, corners_px)}
    if out:
        write_picture(out, explain(image, Explained(seen.geometry, seen.reading, seen.contents(), seen.off_centre)))
    return _row(path, rules, seen, shrunk)


def _hint(error: DamcamError, image: Image, rules: RuleSet, corners_px: Corners) -> str:
    """What to add where no board was found: that one of another size lies there."""
    return other_size(image, rules.board_size) if isinstance(error, BoardNotFound) and corners_px is None else ""


def _row(path: Path, rules: RuleSet, seen: Photograph, shrunk: int) -> dict[str, Any]:
    margins = [margin for margin in seen.evidence.margins() if margin is not None]
    row: dict[str, Any] = {
        "file": str(path),
        "corners_px": board_corners(seen.geometry, shrunk),
        "fen": write_fen(Position.of(rules, Side.WHITE, seen.contents())),
        "log_p_margin": round(min(margins), 2) if margins else None,
    }
    if seen.turned:
        row["turned"] = True
    if seen.assumed:
        row["orientation"] = "assumed"
    if seen.reading.hidden:
        row["hidden"] = list(seen.reading.hidden)
    if seen.off_centre:
        row["off_centre"] = list(seen.off_centre)
    return row
