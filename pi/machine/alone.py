"""One program at a time records into a state folder."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from pi.machine.game_folders import OF_DISK, StateError, StateFault
from pi.machine.ownership import give
from record.files import UMASK, try_lock
from rules.errors import sentence_of


@contextmanager
def alone(state: Path, named: str | None = None) -> Iterator[None]:
    """Lock the folder; StateError when another damcam records there, or it cannot be written to.

    What is made inside the context, other users cannot read.
    """
    with ExitStack() as stack:
        stack.callback(os.umask, os.umask(UMASK))
        lock = _locked(state, named)
        stack.callback(os.close, lock)
        if not try_lock(lock):
            raise StateError(StateFault.RECORDED_THERE.said(StateFault.END_IT.said()), str(state))
        yield


def _locked(state: Path, named: str | None) -> int:
    """The descriptor of the file that is locked."""
    try:
        state.mkdir(parents=True, exist_ok=True)
        try:
            lock = os.open(state / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o640)
            give(state / "lock", state)
        except OSError as error:
            if error.errno not in OF_DISK:
                raise
            lock = os.open(state / "lock", os.O_RDONLY | os.O_CLOEXEC)  # that of an earlier start: its game goes on
        return lock
    except OSError as error:
        do = StateFault.OTHER_FOLDER.said(option=named) if named else StateFault.ANOTHER_FOLDER.said()
        raise StateError(StateFault.NOT_WRITTEN.said(do, why=sentence_of(error)), str(state)) from error
