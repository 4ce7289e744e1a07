"""The sign-ins of the last months: who, from which address and when, and which still hold. In a private file that board and hub share.

What the disk does not take goes into a file in memory, which board and hub share too and which outlives them: a sign-out holds after their
next start. A boot empties that file, so no session outlives a boot.
"""

import hashlib
import logging
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from hub.access.memory_folder import memory_folder
from hub.access.private_json import PrivateJson
from link.boot import boot_id

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
    address: str
    """The client's address."""
    at_s: float
    ended_s: float | None = None
    """When it was signed out; None while it was not."""
    boot: str = ""
    """The boot of the machine in which the session began, and with which it ends."""


class SignIns:
    """The list in that file. Sign-ins and sign-outs that neither the disk nor the memory takes are kept by this process."""

    def __init__(self, path: Path, lifetime_s: float, now_s: Callable[[], float] = time.time) -> None:
        self._files, self._lifetime_s, self._now_s = [PrivateJson(path)], lifetime_s, now_s
        if (folder := memory_folder()) is not None:
            place = hashlib.sha256(bytes(path.absolute())).hexdigest()[:12]
            self._files.append(PrivateJson(folder / f"sign-ins-{place}.json"))
        self._unwritten: dict[str, SignedIn] = {}

    def begin(self, name: str, address: str) -> str:
        """Note a sign-in, and return the id of its session."""
        session = secrets.token_urlsafe(32)
        self._put(SignedIn(digest(session), name, address, round(self._now_s(), 3), boot=boot_id()))
        return session

    def end(self, session: str) -> None:
        """Sign the session out, everywhere and at once."""
        signed_in = self._all().get(digest(session))
        if signed_in is not None and signed_in.ended_s is None:
            self._put(replace(signed_in, ended_s=round(self._now_s(), 3)))

    def holds(self, session: str, name: str) -> bool:
        """Whether that session was begun under this name and still holds."""
        signed_in = self._all().get(digest(session))
        return signed_in is not None and signed_in.name == name and self.is_open(signed_in)

    def is_open(self, signed_in: SignedIn) -> bool:
        """Whether this sign-in was neither signed out, nor is too long ago, nor of an earlier boot."""
        is_recent = self._now_s() - signed_in.at_s < self._lifetime_s
        return signed_in.ended_s is None and is_recent and signed_in.boot == boot_id()

    def latest(self) -> list[SignedIn]:
        """All sign-ins that are kept, the latest first."""
        return list(reversed(self._all().values()))

    def _all(self) -> dict[str, SignedIn]:
        return _merged(*(_listed(file.read().get("sign_ins")) for file in self._files), self._unwritten)

    def _put(self, signed_in: SignedIn) -> None:
        new = _merged(self._all(), {signed_in.id: signed_in})
        for file in self._files:
            try:
                file.change(lambda held: {"version": 1, "sign_ins": _rows(_merged(_listed(held.get("sign_ins")), new))})
            except OSError as error:
                _log.error("%s: %s", file.path, error)
            else:
                self._unwritten = {}
                return
        self._unwritten[signed_in.id] = signed_in


def _merged(*lists: Mapping[str, SignedIn]) -> dict[str, SignedIn]:
    """The sign-ins of these lists, the oldest first. One that is signed out in any of them is signed out."""
    merged: dict[str, SignedIn] = {}
    for signed_in in (signed_in for sign_ins in lists for signed_in in sign_ins.values()):
        if signed_in.id not in merged or merged[signed_in.id].ended_s is None:
            merged[signed_in.id] = signed_in
    return dict(sorted(merged.items(), key=lambda item: item[1].at_s))


def _rows(sign_ins: Mapping[str, SignedIn]) -> list[dict[str, object]]:
    return [asdict(signed_in) for signed_in in list(sign_ins.values())[-KEPT:]]


def _listed(rows: object) -> dict[str, SignedIn]:
    sign_ins = {}
    for row in rows if isinstance(rows, list) else ():
        try:
            ended_s = None if row["ended_s"] is None else float(row["ended_s"])
            signed_in = SignedIn(str(row["id"]), str(row["name"]), str(row["address"]), float(row["at_s"]), ended_s, str(row["boot"]))
        except (TypeError, KeyError, ValueError):
            continue
        sign_ins[signed_in.id] = signed_in
    return sign_ins


def digest(session: str) -> str:
    """The id of the sign-in that began that session."""
    return hashlib.sha256(session.encode()).hexdigest()[:32]
