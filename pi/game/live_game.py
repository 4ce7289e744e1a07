"""Drives a game at a live board until it is closed or the service ends: a new game, or one that was cut off."""

import time
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from queue import Empty

from hub.access.memory_folder import memory_folder
from pi.game.beginning import ClosedGame
from pi.game.board_loop import BoardLoop, GameSetup
from pi.game.disk_faults import CHECK_EVERY_S, LogCheck
from pi.game.hearing import Hearing
from pi.game.preparing import forget_preparation, kept_for, with_preparation
from pi.game.recovery import note_end, recover, take_note_away
from pi.game.service import Service
from pi.game.station import Mark, Station, Stop
from pi.game.writing import Telling, Writing
from pi.machine import clicked_corners
from pi.machine.game_folders import state_of
from pi.machine.tidying import time_of_day
from pi.machine.time_of_day import noted
from pi.reading.live_reader import LiveReader
from pi.reading.messages import Message, heard
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
COMMANDS_EVERY_S = 0.1
"""The seconds between two looks for commands, too short for anybody to notice."""


def play_game(station: Station, folder: Path, setup: Callable[[], GameSetup], eyes: Eyes, telling: Telling, budget_bytes: int) -> bool:
    """Drive the game in the folder; False if the service ended before the game was closed. Raises LogError for a damaged journal."""
    with ExitStack() as stack:
        journal = stack.enter_context(journal_in(folder))
        latest = stack.enter_context(closing(Latest(folder / JOURNAL_NAME)))
        hearing = Hearing(folder, station.reports.readiness, station.reports.socket)
        disk, clock_disk = (stack.enter_context(closing(DiskThread())) for _ in range(2))  # so that the clock waits for no other file

        def write_clock(row: ClockRow) -> None:
            clock_disk("clock", lambda: latest.write_clock(row))

        def write_belief(last: LastRow, belief: Belief) -> None:
            disk("belief", lambda: latest.write_belief(Checkpoint(last.row_id, last.checksum.hex(), freeze(belief))))

        store = EvidenceStore(folder.parent, folder, budget_bytes, now=time_of_day)
        reserve = Reserve(state_of(folder))
        writing = Writing(journal, reserve=reserve, write_belief=write_belief, write_clock=write_clock)
        service = live_service(station, store, setup, eyes, writing, telling)
        stack.callback(service.loop.keeper.end)
        if corners := clicked_corners.kept_corners(state_of(folder)):
            eyes.point_at(corners)

        def lives() -> bool:
            return disk.lives and clock_disk.lives and station.pictures.lives()

        drive(station, service, hearing, lives, disk)
        service.end(station.pace.now_ns())
    if service.closed:
        with suppress(FileError):  # they are written with the files that earlier games lack
            write_files(folder, service.loop.state)
        station.closed_games.add(ClosedGame(folder, service.base_ns, service.loop.keeper.is_whole), service.loop.state)
    else:
        note_end(folder)
    return service.closed


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
    loop = BoardLoop(eyes, writing, replace(telling, say=station.reports.say))
    reader = LiveReader(eyes, station.pictures.ring, folder, store, base_ns)
    return Service(station, loop, reader, recovered or _new_game(station, folder, setup), base_ns)


def _new_game(station: Station, folder: Path, setup: Callable[[], GameSetup]) -> GameSetup:
    """The setup of a new game, with what was set for it before."""
    before = kept_for(folder)
    if before and station.reports.readiness:
        station.reports.readiness.hear(before)
    return with_preparation(setup(), before) if before else setup()


def drive(station: Station, service: Service, hearing: Hearing, lives: Callable[[], bool], later: Later) -> None:
    """Run the loop: wait for a message or for what is due, and act on it. The notifier gets signs of life while `lives()` is true.

    What is put right of earlier games, and the reserve of the disk, is written by `later`, which reads the log of the game too.
    """
    if lives():
        station.reports.notifier.ready()
    looked_s = told_s = 0.0
    check, checked_s = LogCheck(service.loop.writing.journal.path), time.monotonic()
    while not service.closed:
        now_s = time.monotonic()
        if now_s - told_s >= ALIVE_EVERY_S:
            told_s = now_s
            if lives():
                station.reports.notifier.alive()
            line = status_line(service.loop.state, service.loop.keeper.trouble)
            station.reports.notifier.status(told(line, service.loop.lang))
            if station.reports.alive and not service.loop.keeper.trouble:  # of what is in memory alone the pages have no news
                with suppress(OSError):
                    station.reports.alive.touch()
            if station.reports.readiness:
                trouble = service.loop.keeper.trouble or check.damage
                station.reports.readiness.see(service.loop.state, trouble, len(service.loop.keeper.held_rows))
            station.closed_games.put_right(noted(), station.pace.now_ns(), later)
            if service.loop.writing.reserve:
                later("reserve", service.loop.writing.reserve.make)
            if now_s - checked_s >= CHECK_EVERY_S:
                checked_s = now_s
                later("check", check)
            if check.damage:
                service.see_damage(station.pace.now_ns())
            if station.reports.copy:
                service.see_copy(station.reports.copy.amiss(service.loop.writing.folder.name), station.pace.now_ns())
        if now_s - looked_s >= COMMANDS_EVERY_S:
            looked_s = now_s
            hearing.hear(service, partial(_catch_up, station, service))
            continue  # the game may be closed
        now_ns = station.pace.now_ns()
        try:
            message = station.queue.get(timeout=min(station.pace.timeout_s(service.due_ns), COMMANDS_EVERY_S))
        except Empty:
            service.tick(now_ns)
            continue
        if isinstance(message, Stop):
            return
        _take(station, service, message)


def _take(station: Station, service: Service, message: Message | Mark) -> None:
    if isinstance(message, Mark):
        message.reached()
        return
    service.take(message, station.pace.now_ns())
    if station.reports.readiness:
        station.reports.readiness.hear(heard(message, service))


def _catch_up(station: Station, service: Service) -> int:
    """Take what is in the queue and what is due, which come before a word heard now; return the time in ns."""
    now_ns = station.pace.now_ns()
    for _ in range(station.queue.qsize()):
        message = station.queue.get()
        if isinstance(message, Stop):
            station.queue.put(message)
        else:
            _take(station, service, message)
    service.tick(now_ns)
    return now_ns
