"""Makes a folder of a game from its log: the folder of another card or of a second copy, a journal alone, or the download of a hub's page.

FILE ─► copied into an unfinished folder below games (plain files alone) ─► rows checked, at the original and in the copy
     ─► a log that lost rows: its sound beginning and a RowsLost event, if somebody agrees
     ─► a closed game, and what the settings say otherwise, if somebody agrees
     ─► renamed to the number that it had there, where that is free here, else to the next one in games
"""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from itertools import chain, count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from pi.game.recovery import note_end, recover
from pi.machine.game_folders import StateError, StateFault, latest, next_folder
from pi.machine.given_log import ImportRefused, begins_with
from pi.machine.named_game import NoGame
from pi.machine.ownership import give
from pi.machine.plain_files import CopyError, copy_file, copy_folder
from record.events.of_game import Event
from record.files import sync_folder
from record.log.errors import LogError
from record.log.reading import verify
from record.log.tail import TailState, tail_of
from record.session.state import State
from record.store.checkpoint import freeze
from record.store.folder import JOURNAL_NAME, left_of_another, numbered
from record.store.journal import Journal, fold
from record.store.latest import Checkpoint, Latest, clock_of
from record.store.salvage import Lost, continue_from, finish, lost_of, sound_rows
from record.telling.remarks import TAKEN_OVER
from rules.errors import DamcamError, Sentence, sentence_of, where_denied

_NUMBER = re.compile(r"([0-9]{4,9})(?:-[0-9]+)?")
"""The name of the folder of a game, also of a further copy of it (`record.store.second_copy`)."""
_DOWNLOAD = re.compile(r"damcam-.+-([0-9]{4,9})(?: ?\([0-9]+\))?\.jsonl")
"""The name of a hub's download, which a browser changes where there is one already."""


class Consent(Protocol):
    """Asks a person, or knows the answer from the options of the command. Each method raises ImportRefused where the answer is no."""

    def to_loss(self, lost: Lost) -> None:
        """Asks whether the game goes on from the sound beginning of its log, which ends at `lost.row`."""

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
    return source.suffix == Path(JOURNAL_NAME).suffix or begins_with(source, b'{"')


def import_log(source: Path, games: Path, decision: Decision) -> Imported:
    """Makes a folder in `games` of the game whose log is at `source`, where nothing is changed.

    Only plain files are copied: a card may hold anything. ImportRefused for what is no log, and where the decision's consent is
    not given; LogError for a log of which nothing can go on; CopyError for more than a game has; StateError where
    another game is running here, or nothing can be written.
    """
    _refuse_unreadable(source)
    return _import_journal(source, games, decision)


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
            damage = verify(journal).damage
            if source.is_dir():
                copy_folder(source, folder)
                finish(folder)
            else:
                for named in (Path, tail_of, clock_of):
                    if named(journal).exists():
                        copy_file(named(journal), named(copy))
            _agree(copy, lost_of(copy, damage), decision, journal)
            note_end(folder, TAKEN_OVER)

    number = _number_of(source)
    folder = _placed(games, fill, number)
    return Imported(folder, (*_ends_early(journal), *_lacks(journal), *_other_number(number, folder)))


def _ends_early(journal: Path) -> Iterator[Sentence]:
    """What the journal at the source may lack of the game, without being damaged."""
    seen = verify(journal)
    if seen.tail is TailState.COPIED and seen.tail_row > seen.last.row:
        text = "{file} ends at row {row}, and {tail}, which was copied with it, names row {last}: the rows between are missing here"
        names = {"file": journal.name, "tail": tail_of(journal).name}
        yield Sentence("", text, {**names, "row": seen.last.row, "last": seen.tail_row})
    elif seen.damage is None and seen.size > seen.last.end:
        text = "the last line of {file} is cut off: what came after row {row} is not in it"
        yield Sentence("", text, {"file": str(journal), "row": seen.last.row})


def _lacks(journal: Path) -> Iterator[Sentence]:
    """What a log alone does not know of the game."""
    if not clock_of(journal).exists():
        text = "what the clocks showed after its last row is not beside {file}: look at the clocks before you start one"
        yield Sentence("", text, {"file": str(journal)})


def _agree(copy: Path, lost: Lost | None, decision: Decision, original: Path) -> None:
    """Cuts the journal `copy` back to its sound beginning where rows are lost, if that is agreed to; refuses a game that cannot go on."""
    if lost is not None:
        _refuse_beyond_help(lost, original)
        decision.consent.to_loss(lost)
        rows = [sound.row for sound in sound_rows(copy)]
        continue_from(copy.parent, rows, lost, decision.by, decision.at)
    _refuse_game(copy, decision.consent)


def _refuse_beyond_help(lost: Lost, original: Path) -> None:
    if lost.is_over:
        raise ImportRefused(
            "{why}; a row says that this game was closed: only one that goes on can be imported", str(original), why=lost.damage
        )
    if lost.row == 0 or lost.has_wrong_event:
        raise LogError(lost.damage, str(original))


def _refuse_game(journal: Path, consent: Consent) -> None:
    """ImportRefused or LogError where the game of that journal cannot go on, or where `consent` is not given."""
    with Journal.open(journal) as opened:
        recovered = recover(opened)
        last = opened.last
    if recovered is None:
        raise LogError(NoGame.NOT_BEGUN.said(), str(journal))
    with closing(Latest(journal)) as latest:  # so that no press is ruled again when the game goes on
        latest.write_belief(Checkpoint(last.row_id, last.checksum.hex(), freeze(recovered.game.belief)))
    state = recovered.game.state
    if state.closed:
        consent.to_closed(state)
    else:
        consent.to_state(state)


def _number_of(source: Path) -> str:
    """The number of the game that a folder or its journal has, or the name of a hub's download (`hub.desk.logs`); empty without one."""
    folder = source.parent if source.name == JOURNAL_NAME else source
    named = _NUMBER.fullmatch(folder.resolve().name) if folder.is_dir() else _DOWNLOAD.fullmatch(source.name)
    return named[1] if named else ""


def _other_number(number: str, folder: Path) -> Iterator[Sentence]:
    if number and folder.name != number:
        text = "it is game {number} where it comes from and game {here} here: a hub that has it takes it for another game"
        yield Sentence("", text, {"number": number, "here": folder.name})


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
        do = where_denied(error, StateFault.AS_SERVICE.said())
        raise StateError(StateFault.NOT_PUT.said(do, why=sentence_of(error)), str(games)) from error


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
    try:
        with Journal.reader(last / JOURNAL_NAME) as journal:
            state = fold(journal)
    except LogError:
        return
    if state.opening is not None and not state.closed:
        raise StateError(StateFault.GOES_ON.said(StateFault.CLOSE_IT.said()), str(last))
