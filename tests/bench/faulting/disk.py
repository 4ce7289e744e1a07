"""Faults of a disk: it is full, and it is read-only. It is a small file system in memory, which root alone can make."""

import errno
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from threading import Thread

from tests.bench.faulting.board import LiveBoard, serving
from tests.bench.faulting.crowd import SHUT_OUT_S
from tests.bench.faulting.row import Row
from tests.bench.faulting.scale import Scale
from tests.bench.live.killing import lost_and_changed
from tests.support.live.lives import GAME, on_disk, reap
from tests.support.live.spoiling import TRACEBACK, Record
from tests.support.waiting import wait_until

SIZE = "16m"
PAGES = "serving at"
"""What the pages say when they are there."""
FULL_S = 3.0
"""How long the disk is full. Whoever presses looks at the lamps, and presses again where they do not answer within five seconds."""


def rows(scratch: Path, scale: Scale) -> Iterator[Row]:
    folder = scratch / "small"
    folder.mkdir()
    try:
        with _mounted(folder):
            with LiveBoard(folder / "state") as board:
                board.begin()
                board.turn()
                yield _full(board, folder)
                board.life.kill()
            yield _read_only(board, folder, scale)
    except PermissionError as error:
        for name in ("the disk is full", "the disk is read-only"):
            yield Row(name, f"not played: {error.strerror}", played=False)


@contextmanager
def _mounted(folder: Path) -> Iterator[None]:
    """A small file system on the folder; PermissionError where that is not allowed."""
    _mount(folder, "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False)


def _mount(folder: Path, *words: str) -> None:
    done = subprocess.run(["mount", *words, str(folder)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise PermissionError(errno.EPERM, done.stderr.strip())


def _full(board: LiveBoard, folder: Path) -> Row:
    """A player presses while no byte can be written. Nothing is told until it is on disk."""
    filler = folder / "filler"
    _fill(filler)
    wrong = list[str]()
    player = Thread(target=board.people.turn)
    player.start()
    time.sleep(FULL_S)
    if any(board.lost_and_changed()):  # a row may still fit into the journal's last block
        wrong.append("something was told that is not on disk")
    status, _, _, took_s = board.browser.get()
    if status != 200 or took_s > SHUT_OUT_S:
        wrong.append(f"the pages answered {status} after {took_s:.1f} s")
    filler.unlink()
    began_s = time.monotonic()
    player.join()
    board.people.wait_for_rulings()
    board.wait_until(board.is_back)
    back_s = time.monotonic() - began_s
    wrong.append(board.plays_on())
    return Row("the disk is full", " / ".join(board.alerts()), *board.lost_and_changed(), back_s, "; ".join(filter(None, wrong)))


def _fill(path: Path) -> None:
    with path.open("wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12, 1):
            try:
                while file.write(b"\0" * size):
                    pass
            except OSError as error:
                if error.errno != errno.ENOSPC:
                    raise


def _read_only(killed: LiveBoard, folder: Path, scale: Scale) -> Row:
    """The service, which was killed, is started on the disk that the kernel made read-only, as it does with a card that fails."""
    before, wrong = Record.of(killed.game), list[str]()
    _mount(folder, "-o", "remount,ro")
    try:
        now = Record.of(killed.game)
        if (now.status, now.rows) != (0, before.rows) and not now.tells:
            wrong.append(f"damcam record ended with {now.status}")
        said = _started(killed.state, scale.started_s)
    finally:
        _mount(folder, "-o", "remount,rw")
    if TRACEBACK in said or not said:
        wrong.append("the service ended without a sentence")
    with LiveBoard(killed.state) as board:
        back_s = board.begin()
        wrong.append(board.plays_on())
    lost, changed = lost_and_changed(on_disk(killed.state / GAME)[0], [(0, killed.life)])
    return Row("the disk is read-only", said.strip().replace(f"{folder}/", ""), lost, changed, back_s, "; ".join(filter(None, wrong)))


def _started(state: Path, within_s: float) -> str:
    """What a service says that is started on that folder, which is killed so long after its first sentence if it does not end before."""
    with TemporaryFile("w+") as log:

        def said() -> str:
            log.seek(0)
            return "\n".join(line for line in log.read().splitlines() if PAGES not in line)

        service = subprocess.Popen(serving(state), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=log.fileno(), text=True)
        with suppress(AssertionError):  # a service that says nothing is told as that
            wait_until(lambda: said() or service.poll() is not None)
        with suppress(subprocess.TimeoutExpired):
            service.wait(within_s)
        service.kill()
        reap()
        return said()
