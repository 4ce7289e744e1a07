"""The process of the second copy beside a recorder: started again when it dies, and never waited for."""

import logging
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

from link.messages import CopyReport
from pi.machine.copy_watch import CopyWatch
from pi.machine.copying import COPYING

_log = logging.getLogger(__name__)
AGAIN_AFTER_S = 5.0
"""The seconds until a process that ended is started again."""
ENDS_WITHIN_S = 0.5
"""How long to wait for a killed process. One that is stuck in the kernel ends when the disk lets it."""


@contextmanager
def copied(state: Path, folder: str, report: Callable[[], CopyReport | None], *, wanted: bool) -> Iterator[CopyWatch | None]:
    """What is amiss with the second copy, while the context lasts; None where `folder` is empty. It is kept here where that is `wanted`.

    `report` returns what the program that keeps it told last.
    """
    if not folder:
        yield None
        return
    ends, watch = Event(), CopyWatch(report)
    keeping = Thread(target=_keep_up, args=([*COPYING, "--child", f"--state={state}", f"--to={folder}"], ends), name="copying")
    watch.start()
    if wanted:
        keeping.start()
    try:
        yield watch
    finally:
        ends.set()
        watch.close()
        if wanted:
            keeping.join()


def _keep_up(command: list[str], ends: Event) -> None:
    """Run the program until told to end. A session of its own: Ctrl-C is for the recorder. Its input tells it that the recorder is gone."""
    while not ends.is_set():
        try:
            process = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)
        except OSError as error:
            _log.warning("the second copy cannot be kept: %s", error)
            ends.wait(AGAIN_AFTER_S)
            continue
        while process.poll() is None and not ends.wait(ENDS_WITHIN_S):
            continue
        abandon(process)
        assert process.stdin
        process.stdin.close()
        ends.wait(AGAIN_AFTER_S)


def abandon(process: subprocess.Popen[bytes]) -> None:
    """Kill a process, and wait ENDS_WITHIN_S at most. One that is stuck in the kernel is reaped by a thread once the disk lets it end."""
    process.kill()
    try:
        process.wait(ENDS_WITHIN_S)
    except subprocess.TimeoutExpired:
        Thread(target=process.wait, name="reaping", daemon=True).start()
