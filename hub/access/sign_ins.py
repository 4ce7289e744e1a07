"""The sign-ins of the last months: who, whence and when, and which of them still hold. In a private file that board and hub share."""

import hashlib
import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from hub.access.private_json import PrivateJson

FILE_NAME = "sign-ins.json"
"""The file in the state folder."""
KEPT = 200
"""Sign-ins that are kept, the latest ones: a season of match days."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A sign-in. The times are in seconds since 1970."""

    id: str
    """The digest of the session's id, which is in the browser's cookie alone."""
    name: str
    whence: str
    """The client's address."""
    at_s: float
    ended_s: float | None = None
    """When it was signed out; None while it was not."""


class SignIns:
    """The list in that file. While the file cannot be written, sign-ins of this process are kept in memory."""

    def __init__(self, path: Path, lifetime_s: float, now_s: Callable[[], float] = time.time) -> None:
        self._file, self._lifetime_s, self._now_s = PrivateJson(path), lifetime_s, now_s
        self._unwritten: dict[str, SignedIn] = {}

    def begin(self, name: str, whence: str) -> str:
        """Note a sign-in, and return the id of its session."""
        session = secrets.token_urlsafe(32)
        self._put(SignedIn(digest(session), name, whence, round(self._now_s(), 3)))
        return session

    def end(self, session: str) -> None:
        """Sign the session out, everywhere and at once."""
        found = self._find(session)
        if found is not None and found.ended_s is None:
            self._put(replace(found, ended_s=round(self._now_s(), 3)))

    def holds(self, session: str, name: str) -> bool:
        """Whether that session was begun under this name and still holds."""
        return self.holds_id(digest(session), name)

    def holds_id(self, id_: str, name: str) -> bool:
        """Whether the session of that sign-in was begun under this name and still holds."""
        found = self._all().get(id_)
        return found is not None and found.name == name and self.is_open(found)

    def is_open(self, signed_in: SignedIn) -> bool:
        """Whether this sign-in was neither signed out nor is too long ago."""
        return signed_in.ended_s is None and self._now_s() - signed_in.at_s < self._lifetime_s

    def latest(self) -> list[SignedIn]:
        """All sign-ins that are kept, the latest first."""
        return list(reversed(self._all().values()))

    def _find(self, session: str) -> SignedIn | None:
        return self._all().get(digest(session))

    def _all(self) -> dict[str, SignedIn]:
        return _listed(self._file.read().get("sign_ins")) | self._unwritten

    def _put(self, signed_in: SignedIn) -> None:
        new = self._unwritten | {signed_in.id: signed_in}
        try:
            self._file.change(lambda told: {"version": 1, "sign_ins": _rows(_listed(told.get("sign_ins")) | new)})
            self._unwritten = {}
        except OSError as error:
            _log.error("%s: %s", self._file.path, error)
            self._unwritten = new


def _rows(all_of_them: dict[str, SignedIn]) -> list[dict[str, object]]:
    return [asdict(one) for one in list(all_of_them.values())[-KEPT:]]


def _listed(rows: object) -> dict[str, SignedIn]:
    found = {}
    for row in rows if isinstance(rows, list) else ():
        try:
            ended_s = row["ended_s"]
            one = SignedIn(
                str(row["id"]), str(row["name"]), str(row["whence"]), float(row["at_s"]), None if ended_s is None else float(ended_s)
            )
        except (TypeError, KeyError, ValueError):
            continue
        found[one.id] = one
    return found


def digest(session: str) -> str:
    """The id of the sign-in that began that session."""
    return hashlib.sha256(session.encode()).hexdigest()[:32]
