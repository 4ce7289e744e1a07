"""The second copy: what a copier does, in process, and the program with a stick that is pulled, is full, or hangs."""

import errno
import json
import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from link.board_socket import BoardSocket
from link.messages import CopyReport
from link.status import CopyState
from pi.machine import copier, copying
from pi.machine.copier import AGAIN_AFTER_S, LOOKS_EVERY_S, Copier
from pi.machine.copy_folder import PROBE, CopyFolderError, disk_of, opened_folder, try_folder
from pi.machine.copy_phrases import SecondCopySays
from pi.machine.copying import COPYING
from record.events.of_game import CameraFault, SessionOpened
from record.log.reading import sound_rows
from record.log.tail import tail_of
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.journal import Journal
from tests.pi.machine.sticks import Stick
from tests.support.another_disk import ANOTHER_DISK
from tests.support.says import within
from tests.support.waiting import WITHIN_S, wait_until

OPENED = SessionOpened("frisian", 10, "W:W31-50:B1-20", "80m+60s", 1, 1)


class Games:
    """A state folder with games, and their copies in `folder`."""

    def __init__(self, state: Path, folder: Path) -> None:
        self.state, self.folder = state, folder

    def play(self, game: int, rows: int) -> None:
        """Append so many rows to the journal of that game."""
        place = self.state / GAMES / f"{game:04}"
        place.mkdir(parents=True, exist_ok=True)
        path = place / JOURNAL_NAME
        with Journal.open(path) if path.exists() else Journal.create(path) as journal:
            for _ in range(rows):
                number = journal.last_id
                journal.append(CameraFault(number, f"game {game} " + "x" * 1000) if number else OPENED, number)

    def are_same(self, *games: int) -> bool:
        """Whether the copies of these games have all their rows."""
        return all(self.copied(game) == self.rows(game) for game in games)

    def rows(self, game: int) -> list[str]:
        with Journal.reader(self.state / GAMES / f"{game:04}" / JOURNAL_NAME) as journal:
            return [journal.checksum(row) for row in range(1, journal.last_id + 1)]

    def copied(self, game: int) -> list[str]:
        return [row.checksum.hex() for path in self.copies(f"{game:04}") for row in sound_rows(path)]

    def copies(self, game: str = "*") -> list[Path]:
        """The copied journals of all boards."""
        return sorted(self.folder.glob(f"*/{game}/{JOURNAL_NAME}"))


class Plugged(Games):
    """With a copier in this process; the folder is a link to a folder of another disk while its stick is in, else to an empty one."""

    def __init__(self, place: Path, other_disk: Path) -> None:
        super().__init__(place / "state", place / "media")
        self._other_disk, self._card = other_disk, place / "card"
        self._card.mkdir()
        self.folder.symlink_to(other_disk)
        self.copy_anew()

    def copy_anew(self) -> None:
        self._copier = Copier(self.state, self.folder, "board-3")

    def plug(self, *, is_in: bool) -> None:
        self.folder.unlink()
        self.folder.symlink_to(self._other_disk if is_in else self._card)

    def copy(self) -> CopyReport:
        """Copy until nothing is left to do now; the report."""
        while (wait_s := self._copier.work()) == 0:
            assert self._copier.report.state is CopyState.COMPLETE
        assert wait_s == (AGAIN_AFTER_S if self._copier.report.state is CopyState.FAILS else LOOKS_EVERY_S)
        return self._copier.report


@pytest.fixture
def plugged(tmp_path: Path) -> Iterator[Plugged]:
    with TemporaryDirectory(dir=ANOTHER_DISK) as other_disk:
        yield Plugged(tmp_path, Path(other_disk))


def test_every_row_is_copied_and_earlier_games_too(plugged):
    for game, rows in ((1, 300), (2, 5), (3, 2)):
        plugged.play(game, rows)
    report = plugged.copy()
    assert (report.state, report.do, plugged.are_same(1, 2, 3)) == (CopyState.COMPLETE, None, True)
    for game, rows in ((3, 4), (4, 1)):
        plugged.play(game, rows)
        assert plugged.copy().state is CopyState.COMPLETE
        assert plugged.are_same(*range(1, game + 1))
    assert [path.parent.name for path in plugged.copies()] == ["0001", "0002", "0003", "0004"]


def test_a_row_that_was_named_within_one_step_of_the_clock_of_the_files_is_copied(plugged):
    plugged.play(1, 2)
    tail = tail_of(plugged.state / GAMES / "0001" / JOURNAL_NAME)
    before = tail.read_bytes()
    plugged.play(1, 1)
    for content, rows in ((before, 2), (tail.read_bytes(), 3)):
        tail.write_bytes(content)
        os.utime(tail, (1, 1))
        plugged.copy()
        assert len(plugged.copied(1)) == rows


def test_a_stick_that_is_back_is_made_complete_also_with_half_a_line(plugged):
    plugged.play(1, 20)
    plugged.copy()
    plugged.plug(is_in=False)
    plugged.play(2, 10)
    report = plugged.copy()
    assert (report.state, report.seen) == (CopyState.FAILS, SecondCopySays.SAME_DISK.said(folder=str(plugged.folder)))
    assert list(plugged.folder.iterdir()) == [], "the card does not fill with copies"
    plugged.plug(is_in=True)
    (copy,) = plugged.copies("0001")
    tail_of(copy).unlink()
    os.truncate(copy, copy.stat().st_size - 500)
    assert plugged.copy().state is CopyState.COMPLETE
    assert plugged.are_same(1, 2)


def test_earlier_games_leave_room_for_the_current_one_which_is_told_and_a_folder_that_is_gone_is_not_made(plugged, monkeypatch):
    monkeypatch.setattr(copier, "free_in", lambda _: copier.KEPT_FREE)
    plugged.play(1, 3)
    plugged.play(2, 3)
    report = plugged.copy()
    assert (report.state, report.seen.code) == (CopyState.COMPLETE, "SecondCopySays.no-room")
    assert (plugged.are_same(2), plugged.copied(1)) == (True, [])
    plugged.folder.unlink()
    report = plugged.copy()
    assert (report.state, report.seen.code) == (CopyState.FAILS, "SecondCopySays.not-there")
    assert str(report.do).endswith(f"mkdir {plugged.folder}")
    assert not plugged.folder.exists()


def test_what_the_card_has_lost_is_told_with_its_game(plugged):
    plugged.play(1, 9)
    plugged.copy()
    known = plugged.copied(1)
    (copy,) = plugged.copies()
    for path in (plugged.state / GAMES / "0001").iterdir():
        path.unlink()
    plugged.play(1, 5)
    plugged.copy_anew()
    report = plugged.copy()
    assert (report.state, report.game, report.seen.code) == (CopyState.AHEAD, "0001", "SecondCopySays.ahead")
    assert dict(report.seen.values) == {"file": str(copy), "game": "0001"}, "no number of rows: the public sees it (Art. 24)"
    assert plugged.copied(1) == known
    assert [path.parent.name for path in plugged.copies()] == ["0001", "0001-2"]


@pytest.mark.parametrize(
    ("number", "remedy"),
    [
        (errno.ENOSPC, SecondCopySays.LARGER),
        (errno.EROFS, SecondCopySays.MOUNT_WRITABLE),
        (errno.EIO, SecondCopySays.REPLACE_IT),
        (errno.EACCES, SecondCopySays.ALLOW_IT),
        (errno.EBADF, None),
    ],
)
def test_the_advice_is_for_what_the_system_said(plugged, number, remedy):
    with pytest.raises(CopyFolderError) as caught, opened_folder(plugged.folder, plugged.state.parent):
        raise OSError(number, os.strerror(number))
    told = caught.value.sentence
    assert told.code == "SecondCopySays.not-written"
    assert (told.remedy and told.remedy.english) == (remedy and remedy.value)


def test_a_folder_is_tried_by_one_small_file_that_is_written_over(plugged, tmp_path, capsys, monkeypatch):
    """FAT keeps half of what is made or deleted when the stick is pulled out."""
    tried = (plugged.folder, True), (plugged.folder, True), (plugged.folder / "no", False), (tmp_path, False)
    probes = []
    for folder, well in tried:
        assert copying.main(["--try", f"--state={tmp_path}", f"--to={folder}"]) == 0
        assert json.loads(capsys.readouterr().out)["well"] is well
        probes.append([(path.name, path.stat().st_ino, path.stat().st_blocks) for path in plugged.folder.iterdir()])
    assert probes == [[(PROBE, *probes[0][0][1:])]] * 4
    monkeypatch.setattr(os, "fstatvfs", lambda _descriptor: os.statvfs_result((4096, 4096, 100, 0, 0, 0, 0, 0, 0, 255)))
    with pytest.raises(CopyFolderError, check=within("SystemFault.full")):
        try_folder(plugged.folder, tmp_path)


def test_the_file_that_another_user_tried_the_folder_with_is_made_anew(plugged, tmp_path, monkeypatch):
    try_folder(plugged.folder, tmp_path)
    opened = os.open

    def others(name, flags, *mode, **how):
        if name == PROBE and (plugged.folder / PROBE).exists():
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return opened(name, flags, *mode, **how)

    monkeypatch.setattr(os, "open", others)
    try_folder(plugged.folder, tmp_path)
    assert (plugged.folder / PROBE).stat().st_size > 0


class Board(Games):
    """With the program that copies, as a process."""

    process: subprocess.Popen[str] | None = None

    def __init__(self, state: Path, folder: Path, socket: BoardSocket) -> None:
        super().__init__(state, folder)
        self.socket = socket

    def start(self, *words: str) -> "Board":
        command = [*COPYING, f"--state={self.state}", f"--to={self.folder}", *words]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        return self

    def until(self, wanted: CopyState | str) -> CopyReport:
        """The report, once it has that state or says that."""

        def held() -> CopyReport | None:
            report = self.socket.report(CopyReport)
            return report if report and wanted in (report.state, report.seen.code) else None

        return wait_until(held, lambda: self.socket.report(CopyReport))

    def until_same(self, *games: int) -> None:
        wait_until(lambda: self.are_same(*games), lambda: [(len(self.copied(game)), len(self.rows(game))) for game in games])

    def end(self) -> str:
        """End the program, and return what it logged."""
        self.process.send_signal(signal.SIGTERM)
        _, said = self.process.communicate()
        self.process = None
        return said


@pytest.fixture
def stick(system: None, needs_root: None, tmp_path: Path) -> Iterator[Stick]:
    """A stick of 16 MB that is plugged in."""
    made = Stick(tmp_path, 16)
    made.plug_in()
    yield made
    made.close()


@pytest.fixture
def board(system: None, tmp_path: Path) -> Iterator[Callable[[Path], Board]]:
    made: list[Board] = []
    (tmp_path / "state").mkdir()
    with closing(BoardSocket(tmp_path / "state")) as socket:
        socket.start()
        yield lambda folder: made.append(Board(tmp_path / "state", folder, socket)) or made[-1]
    for one in made:
        if one.process:
            one.process.kill()
            one.process.communicate()


def test_a_stick_that_was_full_or_pulled_is_complete_again_by_itself(board, stick):
    with (stick.folder / "films").open("wb") as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
    os.truncate(stick.folder / "films", (stick.folder / "films").stat().st_size - 100_000)
    table = board(stick.folder)
    table.play(1, 300)
    table.start()
    assert table.until("SecondCopySays.not-written").seen.values["why"].code == "SystemFault.full"
    (stick.folder / "films").unlink()
    table.until_same(1)
    table.until(CopyState.COMPLETE)
    stick.pull_out()
    table.play(1, 20)
    table.until("SecondCopySays.same-disk")
    stick.plug_in()
    table.until_same(1)
    table.until(CopyState.COMPLETE)
    said = ["complete in" in line for line in table.end().splitlines() if "complete in" in line or "nothing is copied" in line]
    assert said[-3:] == [True, False, True]


def test_a_lock_that_cannot_be_had_is_asked_for_again_and_the_program_ends_with_its_parent(board, system):
    with TemporaryDirectory(dir=ANOTHER_DISK) as folder:
        table = board(Path(folder))
        table.play(1, 3)
        (table.state / "copy-lock").mkdir()
        table.start("--child")
        assert table.until("SecondCopySays.no-lock").seen.values["file"] == f"{table.state}/copy-lock"
        (table.state / "copy-lock").rmdir()
        table.until(CopyState.COMPLETE)
        other = board(Path(folder)).start()
        table.until("SecondCopySays.another-copies")
        table.process.stdin.close()
        assert table.process.wait(WITHIN_S) == 0
        table.process.stdin = None
        other.until(CopyState.COMPLETE)


@pytest.mark.usefixtures("long")
def test_a_write_that_never_returns_is_told_and_complete_when_it_does(board, stick):
    table = board(stick.folder)
    table.play(1, 3)
    table.start()
    table.until_same(1)
    stick.freeze()
    table.play(1, 3)
    assert table.until("SecondCopySays.hangs").state is CopyState.FAILS
    stick.thaw()
    table.until_same(1)
    table.until(CopyState.COMPLETE)
    assert table.end().count("has not answered for") == 1


def test_two_partitions_of_a_card_are_one_disk():
    devices = [path for path in Path("/sys/class/block").iterdir() if (path / "dev").exists()]
    for path in devices:
        disk = path.resolve().parent if (path / "partition").exists() else path.resolve()
        assert disk_of(os.makedev(*map(int, (path / "dev").read_text().split(":")))) == str(disk)
    assert devices
