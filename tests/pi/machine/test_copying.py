"""The program that keeps the second copy, as a process, with sticks that are pulled, full, or hang."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from pi.machine.copy_folder import disk_of
from pi.machine.copy_report import NAME, CopyReport, CopyState, read_copy_report
from pi.machine.copying import COPYING
from record.events.of_game import CameraFault, SessionOpened
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.journal import Journal
from record.store.second_copy_file import SecondCopyRows
from tests.pi.machine.sticks import Stick

WITHIN_S = 30.0
OPENED = SessionOpened("frisian", 10, "W:W31-50:B1-20", "80m+60s", 1, 1)


@pytest.fixture
def stick(needs_root: None, tmp_path: Path) -> Iterator[Stick]:
    made = Stick(tmp_path)
    yield made
    made.close()


@pytest.fixture
def small_stick(needs_root: None, tmp_path: Path) -> Iterator[Stick]:
    made = Stick(tmp_path, 16)
    yield made
    made.close()


class Board:
    """A state folder with games, and the program that copies them to `folder`."""

    def __init__(self, state: Path, folder: Path) -> None:
        self.state, self.folder = state, folder
        self.process: subprocess.Popen[str] | None = None

    def play(self, game: int, rows: int) -> None:
        """Append so many rows to the journal of that game."""
        place = self.state / GAMES / f"{game:04}"
        place.mkdir(parents=True, exist_ok=True)
        path = place / JOURNAL_NAME
        with Journal.open(path) if path.exists() else Journal.create(path) as journal:
            for _ in range(rows):
                number = journal.last_id
                journal.append(CameraFault(number, f"game {game} " + "x" * 1000) if number else OPENED, number)

    def start(self, *words: str) -> "Board":
        command = [*COPYING, f"--state={self.state}", f"--to={self.folder}", *words]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        return self

    def until(self, holds: Callable[[CopyReport], object]) -> CopyReport:
        ends_s = time.monotonic() + WITHIN_S
        while (report := read_copy_report(self.state)) is None or not holds(report):
            assert time.monotonic() < ends_s, report
            time.sleep(0.05)
        return report

    def until_same(self, *games: int) -> None:
        """Wait until the copies of these games have all their rows."""
        ends_s = time.monotonic() + WITHIN_S
        while any(self.copied(game) != self.rows(game) for game in games):
            assert time.monotonic() < ends_s, [(len(self.copied(game)), len(self.rows(game))) for game in games]
            time.sleep(0.05)

    def rows(self, game: int) -> list[str]:
        with Journal.reader(self.state / GAMES / f"{game:04}" / JOURNAL_NAME) as journal:
            return [journal.checksum(row) for row in range(1, journal.last_id + 1)]

    def copied(self, game: int) -> list[str]:
        for path in self.folder.glob(f"*-{game:04}.jsonl"):
            with path.open("rb") as file:
                return [row.checksum.hex() for row in SecondCopyRows(file)]
        return []

    def end(self, signal_number: int = signal.SIGTERM) -> str:
        """End the program, and return what it logged."""
        assert self.process
        self.process.send_signal(signal_number)
        _, said = self.process.communicate()
        self.process = None
        return said


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Callable[[Path], Board]]:
    made: list[Board] = []

    def make(folder: Path) -> Board:
        made.append(Board(tmp_path / "state", folder))
        return made[-1]

    yield make
    for one in made:
        if one.process:
            one.process.kill()
            one.process.communicate()


def test_every_row_is_off_the_card_soon_and_earlier_games_too(board, stick):
    stick.plug_in()
    table = board(stick.folder)
    table.play(1, 300)
    table.play(2, 5)
    table.play(3, 2)
    table.start()
    table.until_same(1, 2, 3)
    assert table.until(lambda report: report.state is CopyState.COMPLETE).do is None
    table.play(3, 4)
    table.until_same(3)
    table.play(4, 1)
    table.until_same(1, 2, 3, 4)
    table.until(lambda report: report.state is CopyState.COMPLETE)
    assert {path.name.rpartition("-")[2] for path in stick.folder.iterdir()} == {f"000{game}.jsonl" for game in (1, 2, 3, 4)}
    assert "second copy: complete in" in table.end()


def test_a_stick_that_was_pulled_is_complete_again_by_itself_also_with_half_a_line(board, stick):
    stick.plug_in()
    table = board(stick.folder)
    table.play(1, 20)
    table.start()
    table.until_same(1)
    table.until(lambda report: report.state is CopyState.COMPLETE)
    stick.pull_out()
    table.play(1, 20)
    report = table.until(lambda report: report.state is CopyState.FAILS)
    assert str(report.seen) == f"{stick.folder} lies on the same disk as the games: nothing is mounted there, and nothing is copied"
    assert list(stick.folder.iterdir()) == [], "the card does not fill with copies"
    stick.plug_in()
    table.until_same(1)
    table.until(lambda report: report.state is CopyState.COMPLETE)

    stick.pull_out()
    table.play(2, 10)
    table.until(lambda report: report.state is CopyState.FAILS)
    stick.plug_in()
    (copy,) = stick.folder.glob("*-0001.jsonl")
    os.truncate(copy, copy.stat().st_size - 500)
    table.until_same(1, 2)
    table.until(lambda report: report.state is CopyState.COMPLETE)
    said = ["complete in" in line for line in table.end().splitlines() if "complete in" in line or "nothing is copied" in line]
    assert said == [True, False, True, False, True]


def test_a_folder_that_is_not_there_is_not_made(board, stick):
    stick.plug_in()
    table = board(stick.folder / "more")
    table.play(1, 3)
    table.start()
    report = table.until(lambda report: report.state is CopyState.FAILS)
    assert str(report.seen) == f"{stick.folder}/more is not there: nothing is copied off the card"
    assert str(report.do).endswith(f"mkdir {stick.folder}/more")
    assert not (stick.folder / "more").exists()
    (stick.folder / "more").mkdir()
    table.until_same(1)


def test_a_full_stick_is_told_and_complete_once_there_is_room(board, small_stick):
    small_stick.plug_in()
    with (small_stick.folder / "films").open("wb") as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
    os.truncate(small_stick.folder / "films", (small_stick.folder / "films").stat().st_size - 100_000)
    table = board(small_stick.folder)
    table.play(1, 300)
    table.start()
    report = table.until(lambda report: report.state is CopyState.FAILS)
    assert str(report.seen).endswith("No space left on device")
    (small_stick.folder / "films").unlink()
    table.until_same(1)
    table.until(lambda report: report.state is CopyState.COMPLETE)


def test_earlier_games_leave_room_for_the_current_one_and_that_is_told(board, small_stick):
    small_stick.plug_in()
    table = board(small_stick.folder)
    table.play(1, 3)
    table.play(2, 3)
    table.start()
    report = table.until(lambda report: report.state is CopyState.COMPLETE)
    assert "there is no room for all earlier ones" in str(report.seen), "16 MB"
    assert table.copied(2) == table.rows(2)
    assert table.copied(1) == []


def test_what_the_card_has_lost_is_told_with_its_game(board, stick):
    stick.plug_in()
    table = board(stick.folder)
    table.play(1, 9)
    table.start()
    table.until_same(1)
    table.end(signal.SIGKILL)
    known = table.copied(1)
    journal = table.state / GAMES / "0001" / JOURNAL_NAME
    for path in journal.parent.iterdir():
        path.unlink()
    table.play(1, 5)
    table.start()
    report = table.until(lambda report: report.state is CopyState.AHEAD)
    (copy,) = stick.folder.glob("*-0001.jsonl")
    assert (report.game, str(report.seen).partition(" has ")) == (
        "0001", (str(copy), " has ", "rows 6 to 9 of game 0001, which the card has lost; the copy goes on in another file")
    )  # fmt: skip
    assert table.copied(1) == known
    assert len(list(stick.folder.iterdir())) == 2


def test_two_programs_do_not_copy_at_once(board, stick):
    stick.plug_in()
    table = board(stick.folder)
    table.play(1, 3)
    table.start()
    table.until(lambda report: report.state is CopyState.COMPLETE)
    other = board(stick.folder).start()
    assert other.process
    other.process.stderr.readline()
    table.until(lambda report: "another program of damcam copies already" in str(report.seen))
    table.end()
    other.until(lambda report: report.state is CopyState.COMPLETE)


def test_a_lock_that_cannot_be_had_is_told_and_asked_for_again(board, stick):
    stick.plug_in()
    table = board(stick.folder)
    table.play(1, 3)
    (table.state / "copy-lock").mkdir()
    table.start()
    report = table.until(lambda report: report.state is CopyState.FAILS)
    assert str(report.seen) == f"nothing is copied off the card: {table.state}/copy-lock cannot be opened: Is a directory"
    (table.state / "copy-lock").rmdir()
    table.until_same(1)


def test_it_ends_with_the_program_that_started_it(board, stick):
    stick.plug_in()
    table = board(stick.folder)
    table.play(1, 1)
    table.start("--child")
    table.until(lambda report: report.state is CopyState.COMPLETE)
    table.process.stdin.close()
    assert table.process.wait(5) == 0
    table.process.stdin = None


@pytest.mark.slow
def test_a_write_that_never_returns_is_told_and_complete_when_it_does(board, stick):
    stick.plug_in()
    table = board(stick.folder)
    table.play(1, 3)
    table.start()
    table.until_same(1)
    stick.freeze()
    table.play(1, 3)
    report = table.until(lambda report: report.state is CopyState.FAILS)
    assert f"{stick.folder} has not answered for" in str(report.seen)
    stick.thaw()
    table.until_same(1)
    table.until(lambda report: report.state is CopyState.COMPLETE)
    assert table.end().count("has not answered for") == 1


@pytest.mark.parametrize(
    ("content", "age_s"),
    [("", 0), ("{}", 0), ('{"t_ns": "x"}', 0), ("[" * 9000, 0), (None, 16), (None, -1)],
)
def test_a_report_that_is_old_or_none_does_not_count(tmp_path, board, content, age_s):
    from pi.machine.copy_phrases import SecondCopySays
    from pi.machine.copy_report import write_report

    write_report(tmp_path, CopyReport(CopyState.COMPLETE, SecondCopySays.SILENT.said()))
    assert read_copy_report(tmp_path) is not None
    if content is None:
        assert read_copy_report(tmp_path, time.monotonic_ns() + age_s * 1_000_000_000) is None
    else:
        (tmp_path / NAME).write_text(content)
        assert read_copy_report(tmp_path) is None


def test_two_partitions_of_a_card_are_one_disk(tmp_path):
    partition = next(iter(Path("/sys/class/block").glob("*/partition")), None)
    devices = [path for path in Path("/sys/class/block").iterdir() if (path / "dev").exists()]
    for path in devices:
        major, minor = map(int, (path / "dev").read_text().split(":"))
        disk = path.resolve().parent if (path / "partition").exists() else path.resolve()
        assert disk_of(os.makedev(major, minor)) == str(disk)
    assert devices
    assert partition is None or disk_of(os.makedev(*map(int, (partition.parent / "dev").read_text().split(":")))) == str(
        partition.parent.resolve().parent
    )


def test_trying_a_folder_writes_nothing_that_stays(stick, tmp_path):
    stick.plug_in()
    for folder, well in ((stick.folder, True), (stick.folder / "no", False), (tmp_path, False)):
        command = [*COPYING, "--try", f"--state={tmp_path}", f"--to={folder}"]
        told = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
        assert told["well"] is well
    assert list(stick.folder.iterdir()) == []
    assert sys.executable == COPYING[0]
