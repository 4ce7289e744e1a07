"""The command `read`: the position in single photographs."""

from argparse import Namespace
from pathlib import Path
from typing import Any

from pi.output import complain, print_json, print_table, wants_json
from rules.board import Side
from rules.errors import DamcamError
from rules.fen import write_fen
from rules.position import Position
from rules.ruleset import RuleSet, ruleset
from vision.photograph import Learned, Photograph, learn, read_photograph
from vision.picture import read_picture


def read(args: Namespace) -> int:
    """Read each photograph; status 1 when any could not be read, the others go on."""
    rules = ruleset(args.rules)
    learned = _learn(args.start, rules) if args.start else None
    as_json = wants_json(args.json)
    rows = []
    for path in args.images:
        row = _read_one(path, rules, learned)
        rows.append(row)
        if as_json:
            print_json(row)
        elif "error" in row:
            complain(row["error"])
    if not as_json:
        read_rows = [row for row in rows if "fen" in row]
        print_table(("picture", "position", "margin"), ((row["file"], row["fen"], row["log_p_margin"]) for row in read_rows))
    return 1 if any("error" in row for row in rows) else 0


def _learn(path: Path, rules: RuleSet) -> Learned:
    try:
        return learn(read_picture(path), rules.board_size, Position.start(rules).contents())
    except DamcamError as error:
        raise type(error)(_naming(path, error)) from error


def _read_one(path: Path, rules: RuleSet, learned: Learned | None) -> dict[str, Any]:
    try:
        image = read_picture(path)
        return _row(path, rules, read_photograph(image, learned or learn(image, rules.board_size, Position.start(rules).contents())))
    except DamcamError as error:
        return {"file": str(path), "error": _naming(path, error)}


def _row(path: Path, rules: RuleSet, seen: Photograph) -> dict[str, Any]:
    margins = [margin for margin in seen.evidence.margins() if margin is not None]
    row: dict[str, Any] = {
        "file": str(path),
        "corners_px": [[round(float(x), 1), round(float(y), 1)] for x, y in seen.geometry.corners_px()],
        "fen": write_fen(Position.of(rules, Side.WHITE, seen.contents())),
        "log_p_margin": round(min(margins), 2) if margins else None,
    }
    if seen.turned:
        row["turned"] = True
    if seen.assumed:
        row["orientation"] = "assumed"
    if seen.reading.hidden:
        row["hidden"] = list(seen.reading.hidden)
    return row


def _naming(path: Path, error: DamcamError) -> str:
    return str(error) if str(path) in str(error) else f"{path}: {error}"
