"""The command `verify`: checks the journal and the pictures of a game, or of all games of a board."""

import time
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from pi.setup.options import add_json
from pi.setup.output import print_json, wants_json
from pi.usage.errors import UsageError
from record.store.folder import GAMES, JOURNAL_NAME, left_of_another, numbered
from record.verifying import VerifiedGame, verified
from rules.errors import DamcamError, sentence_of
from vision.image.picture import damage_of

DESCRIPTION = """Checks the record of a game: the journal row by row with its checksums, the file beside it that names the last row, the
game that the rows add up to, and the pictures that they name. It says what is altered, missing or damaged. Nothing is
written, also where the game goes on or the card is read-only."""
EPILOG = """Exit status: 0 nothing differs, 1 something differs, 2 there is no game there.
JSON: {"games": [...], "differences": N}; each game {"game", "rows", "presses", "moves", "pictures", "closed", "checksum_row", "checksum",
"differences", "notes"}; each difference and note {"kind", "file", "row", "press", "text"}. "checksum" is that of "checksum_row", the row
that closed the game, else the last; "row" and "press" are null where there is none. A note is no difference."""
PAUSE_S = 1.5
"""How long a service that writes beside this command gets before a difference counts."""


class FolderNotRead(DamcamError, OSError):
    """The folder cannot be read; nothing was verified."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    parser.formatter_class = RawDescriptionHelpFormatter
    parser.add_argument("folder", type=Path, metavar="DIR | STATE", help="the folder of a game, or the state folder of a board")
    add_json(parser)


def run(args: Namespace) -> int:
    """Print what was found in each game; status 1 where something differs. UsageError where there is no game."""
    as_json, rows = wants_json(args.json), []
    try:
        for folder in _games(args.folder):
            game = verified(folder, damage_of, partial(time.sleep, PAUSE_S))
            rows.append(_row(game))
            if not as_json:
                print("\n".join(_lines(game)), flush=True)
    except OSError as error:
        raise FolderNotRead("the folder cannot be read: {why}", str(error.filename or args.folder), why=sentence_of(error)) from error
    differences = sum(len(row["differences"]) for row in rows)
    if as_json:
        print_json({"games": rows, "differences": differences})
    return 1 if differences else 0


def _games(folder: Path) -> list[Path]:
    """The folders of games that are meant, in order."""
    if (folder / JOURNAL_NAME).exists():
        return [folder]
    games = folder / GAMES if (folder / GAMES).is_dir() else folder
    found = numbered(games) if games.is_dir() else []
    if not found and left_of_another(folder) is None:
        raise UsageError("there is no game there; name the folder of a game, or the state folder of a board", str(folder))
    return found or [folder]


def _row(game: VerifiedGame) -> dict[str, Any]:
    return {
        "game": str(game.folder),
        "rows": game.rows,
        "presses": len(game.state.presses),
        "moves": game.moves,
        "pictures": game.pictures,
        "closed": game.state.closed,
        "checksum_row": game.checksum_row or None,
        "checksum": game.checksum or None,
        "differences": [asdict(found) for found in game.differences],
        "notes": [asdict(found) for found in game.notes],
    }


def _lines(game: VerifiedGame) -> list[str]:
    row = _row(game)
    if game.differences:
        head = f"differences: {len(game.differences)}"
    elif not game.rows:
        head = "all is well: no game has begun"
    else:
        counts = ", ".join(f"{name} {row[name]}" for name in ("rows", "presses", "moves", "pictures"))
        how = "closed with" if game.state.closed else "not closed;"
        head = f"all is well: {counts}; {how} row {game.checksum_row}, checksum {game.checksum}"
    return [f"{game.folder}: {head}", *(f"  {it.text}" for it in game.differences), *(f"  note: {it.text}" for it in game.notes)]
