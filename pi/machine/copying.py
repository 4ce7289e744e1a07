"""The program that keeps the second copy, as a process of its own: a write to a stick or share may never return, and nothing waits for it.

One thread works with the folder. The main thread reports how that goes, and tells when it is stuck in a call. A process that is stuck in
the kernel cannot be ended, but nobody waits for its end: neither the recorder, whose child it is or which is another service, nor the next
process of this kind, which asks for the lock again and again.
"""

import argparse
import json
import logging
import os
import select
import socket
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread

from hub.logs import on_standard_error
from link.board_socket import BoardCall
from link.messages import CopyReport, MessageError
from link.status import CopyState
from pi.machine.copier import AGAIN_AFTER_S, Copier
from pi.machine.copy_folder import GB, CopyFolderError, try_folder
from pi.machine.copy_phrases import SecondCopySays
from pi.machine.notify import Notifier
from pi.machine.ownership import give
from record.files import UMASK, try_lock
from record.telling.sentences import as_json
from rules.errors import Sentence, sentence_of

_log = logging.getLogger(__name__)
COPYING = (sys.executable, "-P", "-m", "damcam.copying")
"""The command of this program."""
HANGS_AFTER_S = 10.0
"""The seconds in one call after which the folder hangs. A slow stick writes half a megabyte in one."""
REPORTS_EVERY_S = 1.0
LOCK_NAME = "copy-lock"


class CopyThread:
    """Works with the folder, in a thread that nobody waits for."""

    def __init__(self, state: Path, folder: Path, board: str) -> None:
        self._state, self._folder = state, folder
        self._moved_s = time.monotonic()
        self._is_busy = False
        self._copier = Copier(state, folder, board, self._moves_on)
        self._held_up: CopyReport | None = None
        """Why this process does not copy: another one has the lock, or none can be had."""
        Thread(target=self._run, name="copying", daemon=True).start()

    @property
    def report(self) -> CopyReport:
        """How the copy is now."""
        if self._held_up:
            return self._held_up
        stuck_s = time.monotonic() - self._moved_s
        if self._is_busy and stuck_s > HANGS_AFTER_S:
            seen = SecondCopySays.HANGS.said(folder=str(self._folder), seconds=round(stuck_s))
            return CopyReport(CopyState.FAILS, seen, SecondCopySays.REPLACE_IT.said())
        return self._copier.report

    def _moves_on(self) -> None:
        self._moved_s = time.monotonic()

    def _run(self) -> None:
        while not self._is_locked():
            time.sleep(AGAIN_AFTER_S)
        while True:
            self._moves_on()
            self._is_busy = True
            try:
                wait_s = self._copier.work()
            except Exception:  # the next time it may do
                _log.exception("the second copy could not be kept; it is tried again")
                wait_s = AGAIN_AFTER_S
            self._is_busy = False
            time.sleep(wait_s)

    def _is_locked(self) -> bool:
        """Whether this process alone copies from now on, until it ends."""
        path = self._state / LOCK_NAME
        try:
            lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o640)
            give(path, self._state)
            is_locked = try_lock(lock)
        except OSError as error:  # of another user, or a card that is read-only
            self._held_up = CopyReport(CopyState.FAILS, SecondCopySays.NO_LOCK.said(file=str(path), why=sentence_of(error)))
            return False
        if is_locked:
            self._held_up = None
        else:
            os.close(lock)
            self._held_up = CopyReport(CopyState.FAILS, SecondCopySays.ANOTHER_COPIES.said(), SecondCopySays.REPLACE_IT.said())
        return is_locked


def main(words: Sequence[str] | None = None) -> int:
    """Copy until ended, or with --child until standard input ends; or try the folder once and print how it is as a JSON object."""
    parser = argparse.ArgumentParser(prog="python -m damcam.copying", description="Keeps a second copy of the record, off the card.")
    parser.add_argument("--state", type=Path, required=True, help="the folder that holds the folder of the games")
    parser.add_argument("--to", type=Path, required=True, help="the folder that gets the copies")
    parser.add_argument("--child", action="store_true", help="end when standard input ends")
    parser.add_argument("--try", dest="tries", action="store_true", help="only try whether the folder can be used")
    args = parser.parse_args(words)
    if args.tries:
        print(json.dumps(_tried(args.to, args.state)))
        return 0
    os.umask(UMASK)
    with on_standard_error():
        _copy(args.state, args.to, is_child=args.child)
    return 0


def _copy(state: Path, folder: Path, *, is_child: bool) -> None:
    notifier, service = Notifier(), BoardCall(state)
    thread = CopyThread(state, folder, socket.gethostname())
    notifier.ready()
    said: tuple[object, ...] = ()
    while not (is_child and _has_ended(REPORTS_EVERY_S)):
        report = thread.report
        said = _log_news(report, said)
        with suppress(MessageError):  # a file on the stick has a name that is no text
            service.tell(report)
        notifier.alive()
        notifier.status(str(report.seen))
        if not is_child:
            time.sleep(REPORTS_EVERY_S)
    os._exit(0)  # the thread may be stuck


def _log_news(report: CopyReport, said: tuple[object, ...]) -> tuple[object, ...]:
    """Log a report that says something else than the last one, beside its numbers; what is said now."""
    told = (report.state, report.seen.code, *(value for value in report.seen.values.values() if not isinstance(value, int | float)))
    if told != said:
        level = logging.INFO if report.state in (CopyState.STARTS, CopyState.COMPLETE) else logging.WARNING
        _log.log(level, "second copy: %s%s", report.seen, f"; {report.do}" if report.do else "")
    return told


def _has_ended(within_s: float) -> bool:
    """Whether the process that started this one has ended, which its pipe tells."""
    with suppress(OSError):
        return bool(select.select([0], [], [], within_s)[0]) and not os.read(0, 1)
    return True


def _tried(folder: Path, state: Path) -> dict[str, object]:
    """How the folder is, as {"well", "seen", "do"}."""
    seen: Sentence
    try:
        seen = SecondCopySays.USABLE.said(folder=str(folder), free=round(try_folder(folder, state) / GB, 1))
        return {"well": True, "seen": as_json(seen), "do": None}
    except CopyFolderError as error:
        seen, do = error.sentence.without_remedy(), error.sentence.remedy
        return {"well": False, "seen": as_json(seen), "do": as_json(do) if do else None}
