"""The addresses that notices go to. Whoever knows one can read the notices, so it is a secret: mode 0600, and masked on pages."""

import logging
import secrets
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from hub.access.private_json import PrivateJson
from record.texts import ENGLISH, LANGUAGES
from rules.errors import DamcamError, _

SCHEMES = ("ntfy", "ntfys", "mailto", "mailtos", "signal", "signals", "tgram")
"""The kinds of addresses that are taken, of the 130 that apprise knows: others run programs, write files, or post to any server."""
PARAMETERS = frozenset({"auth", "from", "mode", "name", "pass", "smtp", "to", "token", "user"})
"""What may follow the question mark. Others name files and pictures, delay a notice, or switch the check of a certificate off."""
MAX_LENGTH = 500
"""Characters of an address."""
MAX_ADDRESSES = 16
"""Addresses of a server. A large event has as many arbiters."""
SHOWN = 2
"""Characters at the end of an address that a page shows."""
SHOWN_FROM = 12
"""Characters after the scheme from which on the end is shown: of a shorter address the rest could be guessed."""

_log = logging.getLogger(__name__)


class AddressError(DamcamError, ValueError):
    """An address that is not taken; the sentence says why, and does not name it."""


@dataclass(frozen=True, slots=True)
class Telephone:
    """An address that notices are sent to."""

    id: str
    """A random name for it, for forms."""
    address: str
    """The address as a URL of apprise."""
    lang: str
    """The language of its notices."""
    name: str
    """The arbiter who set it."""

    @property
    def kind(self) -> str:
        """The scheme of the address."""
        return self.address.partition("://")[0].lower()

    @property
    def masked(self) -> str:
        """The address as pages show it."""
        rest = self.address.partition("://")[2]
        return f"{self.kind}://…{rest[-SHOWN:] if len(rest) >= SHOWN_FROM else ''}"


def checked(text: str) -> str:
    """The address in that text; AddressError."""
    address = text.strip()
    scheme, separator, rest = address.partition("://")
    if not separator or scheme.lower() not in SCHEMES:
        kinds = tuple(f"{scheme}://" for scheme in SCHEMES)
        raise AddressError(_("An address begins with one of these: {kinds}. Nothing is sent to any other."), kinds=kinds)
    incomplete = AddressError(
        _("This is no complete address. One like ntfy://topic was expected, without blanks, of {most} characters at most."), most=MAX_LENGTH
    )
    if len(address) > MAX_LENGTH or not address.isascii() or not address.isprintable() or " " in address or not rest.strip("/?"):
        raise incomplete
    try:
        urlsplit(address)
        names = _parameters(address)
    except ValueError:
        raise incomplete from None
    if wrong := sorted(name for name in names if name.lower() not in PARAMETERS):
        raise AddressError(
            _("After the question mark of the address stands {name}, which is not taken. Taken are: {allowed}."),
            name=wrong[0],
            allowed=tuple(sorted(PARAMETERS)),
        )
    return address


def _parameters(address: str) -> set[str]:
    """The names of the parameters as apprise reads them: they begin at the first question mark, also behind a #, and end at & or ;."""
    return {name for name, _value in parse_qsl(address.partition("?")[2].replace(";", "&"), keep_blank_values=True)}


class Telephones:
    """The content of the file. A damaged one holds nothing; OSError when a change cannot be written."""

    def __init__(self, path: Path) -> None:
        self._file = PrivateJson(path)

    def all(self) -> list[Telephone]:
        """All of them, the oldest first."""
        return _telephones(self._file.read())

    def make(self, address: str, lang: str, name: str) -> Telephone:
        """A telephone for that text, which `add` keeps; AddressError."""
        return Telephone(secrets.token_hex(8), checked(address), lang, name)

    def add(self, new: Telephone) -> None:
        """Add it; AddressError where it is there already or too many are, OSError."""

        def with_new(telephones: list[Telephone]) -> list[Telephone]:
            if any(telephone.address == new.address for telephone in telephones):
                raise AddressError(_("This address is there already."))
            if len(telephones) >= MAX_ADDRESSES:
                raise AddressError(_("There are {most} addresses, and no more are taken. Remove another one first."), most=MAX_ADDRESSES)
            return [*telephones, new]

        self._change(with_new)

    def remove(self, id_: str) -> None:
        """Remove the one of that id, if it is there; OSError."""
        self._change(lambda telephones: [telephone for telephone in telephones if telephone.id != id_])

    def _change(self, change: Callable[[list[Telephone]], list[Telephone]]) -> None:
        self._file.change(lambda content: {"telephones": [asdict(telephone) for telephone in change(_telephones(content))]})


def _telephones(content: dict[str, Any]) -> list[Telephone]:
    rows = content.get("telephones")
    telephones = []
    for row in rows if isinstance(rows, list) else []:
        try:
            texts = {key: str(row[key]) for key in Telephone.__slots__}
            checked(texts["address"])
        except (TypeError, KeyError, AddressError):
            _log.error("an address for notices is left out, for its row in the file is damaged")  # without the row, which is a secret
            continue
        telephones.append(Telephone(**{**texts, "lang": texts["lang"] if texts["lang"] in LANGUAGES else ENGLISH}))
    return telephones
