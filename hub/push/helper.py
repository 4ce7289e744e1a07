"""Runs the program that makes the key and sends (`hub.push.sender`), which ends when it is done."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

WITHIN_S = 60.0
"""Seconds for all that is asked at once: the program starts within three on a Pi Zero, and gives each push service sixteen."""
ROOT = Path(__file__).parents[2]
"""The folder from which `hub` is imported."""


class HelperError(OSError):
    """The program did not do what was asked."""


@dataclass(frozen=True, slots=True)
class Message:
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
class Answer:
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
    made = _run("key", "")
    return {"private": str(made["private"]), "public": str(made["public"])}


def send(messages: Sequence[Message], private: str, *, anywhere: bool = False) -> list[Answer]:
    """Send the messages, signed with that key; their answers in the same order. HelperError."""
    told = {"private": private, "anywhere": anywhere, "messages": [asdict(message) for message in messages]}
    return [Answer(int(row["status"]), str(row["why"])) for row in _run("send", json.dumps(told))]


def _run(word: str, told: str) -> Any:
    command = [sys.executable, "-P", "-m", "hub.push.sender", word]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    try:
        done = subprocess.run(command, input=told, capture_output=True, text=True, timeout=WITHIN_S, env=environment, check=False)
        if done.returncode:
            raise HelperError((done.stderr.strip().splitlines() or [f"status {done.returncode}"])[-1])
        return json.loads(done.stdout)
    except (subprocess.SubprocessError, ValueError) as error:
        raise HelperError(str(error)) from error
