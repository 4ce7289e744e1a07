"""The command `damcam run` on a disk that is really full, and on one that the kernel makes read-only: what the arbiter hears and can do,
and that nothing is lost."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from threading import Thread
from typing import IO, Any

import pytest

from hub.access.memory_folder import RUNTIME_FOLDER
from link.sending import send_command
from pi.cli import main
from record.decisions.commands import Describe, StartClock
from record.events.about import About
from record.events.of_game import Alerted, BoardFound, ClockStarted, ClockStopped, Event, Pressed, Ruled
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from record.store.queue import Queue
from record.store.reserve import NAME as RESERVE
from record.telling import remarks
from rules.board.squares import Content
from rules.errors import SystemFault
from tests.pi.programs.desk import Desk
from tests.support.live.full_disk import cut_power
from tests.support.live.table import calm
from tests.support.live.turns import Turn
from tests.support.live.world import START
from tests.support.waiting import WITHIN_S, wait_until

MB = 1_000_000

pytestmark = pytest.mark.xdist_group("disks")


class Disk:
    """A file system of its own, ext4 in a file, which can be filled and made read-only as the kernel does after an error."""

    def __init__(self, folder: Path) -> None:
        self.image, self.path = folder / "disk.img", folder / "disk"
        self.path.mkdir()
        with self.image.open("wb") as file:
            file.truncate(12 * MB)
        done(["mkfs.ext4", "-q", "-b", "4096", "-O", "^has_journal", "-m", "0", self.image])
        done(["mount", "-o", "loop,errors=remount-ro", self.image, self.path])

    def fill(self) -> None:
        """Leave no block free, also of those that the file system reserves until it knows where it writes."""
        with (self.path / "filler").open("wb", buffering=0) as file:
            for _ in range(3):
                with suppress(OSError):
                    while True:
                        file.write(bytes(4096))
                done(["sync", "-f", self.path])

    def make_room(self) -> None:
        (self.path / "filler").unlink()

    def fail(self) -> None:
        """Have the kernel find an error, after which the file system is read-only."""
        device = done(["findmnt", "-no", "SOURCE", self.path]).strip()
        Path(f"/sys/fs/ext4/{Path(device).name}/trigger_fs_error").write_text("1")

    def remount(self, how: str) -> None:
        """Mount it "ro" or "rw" while it is used."""
        done(["mount", "-o", f"remount,{how}", self.path])

    def again(self) -> None:
        """Mount it anew, as after a new start of the machine."""
        wait_until(lambda: subprocess.run(["umount", self.path], capture_output=True, check=False).returncode == 0)  # pages let go of it
        done(["mount", "-o", "loop,errors=remount-ro", self.image, self.path])

    def close(self) -> None:
        subprocess.run(["umount", "-l", self.path], check=False)


def done(command: list[Any]) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


class Board:
    """The command, the hands at its board, and what it told."""

    def __init__(self, state: Path, settings: Path, runtime: Path) -> None:
        self.state, self.told, self.errors = state, list[dict[str, Any]](), list[str]()
        settings.write_text(f'[board]\nstate = "{state}"\n[game]\ntime_control = "80m+60s"\n')
        environment = os.environ | {RUNTIME_FOLDER: str(runtime)}
        command = [sys.executable, "-P", "-m", "tests.support.live.commanded", str(settings)]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=environment)
        takes = (self.process.stdout, self._tell), (self.process.stderr, self.errors.append)
        self.readers = [Thread(target=read_all, args=each) for each in takes]
        for reader in self.readers:
            reader.start()

    @property
    def journal(self) -> Path:
        return self.state / "games" / "0001" / JOURNAL_NAME

    @property
    def log(self) -> str:
        return "".join(self.errors)

    def show(self, stands: Sequence[Content]) -> None:
        self._do({"show": [stands, False]})

    def press(self, turn: Turn) -> None:
        self.show(turn.stands)
        self._do({"press": [time.monotonic_ns(), str(turn.side), []]})

    def heard(self, kind: type, count: int = 1) -> None:
        wait_until(lambda: len([event for event in self.told if event["event"] == kind.__name__]) >= count, lambda: (self.told, self.log))

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(WITHIN_S)
        self.end()
        return status

    def end(self) -> None:
        self.process.kill()
        for reader in self.readers:
            reader.join()
        if self.process.stdin:
            with suppress(BrokenPipeError):
                self.process.stdin.close()
        self.process.wait()

    def events(self) -> list[Event]:
        """What is in the journal."""
        with Journal.reader(self.journal) as journal:
            return [event for _, event in journal.since(0)]

    def has(self, *words: str) -> bool:
        """Whether the sentences of the log have all these words."""
        return all(word in self.log for word in words)

    def _tell(self, line: str) -> None:
        self.told.append(json.loads(line))

    def _do(self, what: dict[str, Any]) -> None:
        assert self.process.stdin
        self.process.stdin.write(json.dumps(what) + "\n")
        self.process.stdin.flush()


def read_all(stream: IO[str], take: Callable[[str], object]) -> None:
    with stream:
        for line in stream:
            take(line)


@pytest.fixture
def disk(system: None, needs_root: None, tmp_path: Path) -> Iterator[Disk]:
    made = Disk(tmp_path)
    yield made
    made.close()


Starts = Callable[[], Board]


@pytest.fixture
def runtime(tmp_path: Path) -> Path:
    (tmp_path / "run").mkdir(mode=0o700)
    return tmp_path / "run"


@pytest.fixture
def starts(disk: Disk, tmp_path: Path, runtime: Path) -> Iterator[Starts]:
    boards: list[Board] = []

    def start() -> Board:
        boards.append(Board(disk.path / "state", tmp_path / "damcam.toml", runtime))
        return boards[-1]

    yield start
    for board in boards:
        board.end()


SCRIPT = calm(3)


@pytest.fixture
def played(starts: Starts) -> Board:
    """A board of which two presses are on disk."""
    board = starts()
    board.show(START.contents())
    board.heard(BoardFound)
    send_command(board.journal, StartClock("J. Jansen"))
    for presses, turn in enumerate(SCRIPT[:2], 1):
        board.press(turn)
        board.heard(Ruled, presses)
    return board


@pytest.fixture
def desk(played: Board, tmp_path: Path) -> Iterator[Desk]:
    with closing(Desk(played.state, tmp_path)) as made:
        yield made


def use_up(board: Board, disk: Disk) -> None:
    """Fill the disk, and correct a name until neither the reserve nor the last block of the journal has room for a row."""
    reserve, names = board.state / RESERVE, (About.of({"white": f"A. {number}"}) for number in count())
    wait_until(reserve.exists)
    disk.fill()
    while reserve.exists():
        assert send_command(board.journal, Describe("J. Jansen", next(names))) is None, "the reserve is given up first"
    disk.fill()
    while send_command(board.journal, Describe("J. Jansen", next(names))) is None:
        pass


def queued_in(runtime: Path, board: Board) -> list[Event]:
    """The events in memory alone of a board that was stopped."""
    with Journal.reader(board.journal) as journal, closing(Queue(board.journal, runtime)) as queue:
        return [row.event for row in queue.resume(journal)]


def alerts_in(events: Sequence[Event]) -> list[str | None]:
    return [alert.reason for event in events if isinstance(event, Alerted) for alert in event.alerts]


def arbiters(events: Sequence[Event]) -> list[tuple[str, str]]:
    """The words of arbiters on the clock."""
    return [(type(event).__name__, event.by) for event in events if isinstance(event, ClockStarted | ClockStopped) and event.by]


def is_told_why(desk: Desk, folder: Path) -> None:
    """Desk and `/before` say that the disk is full, and the public learns nothing else."""
    assert desk.page["silent"], "what the pages show is not news"
    assert str(SystemFault.FULL.said()) in desk.disk_on_before()
    assert "make room" in desk.disk_on_before()
    assert str(folder) not in desk.disk_on_before(), "the public is told no folder"
    assert "Pressed" not in desk.disk_on_before(), "and nothing of the game"


def rule_without_disk(board: Board, desk: Desk, settings: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The arbiter rules at the desk and by the command, once each, while the journal takes nothing."""
    last, rows = desk.page.state["after"], len(board.events())
    ruled = desk.rule("stop-clock", last)
    assert ruled.status_code == 200, ruled.json
    assert "it is done, but not on disk yet" in ruled.json["told"]
    again = desk.rule("stop-clock", last)
    assert again.status_code == 409, "the same words, sent twice, are done once"
    assert main(["rule", "start-clock", "--side", "black", "--by", "B. de Boer", "--settings", str(settings)]) == 0
    assert "not on disk yet" in capfd.readouterr().err
    assert len(board.events()) == rows, "the journal has nothing of it"
    assert len([event for event in board.told if event["event"] == "Pressed"]) == 2, "and nobody was told"


def test_with_a_full_disk_the_arbiter_hears_why_and_rules_and_killed_twice_the_game_goes_on_with_it_all(
    played: Board, starts: Starts, disk: Disk, desk: Desk, runtime: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    board = played
    use_up(board, disk)
    board.press(SCRIPT[2])
    wait_until(lambda: str(SystemFault.FULL.said()) in desk.page["trouble"], lambda: (desk.page["silent"], board.log))
    wait_until(lambda: "a power cut would take" in desk.page["trouble"], lambda: desk.page["silent"])
    is_told_why(desk, disk.path)
    rule_without_disk(board, desk, tmp_path / "damcam.toml", capfd)
    board.end()
    queued = queued_in(runtime, board)
    assert [event.seq for event in queued if isinstance(event, Pressed)] == [3]

    board = starts()  # on the disk that is still full
    board.show(SCRIPT[2].stands)
    wait_until(lambda: board.has("are taken up from", str(runtime), "goes on in memory alone"), lambda: board.log)
    wait_until(lambda: "a power cut would take" in desk.page["trouble"], lambda: (desk.page["silent"], board.log))
    assert board.stop() == 0
    assert board.has("are in memory alone, in", "make room, start damcam")
    assert "Traceback" not in board.log
    assert queued_in(runtime, board)[: len(queued)] == queued

    disk.make_room()
    board = starts()
    board.show(SCRIPT[2].stands)
    wait_until(lambda: not list(runtime.iterdir()), lambda: board.log)
    events = board.events()
    assert [event.seq for event in events if isinstance(event, Pressed)] == [1, 2, 3]
    assert arbiters(events) == [("ClockStarted", "J. Jansen"), ("ClockStopped", "Anke"), ("ClockStarted", "B. de Boer")]
    names = ["B. de Boer", "Anke", "J. Jansen"]
    wait_until(lambda: desk.page.rulers == names, lambda: desk.page["silent"])
    wait_until(lambda: not desk.page["silent"], lambda: desk.page.position)
    wait_until((board.state / RESERVE).exists, lambda: board.log)


def test_a_power_cut_takes_what_is_in_memory_alone_and_the_arbiter_is_told(
    played: Board, starts: Starts, disk: Disk, runtime: Path
) -> None:
    board = played
    use_up(board, disk)
    board.press(SCRIPT[2])
    board.end()
    cut_power(runtime)
    board = starts()
    board.show(SCRIPT[1].stands)
    wait_until(lambda: board.has("were in memory alone, and are lost"), lambda: board.log)
    disk.make_room()
    wait_until(lambda: remarks.MEMORY_LOST in alerts_in(board.events()), lambda: board.log)
    assert [event.seq for event in board.events() if isinstance(event, Pressed)] == [1, 2]


def started_on_a_disk_that_is_well_again(board: Board, starts: Starts, disk: Disk, desk: Desk, runtime: Path) -> Board:
    """Stop the board, whose third press is in its queue alone, and start the next one, whose journal has all."""
    assert board.stop() == 0
    assert "Traceback" not in board.log
    assert [event.seq for event in queued_in(runtime, board) if isinstance(event, Pressed)] == [3]
    desk.close()
    disk.again()
    board = starts()
    board.show(SCRIPT[2].stands)
    wait_until(lambda: not list(runtime.iterdir()), lambda: board.log)
    assert [event.seq for event in board.events() if isinstance(event, Pressed)] == [1, 2, 3]
    return board


@pytest.mark.usefixtures("long")
def test_a_disk_that_the_kernel_makes_read_only_in_a_game_loses_nothing(
    played: Board, starts: Starts, disk: Disk, desk: Desk, runtime: Path
) -> None:
    board = played
    disk.fail()
    board.press(SCRIPT[2])
    wait_until(lambda: desk.page["trouble"], lambda: board.log)
    assert desk.disk_on_before().startswith("fail: ")
    assert "not on disk yet" in desk.rule("stop-clock", desk.page.state["after"]).json["told"]
    board = started_on_a_disk_that_is_well_again(board, starts, disk, desk, runtime)
    assert arbiters(board.events()) == [("ClockStarted", "J. Jansen"), ("ClockStopped", "Anke")]


def in_memory(runtime: Path) -> bytes:
    """What a running board has in its queue."""
    return b"".join(path.read_bytes() for path in runtime.glob("queue-*.jsonl"))


def test_a_service_that_starts_on_a_read_only_disk_goes_on_with_the_game_and_begins_no_next_one(
    played: Board, starts: Starts, disk: Disk, desk: Desk, runtime: Path
) -> None:
    played.end()
    disk.fail()
    board = starts()
    board.show(SCRIPT[1].stands)
    wait_until(lambda: board.has("goes on in memory alone"), lambda: board.log)
    wait_until(lambda: desk.page["trouble"], lambda: board.log)
    assert "not on disk yet" in desk.rule("start-clock", desk.page.state["after"], side="white").json["told"]
    board.press(SCRIPT[2])
    wait_until(lambda: b'"Pressed"' in in_memory(runtime), lambda: board.log)
    board = started_on_a_disk_that_is_well_again(board, starts, disk, desk, runtime)
    assert main(["rule", "close", "--by", "J. Jansen", "--settings", str(runtime.parent / "damcam.toml")]) == 0
    wait_until(lambda: (board.state / "games" / "0002" / JOURNAL_NAME).exists(), lambda: board.log)
    board.end()
    shutil.rmtree(board.state / "games" / "0002")

    disk.remount("ro")
    board = starts()
    wait_until(lambda: board.has("no game is recorded until the disk takes it"), lambda: board.log)
    disk.remount("rw")
    wait_until(lambda: (board.state / "games" / "0002" / JOURNAL_NAME).exists(), lambda: board.log)
    assert board.stop() == 0
    assert "Traceback" not in board.log
