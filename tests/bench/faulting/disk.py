"""Faults of a disk: it is full, and it is read-only. It is a small file system in memory, which root alone can make."""

import errno
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from threading import Event, Thread

from hub.access.memory_folder import memory_folder
from record.store.queue import Queue
from record.store.reserve import NAME as RESERVE
from tests.bench.faulting.board import SCRIPT, LiveBoard, serving
from tests.bench.faulting.crowd import SHUT_OUT_S
from tests.bench.faulting.row import Row
from tests.bench.faulting.scale import Scale
from tests.support.live.lives import GAME, Gone, reap
from tests.support.live.people import People
from tests.support.live.spoiling import TRACEBACK, Record
from tests.support.waiting import wait_until

SIZE = "16m"
FULL, KILLED, READ_ONLY = "the disk is full", "killed while the disk is full", "the disk is read-only"
FILLER, PRESSED = "filler", b'"kind":"Pressed"'
PAGES = "serving at"
"""What the pages say when they are there."""
TAKEN_UP = "are taken up from"
"""What a service says that goes on with the events which were in memory alone."""
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
                yield _full(board, folder / FILLER)
                presses = _kill(board, folder / FILLER)
            with _kept_full(folder / FILLER) as make_room, LiveBoard(folder / "state") as again:
                yield _killed(board, again, presses, make_room)
                again.life.kill()
            yield _read_only(again, folder, scale)
    except PermissionError as error:
        for name in (FULL, KILLED, READ_ONLY):
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


def _use_up(board: LiveBoard, filler: Path) -> str:
    """Fill the disk, play on into the room that is reserved for the record, and fill that too; what is wrong with the moves."""
    reserve = board.state / RESERVE
    board.wait_until(reserve.exists)
    _fill(filler)
    wrong = ""
    while reserve.exists() and not wrong:
        wrong = board.plays_on()
    _fill(filler)
    return wrong


def _full(board: LiveBoard, filler: Path) -> Row:
    """A player presses while no byte can be written. Nothing is told until it is on disk."""
    wrong = [_use_up(board, filler)]
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
    return Row(FULL, " / ".join(board.alerts()), *board.lost_and_changed(), back_s, "; ".join(filter(None, wrong)))


def _kill(board: LiveBoard, filler: Path) -> int:
    """Kill the service once a press or its ruling is in memory alone; the number of presses that were made."""
    _use_up(board, filler)
    queue = Queue(board.state / GAME, memory_folder()).path
    player = Thread(target=_play, args=[board])
    player.start()
    assert queue is not None
    board.wait_until(queue.exists)
    board.wait_until(lambda: any(kind in queue.read_bytes() for kind in (PRESSED, b'"kind":"Ruled"')))
    board.life.kill()
    player.join()
    return len(board.life.state.presses) + queue.read_bytes().count(PRESSED)


def _play(board: LiveBoard) -> None:
    """Play on until the service is gone."""
    with suppress(Gone):
        while True:
            board.turn()


def _killed(killed: LiveBoard, again: LiveBoard, presses: int, make_room: Callable[[], None]) -> Row:
    """The service is started again on the disk that is still full, and goes on with the press that no disk had, once there is room."""
    wrong, queue = list[str](), Queue(again.state / GAME, memory_folder()).path
    again.people = People(SCRIPT, again.state / GAME, presses)
    again.people.show(again.life)
    again.wait_until(lambda: TAKEN_UP in again.log.read_text())
    time.sleep(FULL_S)
    if any(again.lost_and_changed()):  # a row may still fit into the journal's last block
        wrong.append("something was told that is not on disk")
    if not (queue and queue.exists()):
        wrong.append("the disk was not full any more")
    make_room()
    began_s = time.monotonic()
    again.wait_until(again.is_back)
    back_s = time.monotonic() - began_s
    again.people.sit_down(again.life)
    wrong.append(again.plays_on())
    if (made := len(again.life.state.presses)) != presses + 1:
        wrong.append(f"{made} presses are on record, and {presses + 1} were made")
    lost, changed = map(sum, zip(killed.lost_and_changed(), again.lost_and_changed(), strict=True))
    return Row(KILLED, " / ".join(again.alerts()), lost, changed, back_s, "; ".join(filter(None, wrong)))


@contextmanager
def _kept_full(filler: Path) -> Iterator[Callable[[], None]]:
    """Keep the disk full, also where a program gives room back, until the function is called that it gives."""
    ended = Event()

    def fill() -> None:
        while not ended.wait(0.005):
            _fill(filler)

    def make_room() -> None:
        ended.set()
        thread.join()
        filler.unlink(missing_ok=True)

    thread = Thread(target=fill)
    thread.start()
    try:
        yield make_room
    finally:
        make_room()


def _fill(path: Path) -> None:
    with path.open("ab", buffering=0) as file:
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
    said = said.strip().replace(f"{folder}/", "")
    return Row(READ_ONLY, said, *killed.lost_and_changed(), back_s, "; ".join(filter(None, wrong)))


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
