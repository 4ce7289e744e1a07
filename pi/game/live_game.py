"""Drives a game at a live board until it is closed or the service ends: a new game, or one that was cut off."""

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from queue import Empty

from hub.access.memory_folder import memory_folder
from link.board_socket import ReceivedCommand
from pi.game.beginning import ClosedGame
from pi.game.board_game import BoardGame, GameSetup
from pi.game.disk_faults import CHECK_EVERY_S, LogCheck
from pi.game.keeping import Telling, Writing
from pi.game.preparing import forget_preparation, kept_for, with_preparation
from pi.game.recovery import note_end, recover, take_note_away
from pi.game.service import Service
from pi.game.station import Mark, Station, Stop
from pi.machine import clicked_corners
from pi.machine.game_folders import state_of
from pi.machine.tidying import time_of_day
from pi.machine.time_of_day import noted
from pi.reading.live_reader import LiveReader
from pi.reading.messages import Message
from pi.reading.reading import Eyes
from pi.setup.output import told
from pi.setup.press_line import status_line
from record.decisions.closed_game import write_files
from record.files import FileError
from record.store.checkpoint import freeze
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from record.store.journal_rows import LastRow
from record.store.later import DiskThread, Later
from record.store.latest import Checkpoint, ClockRow, Latest
from record.store.pictures import EvidenceStore
from record.store.queue import Queue
from record.store.reserve import Reserve
from rules.referee.belief import Belief

ALIVE_EVERY_S = 1.0
"""The seconds between two signs of life to systemd, which waits thirty times as long."""


def play_game(station: Station, folder: Path, setup: Callable[[], GameSetup], eyes: Eyes, telling: Telling, budget_bytes: int) -> bool:
    """Drive the game in the folder; False if the service ended before the game was closed, or before another one took its place.

    LogError for a damaged journal.
    """
    with ExitStack() as stack:
        journal = stack.enter_context(journal_in(folder))
        latest = stack.enter_context(closing(Latest(folder / JOURNAL_NAME)))
        disk, clock_disk = (stack.enter_context(closing(DiskThread())) for _ in range(2))  # so that the clock waits for no other file

        def write_clock(row: ClockRow) -> None:
            clock_disk("clock", lambda: latest.write_clock(row))

        def write_belief(last: LastRow, belief: Belief) -> None:
            disk("belief", lambda: latest.write_belief(Checkpoint(last.row_id, last.checksum.hex(), freeze(belief))))

        store = EvidenceStore(folder.parent, folder, budget_bytes, now=time_of_day)
        reserve = Reserve(state_of(folder))
        writing = Writing(journal, reserve=reserve, write_belief=write_belief, write_clock=write_clock, tell_row=station.reports.tell_row)
        service = live_service(station, store, setup, eyes, writing, telling)
        stack.callback(service.game.end)
        if corners := clicked_corners.kept_corners(state_of(folder)):
            eyes.point_at(corners)

        def lives() -> bool:
            return disk.lives and clock_disk.lives and station.pictures.lives()

        if lives():
            station.reports.notifier.ready()
        drive(station, service, tasks_beside(station, service, lives, disk, reserve))
        service.end(station.pace.now_ns())
    if service.closed:
        with suppress(FileError):  # they are written with the files that earlier games lack
            write_files(folder, service.game.state)
        station.closed_games.add(ClosedGame(folder, service.base_ns, service.game.is_whole), service.game.state)
    else:
        note_end(folder)
    return service.closed or station.given.is_complete


def journal_in(folder: Path) -> Journal:
    """Open the journal of the game in the folder, also on a disk that takes no writes, or create it."""
    path = folder / JOURNAL_NAME
    return Journal.open(path, may_be_unwritable=True) if path.exists() else Journal.create(path)


def live_service(
    station: Station, store: EvidenceStore, setup: Callable[[], GameSetup], eyes: Eyes, writing: Writing, telling: Telling
) -> Service:
    """Return the service of the game in that journal, which goes on where it was cut off, or of a new game by `setup` if there is none.

    Events that the disk does not take go into a queue in memory, and the time of day is kept with each ruling.
    """
    folder = writing.folder
    queue = Queue(writing.journal.path, memory_folder())
    recovered = recover(writing.journal, queue, station.reports.say)
    base_ns = station.pace.now_ns() - (recovered.last_t_ns if recovered else 0)
    if recovered:
        take_note_away(folder)
        forget_preparation(folder)
    writing = replace(writing, queue=queue, time_of_day=noted)
    game = BoardGame(eyes, writing, replace(telling, say=station.reports.say))
    reader = LiveReader(eyes, station.pictures.ring, folder, store, base_ns)
    return Service(station, game, reader, recovered or _new_game(station, folder, setup), base_ns)


def _new_game(station: Station, folder: Path, setup: Callable[[], GameSetup]) -> GameSetup:
    """The setup of a new game, with what was set for it before."""
    before = kept_for(folder)
    if before and station.reports.readiness:
        station.reports.readiness.hear(before)
    return with_preparation(setup(), before) if before else setup()


@dataclass(slots=True, eq=False)
class Task:
    """What the loop does every `every_s` seconds, from `due_s` of the monotonic clock on."""

    every_s: float
    run: Callable[[], object]
    due_s: float = 0.0


class Waiting:
    """What the loop drives while no game goes on: nobody's press counts, and `answer` gets the commands."""

    def __init__(self, station: Station, answer: Callable[[ReceivedCommand], None]) -> None:
        self._readiness, self._answer = station.reports.readiness, answer
        self.closed, self.due_ns = False, 1 << 62

    def take(self, message: Message | ReceivedCommand, _now_ns: int) -> None:
        if isinstance(message, ReceivedCommand):
            if message.take(time.monotonic_ns()):
                self._answer(message)
        elif self._readiness:
            self._readiness.hear(message)

    def tick(self, _now_ns: int) -> None:
        """Nothing is due beside the tasks."""


def drive(station: Station, service: Service | Waiting, tasks: Sequence[Task]) -> None:
    """Run the loop: wait for a message or for what is due, and act on it, until the service is closed or told to end."""
    while True:
        now_s = time.monotonic()
        for task in tasks:
            if now_s >= task.due_s:
                task.due_s = now_s + task.every_s
                task.run()
        if service.closed or station.given.is_complete:
            return
        now_ns, due_s = station.pace.now_ns(), min(task.due_s for task in tasks)
        try:
            message = station.queue.get(timeout=min(station.pace.timeout_s(service.due_ns), due_s - now_s))
        except Empty:
            service.tick(now_ns)
            continue
        if isinstance(message, Stop):
            return
        if isinstance(message, Mark):
            message.reached()
        else:
            service.take(message, station.pace.now_ns())


def tasks_beside(station: Station, service: Service, lives: Callable[[], bool], later: Later, reserve: Reserve | None = None) -> list[Task]:
    """What the loop does beside the game, in this order: it tells how the game is, and looks after the disk.

    The notifier gets signs of life while `lives()` is true. What is written or read whole is done by `later`.
    """
    reports, pace, game, check = station.reports, station.pace, service.game, LogCheck(service.game.journal.path)

    def tell_systemd() -> None:
        if lives():
            reports.notifier.alive()
        reports.notifier.status(told(status_line(game.state, game.trouble), game.lang))

    def tell_pages() -> None:
        if reports.alive and not game.trouble:  # of what is in memory alone the pages have no news
            with suppress(OSError):
                reports.alive.touch()

    def tell_readiness() -> None:
        if reports.readiness:
            reports.readiness.see(game.state, game.trouble or check.damage, len(game.held_rows))

    def tell_arbiter() -> None:
        if check.damage:
            service.see_damage(pace.now_ns())
        if reports.copy:
            service.see_copy(reports.copy.amiss(game.folder.name), pace.now_ns())

    def look_after_disk() -> None:
        station.closed_games.put_right(noted(), pace.now_ns(), later)
        if reserve:
            later("reserve", reserve.make)

    each_second = tell_systemd, tell_pages, tell_readiness, tell_arbiter, look_after_disk
    log_check = Task(CHECK_EVERY_S, lambda: later("check", check), due_s=time.monotonic() + CHECK_EVERY_S)
    return [*(Task(ALIVE_EVERY_S, run) for run in each_second), log_check]
