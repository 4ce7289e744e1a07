"""Whom the broker refused, as its log says: each of them once, with the reason."""

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from hub.wire.enrolment import HUB_USER
from link.wire import shown
from rules.errors import Phrase, Sentence

K = TypeVar("K")
V = TypeVar("V")
MAX_REFUSED = 200
MAX_LOG_BYTES = 1_000_000
MAX_CLIENTS = 2_000
MAX_TOLD = 3
"""Where more boards than so many were let in from one address, it tells nothing of which of them it was."""
_AT = r"(?:\d+: )?"
CAME = re.compile(_AT + r"New connection from (\S+?)(?::\d+)? on port \d+\.")
LET_IN = re.compile(_AT + r"New client connected from (\S+?)(?::\d+)? as (.+) \(p\d+, c\d+, k\d+, u'(.*)'\)\.")
NOT_AUTHORISED = re.compile(_AT + r"Client (.+) disconnected, not authorised\.")
OVERSIZE = re.compile(_AT + r"Client (.+) disconnected due to (?:oversize packet|packet too large)\.")
NONSENSE = re.compile(_AT + r"Client (.+) disconnected due to (?:protocol error|malformed packet)\.")
DENIED = re.compile(_AT + r"Denied PUBLISH from (.+)")
DENIED_TOPIC = re.compile(r" \(d\d, q\d, r\d, m\d+, '(.*)', \.\.\. \(\d+ bytes\)\)")
UNKNOWN = "<unknown>"


class BrokerRefused(Phrase):
    """Why the broker let somebody not in, took a message not, or ended a connection."""

    NOT_AUTHORISED = "{who} was not let in by the broker: its password is wrong, or was revoked"
    NOT_AUTHORISED_FROM = "the broker did not let in who came from {address}, as {who} did before: the password is wrong, or was revoked"
    OVERSIZE = "{who} was cut off by the broker: it sent a message that is too long"
    NONSENSE = "{who} was cut off by the broker: what it sent is no MQTT"
    NOT_ITS_TOPIC = "{who} wrote to {topic}, which is not its own: the broker let nothing of it through"


@dataclass(frozen=True, slots=True)
class BrokerRefusal:
    """What the broker refused, and of which boards."""

    keys: tuple[str, ...]
    """The boards that it is told of; none where the broker did not know who it was."""
    reason: BrokerRefused
    said: Sentence


class Refusals:
    """What the broker's log in that file says of refusals from now on. Beyond `MAX_LOG_BYTES` the file is emptied."""

    def __init__(self, path: Path) -> None:
        self._path, self._rest = path, b""
        self._read = path.stat().st_size if path.exists() else 0
        self._seen: dict[tuple[str, BrokerRefused], None] = {}
        self._new: list[BrokerRefusal] = []
        self._came = UNKNOWN
        self._users: dict[str, str] = {}
        """The user of each client: who connects chooses the client's name, and not the user of his password."""
        self._at: dict[str, dict[str, None]] = {}
        """The users that were let in from each address."""
        with suppress(OSError):
            for line in path.read_bytes()[: self._read].splitlines():
                self._hear_who(line.decode("utf-8", "replace"))

    def look(self) -> list[BrokerRefusal]:
        """Take what was added since the last time; what is new in it. A file that is missing or unreadable holds nothing."""
        with suppress(OSError), self._path.open("r+b") as file:
            size = file.seek(0, 2)
            self._read = file.seek(self._read if self._read <= size else 0)
            *lines, self._rest = (self._rest + file.read(MAX_LOG_BYTES)).split(b"\n")
            self._read = file.tell()
            if self._read > MAX_LOG_BYTES:
                file.truncate(0)  # whoever writes it appends
                self._read = 0
            for line in lines:
                self.hear(line)
        new, self._new = self._new, []
        return new

    def hear(self, line: bytes) -> None:
        """Take a line of the broker's log."""
        text = line.decode("utf-8", "replace")
        self._hear_who(text)
        if refused := NOT_AUTHORISED.fullmatch(text):
            self._not_let_in(refused[1])
        elif denied := DENIED.fullmatch(text):
            self._denied(denied[1])
        for pattern, phrase in ((OVERSIZE, BrokerRefused.OVERSIZE), (NONSENSE, BrokerRefused.NONSENSE)):
            if refused := pattern.fullmatch(text):
                self._note_of(refused[1], phrase)

    def _hear_who(self, text: str) -> None:
        if came := CAME.fullmatch(text):
            self._came = came[1]
        if let_in := LET_IN.fullmatch(text):
            address, client, user = let_in.groups()
            _put_last(self._users, client, user)
            if user != HUB_USER:
                at = self._at.get(address, {})
                _put_last(at, user, None)
                _put_last(self._at, address, at)

    def _not_let_in(self, client: str) -> None:
        """Note who was not let in. Mosquitto 2.0.11 knows the address alone: the boards are told that were let in from there before."""
        if client != UNKNOWN:
            self._note_of(client, BrokerRefused.NOT_AUTHORISED)
        elif 0 < len(boards := tuple(self._at.get(self._came, ()))) <= MAX_TOLD:
            said = BrokerRefused.NOT_AUTHORISED_FROM.said(address=self._came, who=boards)
            self._note(self._came, BrokerRefused.NOT_AUTHORISED_FROM, said, boards)
        else:
            self._note(self._came, BrokerRefused.NOT_AUTHORISED, BrokerRefused.NOT_AUTHORISED.said(who=self._came), ())

    def _denied(self, text: str) -> None:
        """Note who wrote to another's topic; client and topic may hold whatever their sender liked to put in."""
        ends = [found for at in range(len(text)) if text.startswith(" (d", at) and (found := DENIED_TOPIC.fullmatch(text, at))]
        if not ends:
            return
        end = next((found for found in ends if text[: found.start()] in self._users), ends[0])
        self._note_of(text[: end.start()], BrokerRefused.NOT_ITS_TOPIC, topic=shown(end[1]))

    def _note_of(self, client: str, reason: BrokerRefused, **more: str) -> None:
        """Note what was refused of a client. Of one whose coming is not in the log any more, its name begins with the board's key."""
        user = self._users.get(client) or client.partition(".")[0]
        self._note(user, reason, reason.said(who=user, **more), (user,))

    def _note(self, who: str, reason: BrokerRefused, said: Sentence, keys: Iterable[str]) -> None:
        if (who, reason) not in self._seen:
            self._new.append(BrokerRefusal(tuple(keys), reason, said))
        _put_last(self._seen, (who, reason), None, MAX_REFUSED)


def _put_last(of: dict[K, V], key: K, value: V, most: int = MAX_CLIENTS) -> None:
    """Put it in as the latest; beyond `most` the earliest goes."""
    of.pop(key, None)
    of[key] = value
    while len(of) > most:
        del of[next(iter(of))]
