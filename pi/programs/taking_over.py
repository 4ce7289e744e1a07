"""Adds a running game to those of this recorder: from another recorder's folder or journal, or from the moves if those are lost."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from pi.machine.game_folders import StateError, StateFault, latest, next_folder
from pi.machine.named_game import NoGame
from pi.machine.ownership import give
from pi.programs.plain_files import CopyError, copy_file, copy_folder
from record.events.of_game import Event
from record.files import sync_folder
from record.log.errors import LogError
from record.log.reading import verify
from record.log.tail import tail_of
from record.store.beside import hold_against, known_beside
from record.store.folder import JOURNAL_NAME
from record.store.going_on import STOPPED, finish, unfinished_in
from record.store.journal import Journal, fold
from record.store.latest import clock_of
from rules.board.ruleset import ruleset
from rules.errors import DamcamError, Phrase, Sentence, sentence_of


class TakeOverFault(Phrase):
    """Why a game is not taken over, and what to do."""

    NO_JOURNAL = "there is no journal"
    NAME_FOLDER = "name the folder of a game, which holds {name}, or the journal itself"
    CLOSED = "this game is closed, with the result {result}: only one that goes on can be taken over"
    OTHER_RULES = "this is a game of {played}, and the settings say {asked}: change rules in [board]"
    KNOWS_ALREADY = "a journal knows position and clocks: leave --fen, --white and --black out, and use damcam rule later"
    NOTHING_NAMED = "name what is left of the game: its folder, its journal, a PDN file with the moves so far, or --fen"
    ONE_CLOCK = "both clocks need what they are to show: --white 0:41:10 --black 0:38:55"
    CANNOT_BE_READ = "cannot be read: {why}"
    NO_SENSE = "its rows make no game: {why}"
    NO_GAME = "no games; the moves of one were expected"
    SEVERAL_GAMES = "{count} game; the moves of one were expected", "{count} games; the moves of one were expected"


class TakeOverError(DamcamError, ValueError):
    """The game cannot be taken over; the text says why."""


def copy_game(source: Path, games: Path, rules_name: str) -> Path:
    """Copy a game's folder, or its journal alone, into `games`, and return the new folder; nothing at `source` is changed.

    Only plain files are copied: a card may hold anything.
    Raises TakeOverError for a game that is closed or played by other rules than `rules_name`, LogError for a damaged journal,
    CopyError for more than a game has, and StateError if another game is running or nothing can be written.
    """
    journal = source / JOURNAL_NAME if source.is_dir() else source
    if not journal.is_file() or journal.is_symlink() or source.is_symlink():
        raise TakeOverError(TakeOverFault.NO_JOURNAL.said(TakeOverFault.NAME_FOLDER.said(name=JOURNAL_NAME)), str(journal))

    def fill(folder: Path) -> None:
        with making_sense(folder / JOURNAL_NAME, journal):
            counts = _journal_that_counts(journal)
            refuse_damaged(counts)
            if source.is_dir():
                copy_folder(source, folder)
                if finish(folder) is None and counts != journal:
                    refuse_damaged(journal)  # of whose copy no tail says where it ended
                while unfinished := unfinished_in(folder):  # nothing of another going on: the service would finish it
                    unfinished.rename(unfinished.with_name(STOPPED))
            else:
                for named in (Path, tail_of, clock_of):
                    if named(journal).exists():
                        copy_file(named(journal), named(folder / JOURNAL_NAME))
            refuse_game(folder / JOURNAL_NAME, rules_name)

    return placed(games, fill)


def _journal_that_counts(journal: Path) -> Path:
    """That journal, or the one with which somebody had decided to go on when the power failed (`record.store.going_on`)."""
    unfinished = unfinished_in(journal.parent)
    made = unfinished / journal.name if unfinished else journal
    return made if made.exists() else journal


def refuse_damaged(journal: Path) -> None:
    """LogDamaged where the journal lost its end or is not sound, which its copy elsewhere would not show; LogError where there is none."""
    damage = verify(journal).damage
    if damage is not None:
        raise damage


@contextmanager
def making_sense(copy: Path, original: Path) -> Iterator[None]:
    """A context for what reads the rows in `copy`: its faults are told of `original`. Rows with impossible values are a TakeOverError."""
    try:
        yield
    except LogError as error:
        raise LogError(_about(error.sentence, copy, original), str(original) if error.about else "") from error
    except (OSError, CopyError, TakeOverError):
        raise
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise TakeOverError(TakeOverFault.NO_SENSE.said(why=sentence_of(error)), str(original)) from error


def _about(sentence: Sentence, copy: Path, original: Path) -> Sentence:
    """The sentence about the original instead of its copy, which nobody finds again."""
    values = {name: str(original) if value == str(copy) else value for name, value in sentence.values.items()}
    return replace(sentence, values=values)


def begin_game(events: Sequence[Event], games: Path) -> Path:
    """Make a folder in `games` with a journal of these events, and return it; StateError as for `copy_game`."""

    def fill(folder: Path) -> None:
        with Journal.create(folder / JOURNAL_NAME) as journal:
            for event in events:
                journal.append(event, 0)
            fold(journal)

    return placed(games, fill)


def refuse_game(path: Path, rules_name: str) -> None:
    """TakeOverError or LogError where the game of that journal cannot go on, or is played by other rules."""
    beside = known_beside(path.parent)
    with Journal.open(path) as journal:
        state = hold_against(beside, journal)
    if state.opening is None:
        raise LogError(NoGame.NOT_BEGUN.said(), str(path))
    if state.closed:
        raise TakeOverError(TakeOverFault.CLOSED.said(result=str(state.result)))
    if state.opened.rules != ruleset(rules_name).name:
        raise TakeOverError(TakeOverFault.OTHER_RULES.said(played=state.opened.rules, asked=rules_name))


def placed(games: Path, fill: Callable[[Path], None], name: str = "") -> Path:
    """The next folder in `games`, or the one of that `name`, filled by `fill`. It appears there only when it is complete."""
    try:
        if not games.exists():
            games.mkdir(parents=True)
            give(games, games.parent)
        _refuse_second(games)
        with TemporaryDirectory(prefix=".taken-over-", dir=games) as unfinished:
            folder = Path(unfinished) / "game"
            folder.mkdir()
            fill(folder)
            give(folder, games.parent)
            os.sync()
            return _renamed(folder, games / name if name else next_folder(games))
    except OSError as error:
        if isinstance(error, DamcamError):
            raise
        why = sentence_of(error)
        raise StateError(StateFault.NOT_PUT.said(StateFault.IS_THERE_ROOM.said(), why=why), str(games)) from error


def _renamed(folder: Path, target: Path) -> Path:
    folder.rename(target)
    sync_folder(target.parent)
    return target


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
