"""Waits for the arbiter where the log of the last game was found damaged when the service started, and for a disk that takes no new game.

Nothing goes on meanwhile and no file of the game changes. The service keeps running: systemd and the hub hear how it is, and its report
has a part `damaged` for the desk. The game goes on once the arbiter has confirmed (`Recover`, through the board's socket), or by itself
once the right files are back.
"""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, closing, suppress
from pathlib import Path
from queue import Empty
from threading import Event, Thread

from hub.boards.readiness import GIVEN_NAME, HUB_ROW_NAME, GameLost
from link.board_socket import ReceivedCommand
from link.messages import Command, Outcome, accepted, refused
from link.status import Damaged, LogSeen
from pi.game.station import Mark, Station, Stop
from pi.machine.game_folders import OF_DISK, DamagedGame, DiskRefuses, StateError, folder_of_game, state_of
from pi.machine.given_log import logs_beyond, read_given
from pi.machine.time_of_day import noted
from record.decisions.words import Recover
from record.log.errors import LogError
from record.session.state import State
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from record.store.json_text import JsonError, json_in
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
                folder = _awaited(station, games, error, others)
            for name in (GIVEN_NAME, HUB_ROW_NAME) if folder else ():
                (games.parent / name).unlink(missing_ok=True)
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

    @property
    def hub_row(self) -> int:
        """The last row that the hub has, as the uplink knows it; 0 where it does not."""
        try:
            known = json_in((state_of(self.damaged.game) / HUB_ROW_NAME).read_bytes())
            return int(known["row"]) if known["game"] == self.damaged.game.name else 0
        except (OSError, JsonError, KeyError, TypeError, ValueError):
            return 0

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
    station.reports.say(str(error))

    def answer(received: ReceivedCommand) -> None:
        if not _may_be_done(received):  # the log that the disk keeps may have the answer
            received.answer(refused(error.sentence))

    while not _is_stopped(station, time.monotonic() + AGAIN_S, answer):
        _give_signs(station, error)
        try:
            _with_journal(games)
        except DiskRefuses:
            continue
        except StateError:
            pass
        return False
    return True


def _awaited(station: Station, games: Path, error: DamagedGame, others: OtherLogs) -> Path | None:
    message, reads_s = "", time.monotonic() + AGAIN_S

    def answer(received: ReceivedCommand) -> None:
        nonlocal reads_s
        if not _may_be_done(received):  # what is lost may have the answer
            received.answer(_outcome(station, error.game, received.command))
            reads_s = 0.0

    while not _is_stopped(station, time.monotonic() + SIGNS_EVERY_S, answer):
        if str(error) != message:
            message = str(error)
            station.reports.say(message)
        damaged = Damaged(error.game.name, error.lost.row, others.beyond, others.hub_row, others.given_is_no_more)
        _give_signs(station, error, damaged)
        if time.monotonic() >= reads_s:
            reads_s = time.monotonic() + AGAIN_S
            try:
                return folder_of_game(games)
            except DamagedGame as still:
                error = others.damaged = still
    return None


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
        return refused(Sentence("", why))
    try:
        given = read_given(Path(word.source)).rows if word.source else ()
        event = continue_game(game, word.by, noted(), word.row, given, command=command.id)
    except DamcamError as error:
        station.reports.say(str(error))
        return refused(error.sentence)
    source = f"by {word.source} " if word.source else ""
    station.reports.say(f"{game}: {word.by} goes on {source}with row {event.row}; what was there before is in {game / event.aside}")
    return accepted(event.row + 1)


def _is_stopped(station: Station, until_s: float, answer: Callable[[ReceivedCommand], None]) -> bool:
    """Takes what comes into the queue until then, or until a command was answered; whether the service was told to end.

    Nobody's press counts: no game runs.
    """
    while (left_s := until_s - time.monotonic()) > 0:
        try:
            message = station.queue.get(timeout=left_s)
        except Empty:
            return False
        if isinstance(message, Stop):
            return True
        if isinstance(message, ReceivedCommand):
            if message.take(time.monotonic_ns()):
                answer(message)
                return False
        elif isinstance(message, Mark):
            message.reached()
        elif station.reports.readiness:
            station.reports.readiness.hear(message)
    return False
