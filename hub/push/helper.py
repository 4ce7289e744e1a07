"""Runs the programs that make the key and send (`hub.push.new_key`, `hub.push.sender`), which end when they are done."""

import json
import os
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

WITHIN_S = 40.0
"""Seconds for all that is asked at once: the program starts within three on a Pi Zero, and then takes twenty at most."""
POLL_S = 0.05
MEMORY = "/dev/shm"
"""The folder of the files that are handed over, where the system has it: no key is written to the card."""
ROOT = Path(__file__).parents[2]
"""The folder from which `hub` is imported."""


class HelperError(OSError):
    """A program did not do what was asked."""


@dataclass(frozen=True, slots=True)
class PushMessage:
    """A message to one browser, which its push service keeps for `ttl_s` seconds; a later one of the same topic replaces it there."""

    endpoint: str
    p256dh: str
    auth: str
    text: str
    contact: str
    ttl_s: int
    urgency: str
    topic: str


@dataclass(frozen=True, slots=True)
class PushAnswer:
    """What a push service answered: an HTTP status, or 0 with the reason why there was none."""

    status: int
    why: str

    @property
    def is_done(self) -> bool:
        """Whether the message was taken."""
        return 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        """Whether the browser ended its subscription."""
        return self.status in (404, 410)


def make_key() -> dict[str, str]:
    """A new pair of keys in base64url: {"private", "public"}; HelperError."""
    made = _run("hub.push.new_key", "")
    return {"private": str(made["private"]), "public": str(made["public"])}


def send(messages: Sequence[PushMessage], private: str, *, anywhere: bool = False) -> list[PushAnswer]:
    """Send the messages, signed with that key; their answers in the same order. HelperError."""
    told = {"private": private, "anywhere": anywhere, "messages": [asdict(message) for message in messages]}
    return [PushAnswer(int(row["status"]), str(row["why"])) for row in _run("hub.push.sender", json.dumps(told))]


def _run(module: str, told: str) -> Any:
    folder = MEMORY if os.path.isdir(MEMORY) else None
    with TemporaryFile(dir=folder) as asked, TemporaryFile(dir=folder) as answered, TemporaryFile(dir=folder) as complained:
        asked.write(told.encode())
        asked.seek(0)
        _finish(_begin(module, (asked.fileno(), answered.fileno(), complained.fileno())))
        try:
            return json.loads(_content(answered))
        except ValueError as error:
            lines = _content(complained).decode(errors="replace").strip().splitlines()
            raise HelperError(lines[-1] if lines else f"no answer within {WITHIN_S:.0f} s") from error


def _begin(module: str, files: Sequence[int]) -> int:
    """Start the program, and return its number. Nothing of Python runs between fork and exec, where gevent's threads would hang it."""
    command = [sys.executable, "-P", "-m", module]
    actions = [(os.POSIX_SPAWN_DUP2, file, number) for number, file in enumerate(files)]
    return os.posix_spawn(command[0], command, {**os.environ, "PYTHONPATH": str(ROOT), "PYTHON_COLORS": "0"}, file_actions=actions)


def _finish(number: int) -> None:
    """Wait for the end of the program, and end it when that takes too long."""
    until_s = time.monotonic() + WITHIN_S
    with suppress(ChildProcessError):  # gevent has waited for it
        while os.waitpid(number, os.WNOHANG) == (0, 0):
            if time.monotonic() > until_s:
                os.kill(number, signal.SIGKILL)
                os.waitpid(number, 0)
                return
            time.sleep(POLL_S)


def _content(file: IO[bytes]) -> bytes:
    file.seek(0)
    return file.read()
