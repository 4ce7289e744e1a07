"""The command `damcam run` on a disk that is really full, and on one that the kernel makes read-only: what the arbiter hears and can do,
and that nothing is lost."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import IO, Any

import pytest
from flask import session
from werkzeug.security import generate_password_hash

from hub.access.accounts import Account, Accounts, Role
from hub.app import SignIn, create_app
from hub.boards.board import Boards
from hub.boards.handing import hand_over
from pi.game import held_files
from record.decisions.words import StartClock
from record.events.of_game import BoardFound, ClockStarted, ClockStopped, Event, Pressed, Ruled
from record.store.folder import JOURNAL_NAME
from record.store.held_back import HeldRow, read_held
from record.store.journal import Journal
from rules.board.squares import Content
from tests.bench.live.table import calm
from tests.bench.live.turns import Turn
from tests.bench.live.world import START

GIVES_UP_S = 60.0
PASSWORD = "oer it fjild"
MB = 1_000_000

pytestmark = [pytest.mark.timeout(300), pytest.mark.xdist_group("disks")]


class Disk:
    """A file system of its own, ext4 in a file, which can be filled and made read-only as the kernel does after an error."""

    def __init__(self, folder: Path) -> None:
        self.image, self.path = folder / "disk.img", folder / "disk"
        self.path.mkdir()
        with self.image.open("wb") as file:
            file.truncate(12 * MB)
        # In smaller blocks than those of a card the -shm file of SQLite has holes, and on a full disk SIGBUS ends whoever writes there.
        done(["mkfs.ext4", "-q", "-b", "4096", "-O", "^has_journal", "-m", "0", self.image])
        done(["mount", "-o", "loop,errors=remount-ro", self.image, self.path])

    def fill(self) -> None:
        with suppress(OSError), (self.path / "filler").open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))

    def make_room(self) -> None:
        (self.path / "filler").unlink()

    def fail(self) -> None:
        """Have the kernel find an error, after which the file system is read-only."""
        device = done(["findmnt", "-no", "SOURCE", self.path]).strip()
        Path(f"/sys/fs/ext4/{Path(device).name}/trigger_fs_error").write_text("1")

    def again(self) -> None:
        """Mount it anew, as after a new start of the machine."""
        until(lambda: subprocess.run(["umount", self.path], capture_output=True, check=False).returncode == 0)  # pages let go of it
        done(["mount", "-o", "loop,errors=remount-ro", self.image, self.path])

    def close(self) -> None:
        subprocess.run(["umount", "-l", self.path], check=False)


def done(command: list[Any]) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


class Board:
    """The command, the hands at its board, and what it told."""

    def __init__(self, state: Path, settings: Path, runtime: Path | None) -> None:
        self.state, self.told, self.errors = state, list[dict[str, Any]](), list[str]()
        settings.write_text(f'[board]\nstate = "{state}"\n[game]\ntime_control = "80m+60s"\n')
        environment = {name: value for name, value in os.environ.items() if name != held_files.RUNTIME_FOLDER}
        if runtime:
            environment[held_files.RUNTIME_FOLDER] = str(runtime)
        command = [sys.executable, "-P", "-m", "tests.bench.live.commanded", str(settings)]
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
        time.sleep(0.6)
        self._do({"press": [time.monotonic_ns(), str(turn.side), []]})

    def heard(self, kind: type, count: int = 1) -> None:
        until(lambda: len([event for event in self.told if event["event"] == kind.__name__]) >= count, lambda: (self.told, self.log))

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(20.0)
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


def until(holds: Callable[[], object], why: Callable[[], object] = lambda: "") -> None:
    ends_s = time.monotonic() + GIVES_UP_S
    while not holds():
        assert time.monotonic() < ends_s, str(why())
        time.sleep(0.05)


@pytest.fixture
def disk(needs_root: None, tmp_path: Path) -> Iterator[Disk]:
    made = Disk(tmp_path)
    yield made
    made.close()


Starts = Callable[..., Board]


@pytest.fixture
def starts(disk: Disk, tmp_path: Path) -> Iterator[Starts]:
    boards: list[Board] = []

    def start(runtime: Path | None = None) -> Board:
        boards.append(Board(disk.path / "state", tmp_path / "damcam.toml", runtime))
        return boards[-1]

    yield start
    for board in boards:
        board.end()


SCRIPT = calm(5)


@pytest.fixture
def played(disk: Disk, starts: Starts, tmp_path: Path) -> Callable[..., Board]:
    """A board of which two presses are on disk."""

    def play(runtime: Path | None = None) -> Board:
        board = starts(runtime)
        board.show(START.contents())
        board.heard(BoardFound)
        hand_over(board.journal, StartClock("J. Jansen"))
        for count, turn in enumerate(SCRIPT[:2], 1):
            board.press(turn)
            board.heard(Ruled, count)
        return board

    return play


class Desk:
    """The pages over the board's folder, with an arbiter signed in."""

    def __init__(self, board: Board, elsewhere: Path) -> None:
        accounts = Accounts(elsewhere / "arbiters.json")
        accounts.put(Account("Anke", Role.ARBITER, generate_password_hash(PASSWORD, "scrypt:1024:8:1")))
        self.boards = Boards.lone_of_state(board.state)
        self.boards.first.desk.look()
        app = create_app(self.boards, sign_in=SignIn(b"k" * 64, accounts.path), follow=True)
        self.client, self.public = app.test_client(), app.test_client()
        with self.client:
            self.client.get("/login")
            self.client.post("/login", data={"name": "Anke", "password": PASSWORD, "token": session["token"]})
            self.client.get("/login")
            self.client.environ_base |= {"HTTP_X_TOKEN": session["token"], "HTTP_ACCEPT": "application/json"}

    @property
    def view(self) -> dict[str, Any]:
        return dict(self.client.get("/desk/1/state").json or {})

    def rule(self, word: str, after: int, **more: str) -> Any:
        return self.client.post("/desk/1/rule", json={"word": word, "game": "0001", "after": after, **more})

    def disk_on_before(self) -> str:
        """What the page before the round says of the disk."""
        (told,) = self.public.get("/boards.json").json["boards"]  # type: ignore[index]
        return next((f"{check['level']}: {check['seen']}; {check['do']}" for check in told["checks"] if check["name"] == "disk"), "")

    def close(self) -> None:
        self.boards.first.stop()


@pytest.fixture
def desks(tmp_path: Path) -> Iterator[Callable[[Board], Desk]]:
    made: list[Desk] = []

    def make(board: Board) -> Desk:
        made.append(Desk(board, tmp_path))
        return made[-1]

    yield make
    for desk in made:
        desk.close()


def held_in(*folders: Path) -> list[HeldRow]:
    (held,) = (path for folder in folders for path in folder.glob("held-back-*.jsonl"))
    return list(read_held(held).rows)


def arbiters(events: Sequence[Event]) -> list[tuple[str, str]]:
    """The words of arbiters on the clock."""
    return [(type(event).__name__, event.by) for event in events if isinstance(event, ClockStarted | ClockStopped) and event.by]


STOPPED_AND_STARTED = [("ClockStarted", "J. Jansen"), ("ClockStopped", "Anke"), ("ClockStarted", "B. de Boer")]


def is_told_why(desk: Desk, folder: Path) -> None:
    """Desk and `/before` say that the disk is full, and the public learns nothing else."""
    assert desk.view["no_news"], "what the pages show is not news"
    assert "is full" in desk.disk_on_before()
    assert "make room" in desk.disk_on_before()
    assert str(folder) not in desk.disk_on_before(), "the public is told no folder"
    assert "Pressed" not in desk.disk_on_before(), "and nothing of the game"


def rule_without_disk(board: Board, desk: Desk, settings: Path) -> None:
    """The arbiter rules at the desk and by the command, once each, while the journal takes nothing."""
    last, rows = desk.view["last_ruling"], len(board.events())
    ruled = desk.rule("stop-clock", last)
    assert ruled.status_code == 200, ruled.json
    assert "it is done, but not on disk yet" in ruled.json["note"]
    again = desk.rule("stop-clock", last)
    assert again.status_code == 409, "the same words, sent twice, are done once"
    words = ["rule", "start-clock", "--side", "black", "--by", "B. de Boer", "--settings", str(settings)]
    command = [sys.executable, "-P", "-m", "damcam", *words]
    by_command = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (by_command.returncode, "not on disk yet" in by_command.stderr) == (0, True), by_command
    assert len(board.events()) == rows, "the journal has nothing of it"
    assert len([event for event in board.told if event["event"] == "Pressed"]) == 2, "and nobody was told"


def test_with_a_full_disk_the_arbiter_hears_why_and_rules_and_the_next_start_has_it_all(
    played: Callable[..., Board], starts: Starts, disk: Disk, desks: Callable[[Board], Desk], tmp_path: Path
) -> None:
    runtime = tmp_path / "run"
    runtime.mkdir()
    board = played(runtime)
    desk = desks(board)
    disk.fill()
    board.press(SCRIPT[2])
    until(lambda: "is full" in desk.view["trouble"], lambda: (desk.view, board.log))
    is_told_why(desk, disk.path)
    rule_without_disk(board, desk, tmp_path / "damcam.toml")

    assert board.stop() == 0
    assert "Traceback" not in board.log
    # What the service folded may have left room for it.
    assert board.has(str(runtime), "make room, start damcam") or board.has("read back at the next start"), board.log
    held = held_in(runtime, board.journal.parent)
    assert [row.event.seq for row in held if isinstance(row.event, Pressed)] == [3]

    disk.fill()  # the service left some room when it folded its side files
    full = starts(runtime)
    until(lambda: full.has("read back", "nothing of it is kept, nor told"), lambda: full.log)
    assert "not on disk yet" in desk.rule("start-clock", desk.view["last_ruling"], side="black").get_data(as_text=True)
    assert full.stop() == 0
    assert "Traceback" not in full.log
    disk.make_room()
    board = starts(runtime)
    board.show(SCRIPT[2].stands)
    until(lambda: not list(runtime.iterdir()), lambda: board.log)
    events = board.events()
    assert [event.seq for event in events if isinstance(event, Pressed)] == [1, 2, 3]
    assert arbiters(events) == [*STOPPED_AND_STARTED, ("ClockStarted", "Anke")]
    names = ["Anke", "B. de Boer", "Anke", "J. Jansen"]
    until(lambda: [ruling["by"] for ruling in desk.view["rulings"] if ruling["by"]] == names, lambda: desk.view["rulings"])
    assert not desk.view["no_news"]


def test_without_a_runtime_folder_the_log_has_what_a_full_disk_did_not_take(played: Callable[..., Board], disk: Disk) -> None:
    board = played()
    disk.fill()
    board.press(SCRIPT[2])
    until(lambda: board.has("nothing of it is kept, nor told"))
    assert board.stop() == 0
    assert "Traceback" not in board.log
    rows = [json.loads(line.partition("damcam: ")[2]) for line in board.errors if '"row"' in line]
    assert rows[0]["kind"] == "Pressed"
    assert rows[0]["event"]["seq"] == 3


def test_a_disk_that_the_kernel_makes_read_only_in_a_game_loses_nothing(
    played: Callable[..., Board], starts: Starts, disk: Disk, desks: Callable[[Board], Desk], tmp_path: Path
) -> None:
    runtime = tmp_path / "run"
    runtime.mkdir()
    board = played(runtime)
    desk = desks(board)
    disk.fail()
    board.press(SCRIPT[2])
    until(lambda: desk.view["trouble"], lambda: board.log)
    assert desk.disk_on_before().startswith("fail: ")
    assert "not on disk yet" in desk.rule("stop-clock", desk.view["last_ruling"]).json["note"]
    assert board.stop() == 0
    assert "Traceback" not in board.log
    assert [row.event.seq for row in held_in(runtime) if isinstance(row.event, Pressed)] == [3]
    desk.close()
    disk.again()
    board = starts(runtime)
    board.show(SCRIPT[2].stands)
    until(lambda: not list(runtime.iterdir()), lambda: board.log)
    assert [event.seq for event in board.events() if isinstance(event, Pressed)] == [1, 2, 3]
    assert arbiters(board.events()) == STOPPED_AND_STARTED[:2]


@pytest.mark.slow
def test_killed_while_it_reads_back_it_reads_the_rest_back_at_the_next_start(
    played: Callable[..., Board], starts: Starts, disk: Disk, tmp_path: Path
) -> None:
    runtime = tmp_path / "run"
    runtime.mkdir()
    board = played(runtime)
    disk.fill()
    for turn in SCRIPT[2:]:
        board.press(turn)
    until(lambda: sum(isinstance(row.event, Ruled) for row in held_in(runtime)) == len(SCRIPT) - 2, lambda: board.log)
    board.end()  # a kill while it is held back loses nothing either
    held = len(held_in(runtime))
    disk.make_room()
    for pause_s in range(held):
        killed = starts(runtime)
        with suppress(subprocess.TimeoutExpired):
            killed.process.wait(1.0 + 0.1 * pause_s)
        killed.end()
    last = starts(runtime)
    until(lambda: not list(runtime.iterdir()), lambda: last.log)
    events = board.events()
    assert [event.seq for event in events if isinstance(event, Pressed)] == [1, 2, 3, 4, 5]
    assert [event.seq for event in events if isinstance(event, Ruled)] == [1, 2, 3, 4, 5]
