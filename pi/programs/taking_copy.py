"""Adds a running game to those of this recorder from a second copy of it, off the card that is lost."""

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from pi.programs.plain_files import CopyError, CopyFault, opened_plain
from pi.programs.taking_over import TakeOverError, making_sense, placed, refuse_game
from record.files import write_atomically
from record.log.lines import FIRST_ROW
from record.papers.game_pdn import export_pdn
from record.store.folder import JOURNAL_NAME, PDN_NAME
from record.store.journal import Journal, fold
from record.store.journal_rows import RawRow
from record.store.second_copy import END
from record.store.second_copy_file import VERSION, Rest, SecondCopyRows
from record.store.session_files import write_session
from rules.errors import Phrase, Sentence

MAX_LOOKED_AT, MAX_NAMED = 1000, 8
"""How many files of a folder are looked at, and how many copies are named."""


class TakeCopyFault(Phrase):
    """Why no game is taken from a second copy, and what to do."""

    NO_COPY = "this is no second copy of a game"
    NAME_COPY = "name the folder of a game, its journal, or a file that copy_to in [record] made"
    OTHER_VERSION = "this copy was written by a newer damcam: use that one"
    EMPTY = "no row of a game is in it"
    DAMAGED = "line {line} is damaged or was altered: what follows row {row} cannot be trusted"
    HEAD = "take another copy; or, if row {row} is far enough: head -n {lines} {path} > so-far.jsonl, and take that"
    SEVERAL = "there are copies of several games: {names}"
    NAME_ONE = "name one of these files"


class TakenFromCopy(Phrase):
    """What was taken from a second copy."""

    WHOLE = "{count} row was taken from {path}", "{count} rows were taken from {path}"
    HALF = (
        "{count} row was taken from {path}, whose last line is cut off",
        "{count} rows were taken from {path}, whose last line is cut off",
    )
    LACKS = "pictures are not in it, nor the clocks after its last row: look at the clocks before you start one"


@dataclass(frozen=True, slots=True)
class Taken:
    """What came of a second copy."""

    folder: Path
    said: Sentence
    """How much was taken, and what is not in it."""


def second_copy_at(source: Path) -> Path | None:
    """The second copy that is meant: that file, or the only copy in that folder; None for anything else. TakeOverError for several."""
    if not source.is_dir():
        return source if source.suffix == END and not _is_journal(source) else None
    if (source / JOURNAL_NAME).exists():
        return None
    found = sorted(path for path in islice(source.glob(f"*{END}"), MAX_LOOKED_AT) if _is_copy(path))
    if len(found) > 1:
        names = tuple(path.name for path in found[-MAX_NAMED:])
        raise TakeOverError(TakeCopyFault.SEVERAL.said(TakeCopyFault.NAME_ONE.said(), names=names), str(source))
    return found[0] if found else None


def take_copy(source: Path, games: Path, rules_name: str) -> Taken:
    """Make a folder in `games` with the journal, session files and record of that copy; nothing at `source` is changed.

    Raises TakeOverError for what is no copy, damaged, closed or played by other rules, CopyError for what is no plain file, and StateError
    as `taking_over.copy_game` does.
    """
    said: list[Sentence] = []

    def fill(folder: Path) -> None:
        with opened_plain(source) as descriptor:
            if descriptor is None:
                raise CopyError(CopyFault.NOT_PLAIN.said(), str(source))
            with open(descriptor, "rb", closefd=False) as file:
                said.append(_rescued(SecondCopyRows(file), folder / JOURNAL_NAME, source))
        with making_sense(folder / JOURNAL_NAME, source):
            refuse_game(folder / JOURNAL_NAME, rules_name)
            with Journal.reader(folder / JOURNAL_NAME) as journal:
                state = fold(journal)
            write_session(folder, state)
            write_atomically(folder / PDN_NAME, export_pdn(state))

    return Taken(placed(games, fill), *said)


def _rescued(copied: SecondCopyRows, target: Path, source: Path) -> Sentence:
    """Make a journal of the sound rows, and say how many there are."""
    count = 0

    def counted() -> Iterator[RawRow]:
        nonlocal count
        for row in copied:
            count = row.row_id
            yield row

    Journal.made_of(target, counted())
    if copied.version != VERSION:
        other = copied.version is not None and copied.version > VERSION
        raise TakeOverError(
            (TakeCopyFault.OTHER_VERSION if other else TakeCopyFault.NO_COPY).said(TakeCopyFault.NAME_COPY.said()), str(source)
        )
    if copied.rest is Rest.DAMAGED:
        do = TakeCopyFault.HEAD.said(row=count, lines=count + 1, path=str(source))
        raise TakeOverError(TakeCopyFault.DAMAGED.said(do, line=count + 2, row=count), str(source))
    if count == 0:
        raise TakeOverError(TakeCopyFault.EMPTY.said(), str(source))
    phrase = TakenFromCopy.HALF if copied.rest is Rest.HALF else TakenFromCopy.WHOLE
    return phrase.said(TakenFromCopy.LACKS.said(), count=count, path=str(source))


def _is_journal(path: Path) -> bool:
    """Whether a file that ends as a second copy does is a journal, by its name or its first row."""
    if path.name == JOURNAL_NAME:
        return True
    with suppress(OSError), opened_plain(path) as descriptor:
        return descriptor is not None and os.pread(descriptor, len(FIRST_ROW), 0) == FIRST_ROW
    return False


def _is_copy(path: Path) -> bool:
    """Whether the file says that it is a second copy. Links, pipes and files that may not be read are none."""
    try:
        with opened_plain(path) as descriptor:
            if descriptor is None:
                return False
            with open(descriptor, "rb", closefd=False) as file:
                copied = SecondCopyRows(file)
                next(iter(copied), None)
                return copied.version is not None
    except OSError:
        return False
