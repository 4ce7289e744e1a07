"""Makes a folder of a game from its log: another card's folder, a journal alone, a second copy, or the download of a hub's page.

FILE ─► copied into an unfinished folder below games (plain files alone) ─► rows checked, at the original and in the copy
     ─► a log that lost rows: its sound beginning and a RowsLost event, if somebody agrees
     ─► a closed game, and what the settings say otherwise, if somebody agrees
     ─► renamed to the number that it had there, where that is free here, else to the next one in games
"""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import chain, count, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from pi.machine.game_folders import StateError, StateFault, latest, next_folder
from pi.machine.named_game import NoGame
from pi.machine.ownership import give
from pi.programs.plain_files import CopyError, CopyFault, copy_file, copy_folder, opened_plain
from record.events.of_game import Event
from record.files import sync_folder, write_atomically
from record.log.errors import LogError
from record.log.lines import FIRST_ROW
from record.log.reading import salvage, verify
from record.log.tail import TailState, tail_of
from record.papers.game_pdn import export_pdn
from record.session.state import State
from record.store.beside import hold_against, known_beside, left_of_another
from record.store.folder import JOURNAL_NAME, PDN_NAME, numbered
from record.store.going_on import STOPPED, finish, go_on_from, unfinished_in
from record.store.journal import Journal, fold
from record.store.latest import clock_of
from record.store.losses import Lost, lost_of
from record.store.second_copy import END
from record.store.second_copy_file import VERSION, Rest, SecondCopyRows
from record.store.session_files import write_session
from record.verifying.findings import VerifyNote
from rules.errors import DamcamError, Sentence, sentence_of

_NUMBER = re.compile(r"([0-9]{4,9})")
_DOWNLOAD = re.compile(r"damcam-.+-([0-9]{4,9})(?: ?\([0-9]+\))?\.jsonl")
"""The name of a hub's download, which a browser changes where there is one already."""
MAX_LOOKED_AT, MAX_NAMED = 1000, 8
"""How many files of a folder are looked at, and how many copies are named."""


class ImportRefused(DamcamError, ValueError):
    """The game is not imported, and nothing was changed; the text says why."""


class Consent(Protocol):
    """Asks a person, or knows the answer from the options of the command. Each method raises ImportRefused where the answer is no."""

    def to_loss(self, lost: Lost, last_known: int) -> None:
        """Asks whether the game goes on from the sound beginning of its log, which ends at `lost.row`.

        `last_known` is the last row that the log is known to have had; `lost.row` where that is not known.
        """

    def to_closed(self, state: State) -> None:
        """Asks whether a closed game is kept here, for the sake of its number alone."""

    def to_state(self, state: State) -> None:
        """Asks whether the game goes on although the settings of this board say something else than its log."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A game that was imported."""

    folder: Path
    notes: tuple[Sentence, ...] = ()
    """What was taken, and what the source does not have."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Who imports the game, at which time of day (`record.papers.time_of_day`), and what that person agrees to."""

    by: str
    at: str
    consent: Consent


def is_log(source: Path) -> bool:
    """Whether that is the log of a game rather than a PDN file: a folder, a file that begins as one, or one with the name of one."""
    if source.is_dir() or source.name == JOURNAL_NAME:
        return True
    if source.suffix.lower() == ".pdn":
        return False
    return source.suffix == END or _begin_of(source).startswith(b'{"')


def import_log(source: Path, games: Path, decision: Decision) -> Imported:
    """Makes a folder in `games` of the game whose log is at `source`, where nothing is changed.

    Only plain files are copied: a card may hold anything. ImportRefused for what is no log, and where the decision's consent is
    not given; LogError for a log of which nothing can go on; CopyError for more than a game has; StateError where
    another game is running here, or nothing can be written.
    """
    _refuse_unreadable(source)
    copy = _second_copy_at(source)
    return _import_copy(copy, games, decision) if copy else _import_journal(source, games, decision)


def _refuse_unreadable(source: Path) -> None:
    """ImportRefused where this user, whom root has become, may not read the source: a download lies in a home folder of somebody else."""
    try:
        os.close(os.open(source, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC))
    except PermissionError as error:
        sentence = "this may not be read by the user of the service; copy it to a folder that everybody may read, such as /tmp"
        raise ImportRefused(sentence, str(source)) from error
    except OSError:
        return  # what else is wrong with it is found when it is read


def begin_game(events: Sequence[Event], games: Path) -> Path:
    """Makes a folder in `games` with a journal of these events; StateError as for `import_log`."""

    def fill(folder: Path) -> None:
        with Journal.create(folder / JOURNAL_NAME) as journal:
            for event in events:
                journal.append(event, 0)
            fold(journal)

    return _placed(games, fill, "")


def _import_journal(source: Path, games: Path, decision: Decision) -> Imported:
    journal = source / JOURNAL_NAME if source.is_dir() else source
    if not journal.is_file() or journal.is_symlink() or source.is_symlink():
        sentence = (
            "there is no journal; name the folder of a game, which holds {name}, the journal itself, or a PDN file with the moves so far"
        )
        raise ImportRefused(sentence, str(journal), name=JOURNAL_NAME)

    def fill(folder: Path) -> None:
        copy = folder / JOURNAL_NAME
        with _making_sense(copy, journal):
            decided = _decided_journal(journal)
            damage = verify(decided).damage
            if source.is_dir():
                copy_folder(source, folder)
                if finish(folder) is None and decided != journal:
                    damage = damage or verify(journal).damage  # of whose copy no tail says where it ended
                while unfinished := unfinished_in(folder):  # nothing of another going on: the service would finish it
                    unfinished.rename(unfinished.with_name(STOPPED))
            else:
                for named in (Path, tail_of, clock_of):
                    if named(journal).exists():
                        copy_file(named(journal), named(copy))
            _agree(copy, lost_of(copy, damage), decision, journal)

    number = _number_of(source)
    folder = _placed(games, fill, number)
    return Imported(folder, (*_ends_early(journal), *_other_number(number, folder)))


def _decided_journal(journal: Path) -> Path:
    """That journal, or the one with which somebody had decided to go on when the power failed (`record.store.going_on`)."""
    unfinished = unfinished_in(journal.parent)
    made = unfinished / journal.name if unfinished else journal
    return made if made.exists() else journal


def _ends_early(journal: Path) -> Iterator[Sentence]:
    """What the journal at the source may lack of the game, without being damaged."""
    seen = verify(journal)
    if seen.tail is TailState.COPIED and seen.tail_row > seen.last.row:
        yield VerifyNote.COPY_ENDS_EARLY.said(file=journal.name, row=seen.last.row, tail=tail_of(journal).name, last=seen.tail_row)
    elif seen.damage is None and seen.size > seen.last.end:
        text = "the last line of {file} is cut off: what came after row {row} is not in it"
        yield Sentence("", text, {"file": str(journal), "row": seen.last.row})


def _agree(copy: Path, lost: Lost | None, decision: Decision, original: Path) -> None:
    """Cuts the journal `copy` back to its sound beginning where rows are lost, if that is agreed to; refuses a game that cannot go on."""
    if lost is not None:
        _refuse_beyond_help(lost, original)
        decision.consent.to_loss(lost, max(lost.row, lost.told, salvage(copy, lambda _events, _row: None).missing_to))
        go_on_from(copy.parent, lost, decision.by, decision.at)
    _refuse_game(copy, decision.consent)


def _refuse_beyond_help(lost: Lost, original: Path) -> None:
    if lost.is_over:
        raise ImportRefused(
            "{why}; a row says that this game was closed: only one that goes on can be imported", str(original), why=lost.said
        )
    if lost.row == 0 or lost.has_wrong_event:
        raise LogError(lost.said, str(original))


def _refuse_game(journal: Path, consent: Consent) -> None:
    """ImportRefused or LogError where the game of that journal cannot go on, or where `consent` is not given."""
    beside = known_beside(journal.parent)
    with Journal.open(journal) as opened:
        state = hold_against(beside, opened)
    if state.opening is None:
        raise LogError(NoGame.NOT_BEGUN.said(), str(journal))
    if state.closed:
        consent.to_closed(state)
    else:
        consent.to_state(state)


def _second_copy_at(source: Path) -> Path | None:
    """The second copy that is meant: that file, or the only copy in that folder; None for anything else. ImportRefused for several."""
    if not source.is_dir():
        is_journal = source.name == JOURNAL_NAME or _begin_of(source).startswith(FIRST_ROW)
        return source if source.suffix == END and os.path.lexists(source) and not is_journal else None
    if (source / JOURNAL_NAME).exists():
        return None
    copies = sorted(path for path in islice(source.glob(f"*{END}"), MAX_LOOKED_AT) if _is_copy(path))
    if len(copies) > 1:
        names = tuple(path.name for path in copies[-MAX_NAMED:])
        raise ImportRefused("there are copies of several games: {names}; name one of these files", str(source), names=names)
    return copies[0] if copies else None


def _import_copy(source: Path, games: Path, decision: Decision) -> Imported:
    notes: list[Sentence] = []

    def fill(folder: Path) -> None:
        journal = folder / JOURNAL_NAME
        with _opened_copy(source) as rows:
            Journal.made_of(journal, rows)
        damage = _damage_of(rows, source)
        with _making_sense(journal, source):
            _agree(journal, lost_of(journal, damage), decision, source)
            with Journal.reader(journal) as reader:
                state = fold(reader)
            if damage:
                copy_file(source, folder / state.losses[-1].aside / source.name)
            write_session(folder, state)
            write_atomically(folder / PDN_NAME, export_pdn(state))
        notes.append(_rows_taken(rows, source))

    number = _number_in(source)
    folder = _placed(games, fill, number)
    return Imported(folder, (*notes, *_other_number(number, folder)))


@contextmanager
def _opened_copy(source: Path) -> Iterator[SecondCopyRows]:
    """A context with the rows of a second copy; CopyError for what is no plain file."""
    with opened_plain(source) as descriptor:
        if descriptor is None:
            raise CopyError(CopyFault.NOT_PLAIN.said(), str(source))
        with open(descriptor, "rb", closefd=False) as file:
            yield SecondCopyRows(file)


def _number_in(copy: Path) -> str:
    """The number of the game of which that is a second copy; empty where its first line does not say it."""
    with suppress(OSError, CopyError), _opened_copy(copy) as rows:
        next(iter(rows), None)
        return rows.game if _NUMBER.fullmatch(rows.game) else ""
    return ""


def _number_of(source: Path) -> str:
    """The number of the game that a folder or its journal has, or the name of a hub's download (`hub.desk.logs`); empty without one."""
    folder = source.parent if source.name == JOURNAL_NAME else source
    named = _NUMBER.fullmatch(folder.resolve().name) if folder.is_dir() else _DOWNLOAD.fullmatch(source.name)
    return named[1] if named else ""


def _other_number(number: str, folder: Path) -> Iterator[Sentence]:
    if number and folder.name != number:
        text = "it is game {number} where it comes from and game {here} here: a hub that has it takes it for another game"
        yield Sentence("", text, {"number": number, "here": folder.name})


def _damage_of(rows: SecondCopyRows, source: Path) -> LogError | None:
    """What is wrong with a second copy that was read; ImportRefused for what is none."""
    if rows.version != VERSION:
        if rows.version is not None and rows.version > VERSION:
            raise ImportRefused("this copy was written by a newer damcam: use that one", str(source))
        sentence = "this is no log of a game; name the folder of a game, its journal, or a file that copy_to in [record] made"
        raise ImportRefused(sentence, str(source))
    if rows.last_row == 0 and rows.rest is not Rest.DAMAGED:
        raise ImportRefused("no row of a game is in it", str(source))
    if rows.rest is Rest.DAMAGED:
        return LogError("line {line} of {path} is damaged or was altered", line=rows.last_row + 2, path=str(source))
    return None


def _rows_taken(rows: SecondCopyRows, source: Path) -> Sentence:
    cut_off = ", whose last line is cut off" if rows.rest is Rest.HALF else ""
    text = "{count} row was taken from {path}{cut_off}", "{count} rows were taken from {path}{cut_off}"
    lacks = Sentence("", "pictures are not in it, nor the clocks after its last row: look at the clocks before you start one")
    return Sentence("", text[0], {"count": rows.last_row, "path": str(source), "cut_off": cut_off}, lacks, text[1])


def _begin_of(path: Path) -> bytes:
    """The first bytes of a plain file; none of anything else."""
    with suppress(OSError), opened_plain(path) as descriptor:
        return b"" if descriptor is None else os.pread(descriptor, len(FIRST_ROW), 0)
    return b""


def _is_copy(path: Path) -> bool:
    """Whether the file says that it is a second copy. Links, pipes and files that may not be read are none."""
    with suppress(OSError, CopyError), _opened_copy(path) as rows:
        next(iter(rows), None)
        return rows.version is not None
    return False


@contextmanager
def _making_sense(copy: Path, original: Path) -> Iterator[None]:
    """A context for what reads the rows in `copy`: its faults name `original`. Rows with impossible values are an ImportRefused."""
    try:
        yield
    except LogError as error:
        raise LogError(_about(error.sentence, copy, original), str(original) if error.about else "") from error
    except (OSError, CopyError, ImportRefused):
        raise
    except (DamcamError, ValueError) as error:
        raise ImportRefused("its rows make no game: {why}", str(original), why=sentence_of(error)) from error


def _about(sentence: Sentence, copy: Path, original: Path) -> Sentence:
    """The sentence about the original instead of its copy, which nobody finds again."""
    values = {name: str(original) if value == str(copy) else value for name, value in sentence.values.items()}
    return replace(sentence, values=values)


def _placed(games: Path, fill: Callable[[Path], None], number: str) -> Path:
    """The folder in `games` that `fill` filled: of that number, if no game has begun here with it or a later one, else the next.

    It appears there only when it is complete. StateError.
    """
    try:
        if not games.exists():
            games.mkdir(parents=True)
            give(games, games.parent)
        _refuse_second(games)
        with TemporaryDirectory(prefix=".imported-", dir=games) as unfinished:
            folder = Path(unfinished) / "game"
            folder.mkdir()
            fill(folder)
            give(folder, games.parent)
            os.sync()
            target = _target(games, number)
            folder.rename(target)
            sync_folder(games)
            return target
    except OSError as error:
        if isinstance(error, DamcamError):
            raise
        why = sentence_of(error)
        raise StateError(StateFault.NOT_PUT.said(StateFault.IS_THERE_ROOM.said(), why=why), str(games)) from error


def _target(games: Path, number: str) -> Path:
    """Where the game goes. The folder of a game that has not begun, which a service made while it waited, is set aside for it."""
    later = {folder for folder in numbered(games) if number and int(folder.name) >= int(number)}
    if not number or any(map(_has_begun, later)):
        return next_folder(games)
    last = latest(games)
    for folder in later | ({last} if last and not _has_begun(last) else set()):
        names = chain([f"not-begun-{folder.name}"], (f"not-begun-{folder.name}-{again}" for again in count(2)))
        folder.rename(next(path for name in names if not (path := games.parent / name).exists()))
    return games / number


def _has_begun(folder: Path) -> bool:
    """Whether a game has begun in that folder; a journal that cannot be read counts as one."""
    if not (folder / JOURNAL_NAME).exists() and left_of_another(folder) is None:
        return False
    try:
        with Journal.reader(folder / JOURNAL_NAME) as reader:
            return fold(reader).opening is not None
    except DamcamError:
        return True


def _refuse_second(games: Path) -> None:
    """StateError where a game is running already. A game whose journal has lost something is not running."""
    last = latest(games)
    if last is None or not (last / JOURNAL_NAME).exists():
        return
    beside = known_beside(last)
    try:
        with Journal.reader(last / JOURNAL_NAME) as journal:
            state = hold_against(beside, journal)
    except LogError:
        return
    if state.opening is not None and not state.closed:
        raise StateError(StateFault.GOES_ON.said(StateFault.CLOSE_IT.said()), str(last))
