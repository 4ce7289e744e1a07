"""What a board is given to reach its hub: one JSON object, which `damcam hub enroll` writes and `damcam join` takes."""

import json
import re
import ssl
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from record.store.json_text import JsonError, json_in
from rules.errors import DamcamError, Phrase, Sentence

VERSION = 1
FILE_NAME = "enrolment.json"
"""The file's name in the state folder of a board."""
HUB_USER = "_hub"
"""The user that the hub's own processes are to the broker. No board can have this key."""
KEY = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
ADDRESS = re.compile(r"[0-9A-Za-z.:%-]{1,253}")
MAX_BYTES = 262_144
"""A longer file is no enrolment. A hundred accounts take 20 kB."""
MAX_ADDRESSES = 16
PASSWORD_LENGTH = range(16, 129)
PEM = re.compile(r"-----BEGIN CERTIFICATE-----\n[0-9A-Za-z+/=\n]+-----END CERTIFICATE-----\n?")


class EnrolmentFault(Phrase):
    """Why an enrolment cannot be used, and what to do."""

    NO_JSON = "this is no enrolment: {why}"
    NO_OBJECT = "this is no enrolment: a JSON object was expected"
    TOO_LONG = "this is no enrolment: it is longer than {most} bytes"
    OTHER_VERSION = "this enrolment has the version {version}, and this damcam knows version {known}"
    UPGRADE = "install the same damcam on board and hub"
    MISSING = "the enrolment is not complete: {name} is missing"
    WRONG = "{name} of the enrolment cannot be used: {value}"
    ENROLL_AGAIN = "make it anew at the hub: damcam hub enroll KEY --again"
    NO_KEY = "{key} is no key of a board"
    KEY_FORM = "a key has 1 to 32 lower-case letters, digits and hyphens, and begins with a letter or digit"


class EnrolmentError(DamcamError, ValueError):
    """An enrolment or a key that cannot be used; the text says why."""


@dataclass(frozen=True, slots=True)
class Enrolment:
    """How one user of the broker reaches it."""

    key: str
    """The board's key, which is its user name; `HUB_USER` for the hub's own processes."""
    addresses: tuple[str, ...]
    """Names and numeric addresses of the hub, the surest first; empty where zeroconf finds it."""
    port: int
    """The TCP port of the broker."""
    certificate: str
    """The broker's certificate, as PEM: no other is trusted."""
    password: str
    accounts: str = ""
    """The text of the hub's accounts file (`hub.access.accounts`), with hashed passwords; empty where there is none."""

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the certificate (DER), in hexadecimal digits, by which zeroconf finds the hub."""
        return sha256(ssl.PEM_cert_to_DER_cert(self.certificate)).hexdigest()

    @classmethod
    def read(cls, text: bytes | str) -> "Enrolment":
        """The enrolment in that text; EnrolmentError."""
        if len(text) > MAX_BYTES:
            raise EnrolmentError(EnrolmentFault.TOO_LONG.said(most=MAX_BYTES))
        try:
            told = json_in(text, finite=True)
        except JsonError as error:
            raise EnrolmentError(EnrolmentFault.NO_JSON.said(why=error.sentence)) from error
        if not isinstance(told, dict):
            raise EnrolmentError(EnrolmentFault.NO_OBJECT.said())
        if told.get("v", VERSION) != VERSION:
            do = EnrolmentFault.UPGRADE.said()
            raise EnrolmentError(EnrolmentFault.OTHER_VERSION.said(do, version=_shown(told["v"]), known=VERSION))
        if fault := next(_faults(told), None):
            raise EnrolmentError(fault)
        return cls(
            key=told["key"],
            addresses=tuple(told["addresses"]),
            port=told["port"],
            certificate=told["certificate"],
            password=told["password"],
            accounts=json.dumps(told["accounts"], ensure_ascii=False) if told.get("accounts") else "",
        )

    def written(self, *, with_accounts: bool = True) -> str:
        """The enrolment as the text of a file, on one line."""
        told: dict[str, Any] = {
            "v": VERSION,
            "key": self.key,
            "addresses": list(self.addresses),
            "port": self.port,
            "password": self.password,
            "certificate": self.certificate,
        }
        if with_accounts and self.accounts:
            told["accounts"] = json.loads(self.accounts)
        return json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n"


def client_of(key: str, machine: str) -> str:
    """The id that a board's machine has as a client: of two with one key the broker lets in the one that the hub has heard."""
    return f"{key}.{machine}"


def board_key(text: str) -> str:
    """The key, if it can be the key of a board; else EnrolmentError."""
    if not KEY.fullmatch(text):
        raise EnrolmentError(EnrolmentFault.NO_KEY.said(EnrolmentFault.KEY_FORM.said(), key=_shown(text)))
    return text


def _faults(told: dict[str, Any]) -> Iterator[Sentence]:
    """What is wrong with the values, the first that is missing first."""
    again = EnrolmentFault.ENROLL_AGAIN.said()
    good: dict[str, Callable[[Any], object]] = {
        "key": lambda key: isinstance(key, str) and (key == HUB_USER or KEY.fullmatch(key)),
        "addresses": _are_addresses,
        "port": lambda port: type(port) is int and 1 <= port <= 65535,
        "certificate": lambda pem: isinstance(pem, str) and PEM.fullmatch(pem),
        "password": lambda word: isinstance(word, str) and word.isascii() and word.isprintable() and len(word) in PASSWORD_LENGTH,
    }
    for name in ("v", *good):
        if name not in told:
            yield EnrolmentFault.MISSING.said(again, name=name)
    for name, is_good in good.items():
        if name in told and not is_good(told[name]):
            yield EnrolmentFault.WRONG.said(again, name=name, value="..." if name == "password" else _shown(told[name]))
    if not isinstance(told.get("accounts", {}), dict):
        yield EnrolmentFault.WRONG.said(again, name="accounts", value=_shown(told["accounts"]))


def _are_addresses(value: object) -> bool:
    if not isinstance(value, list) or len(value) > MAX_ADDRESSES:
        return False
    return all(isinstance(one, str) and ADDRESS.fullmatch(one) for one in value)


def _shown(value: object) -> str:
    """The value in a sentence, shortened."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
