"""A program of its own: passes on what Mosquitto says on standard error, without the lines of each message.

`log_filter.py LOG` reads standard input to its end, and writes what it keeps to standard error and to the file LOG. Mosquitto tells of a
message that its access list does not allow at its debug level alone, and there of every other message too. It runs beside the broker for
as long as that does, so it imports nothing that is large.
"""

import os
import re
import signal
import sys
import time

AT_ONCE = 65_536
MAX_UNREAD_BYTES = 2_000_000
"""The mirror empties the file at half of it; where no mirror runs, it is emptied here."""
OF_EACH_MESSAGE = re.compile(rb"(?:\d+: )?(?:Received |Sending |\t|No will message |Will message )")
DENIED = re.compile(rb"(?:\d+: )?Denied PUBLISH from (.{1,200})")
DENIED_AGAIN_S = 60.0
MAX_DENIED = 100
"""So many clients are told of within that time, each once: who sends without end fills no disk."""


class LogFilter:
    """Which lines are kept, by the monotonic clock."""

    def __init__(self) -> None:
        self._denied: set[bytes] = set()
        self._since_s = -DENIED_AGAIN_S

    def keeps(self, line: bytes, now_s: float) -> bool:
        if OF_EACH_MESSAGE.match(line):
            return False
        denied = DENIED.match(line)
        if not denied:
            return True
        if now_s - self._since_s >= DENIED_AGAIN_S:
            self._denied.clear()
            self._since_s = now_s
        client = denied[1].split(b" (d", 1)[0]
        if client in self._denied or len(self._denied) >= MAX_DENIED:
            return False
        self._denied.add(client)
        return True


def pass_on(source: int, target: int, log: str) -> None:
    """Pass on what comes from one descriptor to the other until it ends.

    A log that cannot be written loses its lines, and never holds the broker up.
    """
    kept, rest = LogFilter(), b""
    while came := os.read(source, AT_ONCE):
        *lines, rest = (rest + came).split(b"\n")
        now_s = time.monotonic()
        if text := b"".join(line + b"\n" for line in lines if kept.keeps(line, now_s)):
            _write(target, text)
            try:
                file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
            except OSError:
                continue
            if os.fstat(file).st_size > MAX_UNREAD_BYTES:
                os.ftruncate(file, 0)
            _write(file, text)
            os.close(file)


def _write(file: int, text: bytes) -> None:
    try:
        os.write(file, text)
    except OSError:
        return


if __name__ == "__main__":
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # the broker's last words are passed on too
    pass_on(0, 2, sys.argv[1])
