"""The end of a program at each of its system calls, one after the other: by a kill, and by a power cut (`tests.support.recorded_files`).

A row written by `record.log` alone is walked through in tests/record/log/test_every_step.py. These rows are whole tasks: a game from its
opening to its closing, a disk that is full, an import, and somebody who is forgotten in event files.
"""

import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, redirect_stderr
from io import StringIO
from math import ceil
from pathlib import Path
from unittest.mock import patch

from hub.access.memory_folder import RUNTIME_FOLDER
from pi.cli import main
from pi.machine.game_folders import StateError
from record.events.of_game import Event, Pressed, Ruled, SessionClosed
from record.log.errors import LogDamaged
from record.log.log import Log
from record.log.reading import read, verify
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.journal import Journal
from record.store.journal_rows import LastRow
from record.store.queue import Queue
from rules.irregularity import Verdict
from tests.bench.faulting.damage import bring_up
from tests.bench.faulting.row import Row
from tests.bench.faulting.scale import Scale
from tests.support.live.full_disk import cut_power, fill
from tests.support.live.table import SMALL, Table, quiet, ruled
from tests.support.recorded_files import Crash, RecordedFiles
from tournament.events.changes import Entrant, EntrantsEntered, EventMade, Who
from tournament.events.event_file import make_event, read_event
from tournament.events.forgetting import events_to_search, finish, forget, found_person, names_meant, neutral_of

SCRIPT = quiet(3)
NUMBER = "0001"
"""The folder of the game."""
PLAYED = 1
"""The presses on disk before the disk is full."""
NAME = "Jelle de Vries"
"""Who is forgotten."""
WRITTEN = 2
"""The rows of an event before."""
LOST, CHANGED = "lost", "changed"


def rows(scratch: Path, scale: Scale) -> Iterator[Row]:
    """Play each task once, and go on from each state that a kill or a power cut leaves of it."""
    folder = scratch / "steps"
    for task in (_whole_game, _full_disk, _room_again, _import, _copied, _forgotten):
        (folder / "root").mkdir(parents=True)
        yield task(folder, scale)
        shutil.rmtree(folder)


class Board:
    """A board whose state folder and folder in memory are noted, and the events that its services told or put into the queue."""

    def __init__(self, folder: Path) -> None:
        self.games, self.memory = folder / "root" / GAMES, folder / "root" / "run"
        self.memory.mkdir(mode=0o700)
        self.table = Table(self.games, SMALL)
        self.queued = list[Event]()
        self.files = RecordedFiles(folder / "root", folder / "kept", lambda: (len(self.table.told), len(self.confirmed)))

    @property
    def confirmed(self) -> list[Event]:
        """What is on disk and told, and then what the queue has."""
        return [*self.table.told, *self.queued[len(self.table.told) :]]

    def play_on_full_disk(self) -> None:
        """Plays until all presses are ruled; the journal takes those of the first turns alone."""
        world, append = self.table.world(SCRIPT, until_ruled=PLAYED), Queue.append
        self.queued = list(self.table.told)

        def counted(queue: Queue, after: LastRow, event: Event, t_ns: int) -> None:
            append(queue, after, event, t_ns)
            self.queued.append(event)

        fill(world)
        with patch.object(Queue, "append", counted):
            world.run(ruled(world, len(SCRIPT)))
        world.close()

    def row(self, name: str, scale: Scale) -> Row:
        """The row of a task that was noted."""
        confirmed = self.confirmed

        def fault(crash: Crash, plays: bool) -> str:
            told, with_queue = crash.moment.confirmed
            return self.fault(crash, confirmed[: told if crash.is_power_cut else with_queue], plays=plays)

        return _after_each(name, self.files, scale, fault)

    @contextmanager
    def in_memory(self) -> Iterator[None]:
        """A context in which the board's folder in memory is used."""
        with patch.dict(os.environ, {RUNTIME_FOLDER: str(self.memory)}):
            yield

    def fault(self, crash: Crash, confirmed: list[Event], *, plays: bool) -> str:
        """What is wrong once a service was started after that end, until which these events were confirmed; empty for nothing.

        With `plays` the game is played to its end.
        """
        if crash.is_power_cut:
            cut_power(self.memory)
        with closing(Table(self.games, SMALL)) as table:
            try:
                world = table.world(SCRIPT)
            except (StateError, LogDamaged) as error:
                damage = verify(self.games / NUMBER / JOURNAL_NAME).damage
                is_torn_row = crash.is_torn and damage is not None and damage.row > len(confirmed)
                return "" if is_torn_row else f"told wrongly: {error}"
            found = _events(self.games)
            if found[: len(confirmed)] != confirmed:
                return LOST if len(found) < len(confirmed) else CHANGED
            if plays and not any(isinstance(event, SessionClosed) for event in found):
                world.play()
                found = _events(self.games)
            sides = [str(event.side) for event in found if isinstance(event, Pressed)]
            if sides != [turn.side for turn in SCRIPT][: None if plays else len(sides)]:
                return f"the presses of {sides} are on record"
            verdicts = {event.verdict for event in found if isinstance(event, Ruled)} - {Verdict.LEGAL, Verdict.UNSURE}
            return f"ruled {', '.join(sorted(verdicts))}" if verdicts else ""


def _events(games: Path) -> list[Event]:
    """The events of the first game there."""
    for path in sorted(games.glob(f"*/{JOURNAL_NAME}")):
        with Journal.reader(path) as journal:
            return [event for _, event in journal.since(0)]
    return []


def _after_each(name: str, files: RecordedFiles, scale: Scale, fault: Callable[[Crash, bool], str]) -> Row:
    """The row of a task. `fault` says what is wrong after a state, which lies in the folder; after a kill also once all has gone on."""
    counts = Counter(crash.is_power_cut for crash in files.crashes())
    seen, gone_on, faults, first = Counter[bool](), Counter[bool](), Counter[str](), dict[str, str]()
    for crash in files.crashes():
        seen[crash.is_power_cut] += 1
        if seen[crash.is_power_cut] % ceil(counts[crash.is_power_cut] / scale.states):
            continue
        gone_on[crash.is_power_cut] += 1
        files.put_back(crash)
        if wrong := fault(crash, not crash.is_power_cut):
            faults[wrong] += 1
            first.setdefault(wrong, f"{wrong}: {crash}")
    told = f"{gone_on[False]} of {counts[False]} kills, {gone_on[True]} of {counts[True]} states after power cuts"
    lost, changed = faults.pop(LOST, 0), faults.pop(CHANGED, 0)
    return Row(f"{name}, at each system call", told, lost, changed, wrong="; ".join(first.values()))


def _whole_game(folder: Path, scale: Scale) -> Row:
    board = Board(folder)
    with board.in_memory():
        with board.files.recording():
            board.table.world(SCRIPT).play()
            board.table.close()
        return board.row("killed while a game is opened, played and closed", scale)


def _full_disk(folder: Path, scale: Scale) -> Row:
    board = Board(folder)
    with board.in_memory():
        with board.files.recording():
            board.play_on_full_disk()
        return board.row("killed while the disk is full, and the game goes on in the queue", scale)


def _room_again(folder: Path, scale: Scale) -> Row:
    board = Board(folder)
    with board.in_memory():
        board.play_on_full_disk()
        with board.files.recording():
            board.table.world(SCRIPT)
            board.table.close()
        return board.row("killed while what the queue has is put into the journal", scale)


def _import(folder: Path, scale: Scale) -> Row:
    board, source = Board(folder), Table(folder / "old" / GAMES, SMALL)
    source.world(SCRIPT, until_ruled=PLAYED)
    source.close()

    def take_over() -> int:
        settings = {"DAMCAM_BOARD_STATE": str(folder / "root"), "DAMCAM_SETTINGS": os.devnull}
        with patch.dict(os.environ, settings), redirect_stderr(StringIO()):
            return main(["import", str(folder / "old" / GAMES / NUMBER)])

    def fault(crash: Crash, plays: bool) -> str:
        found = _events(board.games)
        if found != told[: len(found)] or (crash.moment.confirmed[0] and not found):
            return LOST if crash.moment.confirmed[0] else CHANGED
        if not found and take_over():
            return "it is not imported any more"
        if len(list(board.games.glob(f"*/{JOURNAL_NAME}"))) != 1:
            return "it is there twice"
        return board.fault(crash, told, plays=plays)

    told, board.table.told = list(source.told), source.told
    with board.in_memory():
        board.files.confirmed = lambda: (int(is_done),)
        is_done = False
        with board.files.recording():
            is_done = take_over() == 0
        return _after_each("killed while a game is imported", board.files, scale, fault)


def _copied(folder: Path, scale: Scale) -> Row:
    """The journal grows on the card, and the stick is brought up with it."""
    stick, journal, is_done = folder / "root", folder / "card" / JOURNAL_NAME, False
    journal.parent.mkdir()
    files = RecordedFiles(stick, folder / "kept", lambda: (int(is_done),))
    with Log.create(journal) as log:
        log.extend([{"press": number} for number in range(3)], after=0)
        with files.recording():
            bring_up(journal, stick)
            log.extend([{"press": number} for number in range(3, 6)], after=3)
            bring_up(journal, stick)
            is_done = True
    whole = list(read(journal))

    def fault(crash: Crash, _plays: bool) -> str:
        if crash.moment.confirmed[0] and whole not in map(list, map(read, stick.rglob(JOURNAL_NAME))):
            return LOST
        bring_up(journal, stick)
        copies = [list(read(path)) for path in stick.rglob(JOURNAL_NAME) if verify(path).damage is None]
        if whole not in copies:
            return "the copy is not brought up any more"
        return CHANGED if any(rows != whole[: len(rows)] for rows in copies) else ""

    return _after_each("killed while a game is copied to a stick", files, scale, fault)


def _forgotten(folder: Path, scale: Scale) -> Row:
    events, names, is_done = folder / "root", ("kampioenskip", "simmer"), False
    for name in names:
        made = EntrantsEntered((Entrant("jelle", NAME), Entrant("s", "Sytske")))
        make_event(events / name, EventMade("A"), Who(NAME), (made,))
    files = RecordedFiles(events, folder / "kept", lambda: (int(is_done),))
    with files.recording():
        kept = [read_event(path) for path in events_to_search(events)]
        found = [person for event in kept if (person := found_person(event, names_meant(kept, NAME)))]
        forget(events, neutral_of(found, kept), "Anke")
        is_done = True

    def fault(crash: Crash, _plays: bool) -> str:
        rows = [len(read_event(events / name).rows) for name in names]
        ids = finish(events)
        left = [name for name in names if NAME.encode() in (events / name).read_bytes()]
        if (left and (ids or crash.moment.confirmed[0])) or len(left) == 1:
            return f"the name is still in {', '.join(left)}"
        if any(read_event(events / name).rows[0].change != EventMade("A") for name in names):
            return CHANGED
        after = [len(read_event(events / name).rows) for name in names]
        return "" if min(rows) >= WRITTEN and after == ([WRITTEN] if left else [WRITTEN + 1]) * len(names) else f"{after} rows are there"

    return _after_each("killed while somebody is forgotten in two events", files, scale, fault)
