"""Writes that may wait a moment, so that what may not does not wait for them: a disk takes its time with every file."""

import logging
from collections.abc import Callable
from threading import Condition, Thread

Later = Callable[[str, Callable[[], None]], None]
"""Runs a job soon, without making the caller wait. Of two jobs with the same name the earlier one may be skipped."""
_log = logging.getLogger(__name__)


def at_once(_name: str, job: Callable[[], None]) -> None:
    """A `Later` that runs the job at once."""
    job()


class DiskThread:
    """A `Later` with a thread of its own: runs writes for which nobody waits. A failed write does not stop it."""

    def __init__(self) -> None:
        self._jobs: dict[str, Callable[[], None]] = {}
        self._news = Condition()
        self._ends = False
        self._thread = Thread(target=self._run, name="disk", daemon=True)
        self._thread.start()

    def __call__(self, name: str, job: Callable[[], None]) -> None:
        with self._news:
            self._jobs[name] = job
            self._news.notify()

    @property
    def lives(self) -> bool:
        return self._thread.is_alive()

    def close(self) -> None:
        """Do the jobs that are left, then end."""
        with self._news:
            self._ends = True
            self._news.notify()
        self._thread.join()

    def _run(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._jobs or self._ends)
                if not self._jobs:
                    return
                job = self._jobs.pop(next(iter(self._jobs)))
            try:
                job()
            except OSError:
                continue
            except Exception:
                _log.exception("a file could not be written")
