"""Whom the broker refused, as its log says: each of them once, with the reason."""

import logging
import re
import time
from contextlib import suppress
from pathlib import Path

from rules.errors import Phrase, Sentence

_log = logging.getLogger(__name__)

MAX_REFUSED = 200
MAX_LOG_BYTES = 1_000_000
KEPT_S = 3600.0
"""So long a refusal counts."""
MAX_CLIENTS = 2_000
_AT = r"(?:\d+: )?"
CAME = re.compile(_AT + r"New connection from (\S+?)(?::\d+)? on port \d+\.")
LET_IN = re.compile(_AT + r"New client connected from \S+ as (.+) \(p\d+, c\d+, k\d+, u'(.*)'\)\.")
NOT_AUTHORISED = re.compile(_AT + r"Client (.+) disconnected, not authorised\.")
OVERSIZE = re.compile(_AT + r"Client (.+) disconnected due to (?:oversize packet|packet too large)\.")
NONSENSE = re.compile(_AT + r"Client (.+) disconnected due to (?:protocol error|malformed packet)\.")
UNKNOWN = "<unknown>"


class BrokerRefused(Phrase):
    """Why the broker let somebody not in, or ended his connection."""

    NOT_AUTHORISED = "{who} was not let in by the broker: its password is wrong, or was revoked"
    OVERSIZE = "{who} was cut off by the broker: it sent a message that is too long"
    NONSENSE = "{who} was cut off by the broker: what it sent is no MQTT"


class Refusals:
    """What the broker's log in that file says of refusals from now on. Beyond `MAX_LOG_BYTES` the file is emptied."""

    def __init__(self, path: Path) -> None:
        self._path, self._rest = path, b""
        self._read = path.stat().st_size if path.exists() else 0
        self._seen: dict[str, tuple[Sentence, float]] = {}
        self._came = UNKNOWN
        self._users: dict[str, str] = {}
        """The user of each client: who connects chooses the client's name, and not the user of his password."""
        with suppress(OSError):
            for line in path.read_bytes()[: self._read].splitlines():
                self._hear_who(line.decode("utf-8", "replace"))

    def look(self) -> None:
        """Take what was added since the last time. A file that is missing or unreadable holds nothing."""
        with suppress(OSError), self._path.open("r+b") as file:
            size = file.seek(0, 2)
            self._read = file.seek(self._read if self._read <= size else 0)
            *lines, self._rest = (self._rest + file.read(MAX_LOG_BYTES)).split(b"\n")
            self._read = file.tell()
            if self._read > MAX_LOG_BYTES:
                file.truncate(0)  # Mosquitto appends
                self._read = 0
            for line in lines:
                self.hear(line)

    def hear(self, line: bytes) -> None:
        """Take a line of the broker's log."""
        text = line.decode("utf-8", "replace")
        self._hear_who(text)
        for pattern, phrase in (
            (NOT_AUTHORISED, BrokerRefused.NOT_AUTHORISED),
            (OVERSIZE, BrokerRefused.OVERSIZE),
            (NONSENSE, BrokerRefused.NONSENSE),
        ):
            if refused := pattern.fullmatch(text):
                self._note(phrase.said(who=self._who(refused[1])))

    def now(self) -> tuple[Sentence, ...]:
        """What was refused within the last hour, the latest last."""
        return tuple(said for said, at in self._seen.values() if time.monotonic() - at < KEPT_S)

    def _hear_who(self, text: str) -> None:
        if came := CAME.fullmatch(text):
            self._came = came[1]
        if let_in := LET_IN.fullmatch(text):
            self._users.pop(let_in[1], None)
            self._users[let_in[1]] = let_in[2]
            while len(self._users) > MAX_CLIENTS:
                del self._users[next(iter(self._users))]

    def _who(self, client: str) -> str:
        """The board's key; the address where the broker does not know who it is.

        The key is the user of the client. Of one whose coming is not in the log any more it is what the client's name begins with.
        """
        return self._came if client == UNKNOWN else self._users.get(client) or client.partition(".")[0]

    def _note(self, said: Sentence) -> None:
        key = str(said)
        if self._seen.pop(key, None) is None:
            _log.warning("%s", said)
        self._seen[key] = (said, time.monotonic())
        while len(self._seen) > MAX_REFUSED:
            del self._seen[next(iter(self._seen))]
