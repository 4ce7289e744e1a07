"""The command `verify`: checks the journal and the pictures of a game, or of all games of a board."""

import time
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from pi.setup.options import add_json
from pi.setup.output import error_console, print_json, wants_json
from pi.setup.press_line import Recorded
from pi.usage.errors import UsageError
from record.store.folder import GAMES, JOURNAL_NAME, left_of_another, numbered
from record.verifying.findings import Finding
from record.verifying.game import VerifiedGame, verified
from rules.errors import DamcamError, Phrase, Sentence, sentence_of
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


class VerifySays(Phrase):
    """What was found, and why there is nothing to verify."""

    NO_GAME = "there is no game there"
    NAME_GAME = "name the folder of a game, or the state folder of a board"
    NO_FOLDER = "the folder cannot be read: {why}"
    VERIFYING = "verifying {game}"
    WELL_CLOSED = "{game}: all is well: {rows}, {presses}, {moves}, {pictures}; closed with row {row}, checksum {checksum}"
    WELL_OPEN = "{game}: all is well: {rows}, {presses}, {moves}, {pictures}; not closed; row {row} has the checksum {checksum}"
    WELL_EMPTY = "{game}: all is well: no game has begun"
    DIFFERS = "{game}: {count} difference", "{game}: {count} differences"
    ROWS = "{count} row", "{count} rows"
    PICTURES = "{count} picture", "{count} pictures"
    NOTE = "note: {said}"


class FolderNotRead(DamcamError, OSError):
    """The folder cannot be read; nothing was verified."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    parser.formatter_class = RawDescriptionHelpFormatter
    parser.add_argument("folder", type=Path, metavar="DIR | STATE", help="the folder of a game, or the state folder of a board")
    add_json(parser)


def run(args: Namespace) -> int:
    """Print what was found in each game; status 1 where something differs. UsageError where there is no game."""
    games = _games(args.folder)
    as_json, found = wants_json(args.json), []
    for game in _shown(games):
        found.append(_row(game))
        if not as_json:
            _print(game)
    differences = sum(len(row["differences"]) for row in found)
    if as_json:
        print_json({"games": found, "differences": differences})
    return 1 if differences else 0


def _games(folder: Path) -> list[Path]:
    """The folders of games that are meant, in order."""
    try:
        if (folder / JOURNAL_NAME).exists():
            return [folder]
        games = folder / GAMES if (folder / GAMES).is_dir() else folder
        found = numbered(games) if games.is_dir() else []
    except OSError as error:
        raise FolderNotRead(VerifySays.NO_FOLDER.said(why=sentence_of(error)), str(folder)) from error
    if not found and left_of_another(folder) is not None:
        return [folder]
    if not found:
        raise UsageError(VerifySays.NO_GAME.said(VerifySays.NAME_GAME.said()), str(folder))
    return found


def _shown(games: list[Path]) -> Iterator[VerifiedGame]:
    """Verify the games one after the other, with a bar on standard error if that is a terminal."""
    from rich.progress import Progress

    with Progress(console=error_console(), transient=True, disable=not error_console().is_terminal) as progress:
        bar = progress.add_task("", total=len(games))
        for number, folder in enumerate(games):
            progress.update(bar, completed=number, description=str(VerifySays.VERIFYING.said(game=folder.name)))
            try:
                yield verified(folder, damage_of, partial(time.sleep, PAUSE_S))
            except OSError as error:
                raise FolderNotRead(VerifySays.NO_FOLDER.said(why=sentence_of(error)), str(folder)) from error


def _row(game: VerifiedGame) -> dict[str, Any]:
    return {
        "game": str(game.folder),
        "rows": game.rows,
        "presses": game.presses,
        "moves": game.moves,
        "pictures": game.pictures,
        "closed": game.is_closed,
        "checksum_row": game.checksum_row or None,
        "checksum": game.checksum or None,
        "differences": [_finding(one) for one in game.differences],
        "notes": [_finding(one) for one in game.notes],
    }


def _finding(one: Finding) -> dict[str, Any]:
    return {"kind": one.kind, "file": one.file, "row": one.row, "press": one.press, "text": str(one.said)}


def _print(game: VerifiedGame) -> None:
    print(str(_head(game)))
    for one in game.differences:
        print(f"  {one.said!s}")
    for one in game.notes:
        print(f"  {VerifySays.NOTE.said(said=one.said)!s}")


def _head(game: VerifiedGame) -> Sentence:
    if game.differences:
        return VerifySays.DIFFERS.said(game=str(game.folder), count=len(game.differences))
    if not game.rows:
        return VerifySays.WELL_EMPTY.said(game=str(game.folder))
    says = VerifySays.WELL_CLOSED if game.is_closed else VerifySays.WELL_OPEN
    return says.said(
        game=str(game.folder),
        rows=VerifySays.ROWS.said(count=game.rows),
        presses=Recorded.PRESSES.said(count=game.presses),
        moves=Recorded.MOVES.said(count=game.moves),
        pictures=VerifySays.PICTURES.said(count=game.pictures),
        row=game.checksum_row,
        checksum=game.checksum,
    )
