"""The log of the board's service and of the web server: lines on standard error.

Every module logs to the logger of its own name. When systemd's journal reads standard error, each line begins with its priority
(sd-daemon(3)).
"""

import logging
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

OURS = ("pi", "hub")
"""The packages whose INFO messages are logged too. Other libraries log warnings and errors only."""
PRIORITIES = {logging.DEBUG: 7, logging.INFO: 6, logging.WARNING: 4, logging.ERROR: 3, logging.CRITICAL: 2}
"""The priorities of syslog(3)."""


class StandardError(logging.Handler):
    """Writes `damcam: message`, and below it the traceback of an unexpected error."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        super().__init__()
        self._to_journal = is_journal(environment)
        self.setFormatter(logging.Formatter("damcam: %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        if sys.stderr is None:
            return
        try:
            prefix = f"<{PRIORITIES.get(record.levelno, 6)}>" if self._to_journal else ""
            lines = self.format(record).splitlines()
            sys.stderr.write("".join(f"{prefix}{line}\n" for line in lines))
            sys.stderr.flush()
        except OSError:
            self.handleError(record)


@contextmanager
def on_standard_error() -> Iterator[None]:
    """Log to standard error while the context lasts."""
    handler, root = StandardError(), logging.getLogger()
    ours = [logging.getLogger(name) for name in OURS]
    levels = [logger.level for logger in ours]
    for logger in ours:
        logger.setLevel(logging.INFO)
    root.addHandler(handler)
    try:
        yield
    finally:
        root.removeHandler(handler)
        for logger, level in zip(ours, levels, strict=True):
            logger.setLevel(level)


def is_journal(environment: Mapping[str, str]) -> bool:
    """Whether standard error is the stream to the journal that systemd names in JOURNAL_STREAM, as `device:inode`."""
    try:
        about = os.fstat(2)
    except OSError:
        return False
    return environment.get("JOURNAL_STREAM") == f"{about.st_dev}:{about.st_ino}"
