"""Waits for the arbiter where the log of the last game was found damaged when the service started, and for a disk that takes no new game.

Nothing goes on meanwhile and no file of the game changes. The service keeps running: systemd and the hub hear how it is, and its report
has a part `damaged` for the desk. The game goes on once the arbiter has confirmed (`Recover`, through the board's socket), or by itself
once the right files are back.
"""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, closing, suppress
from pathlib import Path
from threading import Event, Thread

from hub.boards.readiness import GIVEN_NAME, GameLost
from link.board_socket import ReceivedCommand
from link.messages import Accepted, Command, Outcome, Refused
from link.status import Damaged, LogSeen
from pi.game.live_game import Task, Waiting, drive
from pi.game.station import Station
from pi.machine.game_folders import OF_DISK, DamagedGame, DiskRefuses, StateError, folder_of_game, state_of
from pi.machine.given_log import logs_beyond, read_given
from pi.machine.time_of_day import noted
from record.decisions.commands import Recover
from record.log.errors import LogError
from record.session.state import State
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from record.store.salvage import continue_game
from rules.errors import DamcamError, Sentence, _

SIGNS_EVERY_S = 0.5
"""The seconds between two signs of life."""
AGAIN_S = 5.0
"""How often the log, and the other logs of the game, are read again."""

Pages = Callable[[Path], AbstractContextManager[object]]
"""Serves the pages of the game in that folder while the context lasts."""


def confirmed_folder(station: Station, games: Path, pages: Pages, copies: Path | None) -> Path | None:
    """The folder of the game to record, with its journal, once that is sound or confirmed; None where the service was told to end before.

    `copies` is the folder of the second copies; None where there is none. StateError where the settings name a wrong folder.
    """
    while True:
        try:
            return _with_journal(games)
        except DiskRefuses as error:
            station.reports.notifier.ready()
            with pages(error.game):
                is_stopped = _has_waited(station, games, error)
            if is_stopped:
                return None
        except DamagedGame as error:
            station.reports.notifier.ready()
            with pages(error.game), closing(OtherLogs(error, copies)) as others:
                folder = _awaited(station, games, others)
            if folder:
                (games.parent / GIVEN_NAME).unlink(missing_ok=True)
            return folder


def _with_journal(games: Path) -> Path:
    """`folder_of_game`, with an empty journal where none is in it; DiskRefuses too where the disk takes none."""
    game = folder_of_game(games)
    if not (game / JOURNAL_NAME).exists():
        try:
            Journal.create(game / JOURNAL_NAME).close()
        except LogError as error:
            if getattr(error.__cause__, "errno", None) not in OF_DISK:
                raise
            raise DiskRefuses(game, error.sentence) from error
    return game


class OtherLogs:
    """What other logs have of a damaged game beyond its sound beginning, read again and again by a thread: a stick may hang. Close it."""

    def __init__(self, damaged: DamagedGame, copies: Path | None) -> None:
        self.damaged = damaged
        """The game; it may be set to how it is found later."""
        self._copies, self._ends = copies, Event()
        self.beyond: tuple[LogSeen, ...] = ()
        self.given_is_no_more = False
        """Whether the log that the arbiter gave is not among them."""
        Thread(target=self._run, name="other logs", daemon=True).start()

    def close(self) -> None:
        """Ends the thread, which nobody waits for."""
        self._ends.set()

    def _run(self) -> None:
        while not self._ends.is_set():
            game = self.damaged.game
            with suppress(OSError):
                copies = sorted(self._copies.glob(f"*/{game.name}*/{JOURNAL_NAME}")) if self._copies else []
                given = state_of(game) / GIVEN_NAME
                was_given, self.beyond = given.exists(), logs_beyond((given, *copies), self.damaged.lost)
                self.given_is_no_more = was_given and str(given) not in [log.source for log in self.beyond]
            self._ends.wait(AGAIN_S)


def _has_waited(station: Station, games: Path, error: DiskRefuses) -> bool:
    """Waits until the disk takes a new game, or another reason keeps it; whether the service was told to end before."""

    def answer(received: ReceivedCommand) -> None:
        if not _may_be_done(received):  # the log that the disk keeps may have the answer
            received.answer(Refused(error.sentence))

    def look() -> None:
        try:
            _with_journal(games)
        except DiskRefuses:
            return
        except StateError:
            pass
        waiting.closed = True

    waiting = Waiting(station, answer)
    station.reports.say(str(error))
    drive(station, waiting, [Task(SIGNS_EVERY_S, lambda: _give_signs(station, error)), Task(AGAIN_S, look, time.monotonic() + AGAIN_S)])
    return not waiting.closed


def _awaited(station: Station, games: Path, others: OtherLogs) -> Path | None:
    """Waits until the log is sound or confirmed, and returns the folder; None where the service was told to end before."""
    message, folder = "", None

    def answer(received: ReceivedCommand) -> None:
        if not _may_be_done(received):  # what is lost may have the answer
            received.answer(_outcome(station, others.damaged.game, received.command))
            looking.due_s = 0.0

    def tell() -> None:
        nonlocal message
        error = others.damaged
        if str(error) != message:
            message = str(error)
            station.reports.say(message)
        damaged = Damaged(error.game.name, error.lost.row, others.beyond, given_is_no_more=others.given_is_no_more)
        _give_signs(station, error, damaged)

    def look() -> None:
        nonlocal folder
        try:
            folder = folder_of_game(games)
            waiting.closed = True
        except DamagedGame as still:
            others.damaged = still

    waiting, looking = Waiting(station, answer), Task(AGAIN_S, look, time.monotonic() + AGAIN_S)
    drive(station, waiting, [Task(SIGNS_EVERY_S, tell), looking])
    return folder


def _may_be_done(received: ReceivedCommand) -> bool:
    """Whether it may have been done before, which nobody can tell here. A log that is damaged still was not confirmed by anybody."""
    command = received.command
    return received.is_question or (command.was_sent and not isinstance(command.body, Recover))


def _give_signs(station: Station, error: StateError, damaged: Damaged | None = None) -> None:
    """Tells systemd, the pages and the hub that the service lives, and what it waits for."""
    reports = station.reports
    reports.notifier.alive()
    reports.notifier.status(str(error))
    if reports.alive:
        with suppress(OSError):
            reports.alive.touch()
    if reports.readiness:
        trouble = GameLost.SOMETHING.said(GameLost.CONFIRM.said()) if damaged else error.sentence
        reports.readiness.see(State(), trouble, damaged=damaged)


def _outcome(station: Station, game: Path, command: Command) -> Outcome:
    """Does what the arbiter confirmed, and returns the outcome."""
    word = command.body
    if command.game != game.name or not isinstance(word, Recover):
        why = _("the log of this game is damaged, and nothing of it goes on until the arbiter has confirmed at the desk")
        return Refused(Sentence("", why))
    try:
        given = read_given(Path(word.source)).rows if word.source else ()
        event = continue_game(game, word.by, noted(), word.row, given, command=command.id)
    except DamcamError as error:
        station.reports.say(str(error))
        return Refused(error.sentence)
    source = f"by {word.source} " if word.source else ""
    station.reports.say(f"{game}: {word.by} goes on {source}with row {event.row}; what was there before is in {game / event.aside}")
    return Accepted(event.row + 1)
