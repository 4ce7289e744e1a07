"""The browsers that arbiters have chosen to be told at, and what was told, in a private file: both outlast a restart."""

import hashlib
import logging
import re
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from hub.access.login import SignInMark
from hub.access.private_json import PrivateJson

PER_ACCOUNT = 8
"""Browsers of one account: telephone, tablet and laptop, each with an address or two. The oldest goes for a new one."""
KEPT = 400
"""Told alerts that are kept, the latest: more than an evening of a hall has."""
P256DH, AUTH = re.compile(r"B[\w-]{86}", re.ASCII), re.compile(r"[\w-]{22}", re.ASCII)
"""A browser's public key and its secret in base64url."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Subscription:
    """A browser of an arbiter who signed in: where and how it is told, in which language, and since when."""

    endpoint: str
    p256dh: str
    auth: str
    lang: str
    origin: str
    """The host of the page that it was chosen on."""
    at_s: float
    name: str
    seal: str
    sign_in: str

    @property
    def id(self) -> str:
        """A short name for it, which tells nothing."""
        return hashlib.sha256(self.endpoint.encode()).hexdigest()[:16]

    @property
    def mark(self) -> SignInMark:
        """The sign-in that it was chosen in, and ends with."""
        return SignInMark(self.name, self.seal, self.sign_in)


@dataclass(frozen=True, slots=True)
class ToldAlert:
    """An alert that was told to some browsers, until it was settled."""

    alert: str
    """Board, game and id of the alert."""
    to: tuple[str, ...]
    settled: bool = False


class Subscriptions:
    """The content of the file. A damaged one holds nothing; OSError when a change cannot be written."""

    def __init__(self, path: Path) -> None:
        self._file = PrivateJson(path)

    def all(self) -> list[Subscription]:
        """All of them, the oldest first."""
        return _subscriptions(self._file.read())

    def put(self, new: Subscription) -> None:
        """Add it, instead of one of the same browser, and of the account's oldest where these are too many; OSError."""

        def with_new(held: list[Subscription]) -> list[Subscription]:
            others = [one for one in held if one.endpoint != new.endpoint]
            since_s = next((one.at_s for one in held if one.endpoint == new.endpoint), new.at_s)
            own = [one for one in others if one.name == new.name]
            dropped = own[: max(0, len(own) + 1 - PER_ACCOUNT)]
            return [*(one for one in others if one not in dropped), replace(new, at_s=since_s)]

        self._change(with_new)

    def remove(self, endpoints: Iterable[str]) -> None:
        """Remove those that are there; OSError."""
        gone = set(endpoints)
        self._change(lambda held: [one for one in held if one.endpoint not in gone])

    def told(self) -> dict[str, ToldAlert]:
        """What was told, by the alert."""
        return {one.alert: one for one in _told(self._file.read())}

    def tell(self, new: Iterable[ToldAlert]) -> None:
        """Note what was told; OSError."""
        noted = {one.alert: one for one in new}
        self._file.change(lambda held: _whole(_subscriptions(held), [*({one.alert: one for one in _told(held)} | noted).values()]))

    def _change(self, how: Callable[[list[Subscription]], list[Subscription]]) -> None:
        self._file.change(lambda held: _whole(how(_subscriptions(held)), _told(held)))


def _whole(subscriptions: list[Subscription], told: list[ToldAlert]) -> dict[str, Any]:
    return {"version": 1, "subscriptions": [asdict(one) for one in subscriptions], "told": [asdict(one) for one in told[-KEPT:]]}


def _subscriptions(held: dict[str, Any]) -> list[Subscription]:
    found = []
    for row in _rows(held, "subscriptions"):
        try:
            texts = {key: str(row[key]) for key in Subscription.__slots__ if key != "at_s"}
            found.append(Subscription(**texts, at_s=float(row["at_s"])))
        except (TypeError, KeyError, ValueError) as error:
            _log.error("a telephone that was to be told is left out, for its row is damaged: %r", error)
    return found


def _told(held: dict[str, Any]) -> list[ToldAlert]:
    rows = [row for row in _rows(held, "told") if isinstance(row, dict) and isinstance(row.get("to"), list)]
    return [ToldAlert(str(row.get("alert")), tuple(map(str, row["to"])), bool(row.get("settled"))) for row in rows]


def _rows(held: dict[str, Any], key: str) -> list[Any]:
    rows = held.get(key)
    return rows if isinstance(rows, list) else []
