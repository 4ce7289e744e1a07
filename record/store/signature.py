"""The signature of a board under the closing of a game (Ed25519), in two files beside the journal.

`closing.txt` says what is signed, and `closing.sig` has the 64 bytes of the signature, as `openssl pkeyutl -verify -rawin` reads them.
"""

from base64 import b64encode
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from record.store.closing import Closing, closing_of
from record.store.copy import read_journal
from record.store.files import write_atomically
from record.store.folder import JOURNAL_NAME

TEXT_NAME, SIGNATURE_NAME = "closing.txt", "closing.sig"
DOMAIN = "damcam closed game 1"
"""The first line of what is signed. Nothing else that a key signs begins so."""
LONGEST = 1000


class Signed(StrEnum):
    """What the signature under a game is worth."""

    NOT_CLOSED = "not-closed"
    UNSIGNED = "unsigned"
    GOOD = "good"
    """It fits the journal, and is by the key that was asked for."""
    NOT_COMPARED = "not-compared"
    """It fits the journal and the key that it names; no key was asked for."""
    OTHER_KEY = "other-key"
    """It fits the journal, and is by another key than the one asked for."""
    WRONG = "wrong"
    """It does not fit the journal, or is damaged."""


@dataclass(frozen=True, slots=True)
class Signature:
    """The signature under a game: what it is worth, the public key that it names, and itself; both in base64, empty where there is none."""

    signed: Signed
    key: str = ""
    text: str = ""


class Signer(Protocol):
    """A private key, as `record.store.ed25519.SigningKey`."""

    @property
    def public(self) -> str:
        """The public key in base64, as between the lines BEGIN and END of a PEM file."""

    def sign(self, text: bytes) -> bytes: ...


def signed_text(closing: Closing, key: str) -> str:
    """What is signed: the game, the row that closes it, its checksum, and the public key."""
    return f"{DOMAIN}\ngame {closing.game}\nrow {closing.row}\nchecksum {closing.checksum}\nkey {key}\n"


def sign_closing(folder: Path, key: Signer) -> None:
    """Signs the closing of the game in that folder; JournalError for a damaged journal, FileError where the files cannot be written.

    ValueError where the game is not closed.
    """
    with read_journal(folder / JOURNAL_NAME) as journal:
        closing = closing_of(journal)
    if closing is None:
        raise ValueError(f"{folder}: the game is not closed")
    text = signed_text(closing, key.public)
    write_atomically(folder / TEXT_NAME, text)
    write_atomically(folder / SIGNATURE_NAME, key.sign(text.encode()))


def signature_state(folder: Path, public_key: str | None = None) -> Signature:
    """What the signature under the game in that folder is worth; `public_key` as `Signer.public`. JournalError for a damaged journal."""
    with read_journal(folder / JOURNAL_NAME) as journal:
        return signature_under(closing_of(journal), folder, public_key)


def signature_under(closing: Closing | None, folder: Path, public_key: str | None = None) -> Signature:
    """As `signature_state`, for a closing that was read already."""
    if closing is None:
        return Signature(Signed.NOT_CLOSED)
    text, signature = _read(folder / TEXT_NAME), _read(folder / SIGNATURE_NAME)
    if signature is None:  # a power cut can leave the text alone
        return Signature(Signed.UNSIGNED)
    key = _named_key(text or b"")
    found = key, b64encode(signature).decode()
    if text != signed_text(closing, key).encode() or not _is_by(key, signature, text):
        return Signature(Signed.WRONG, *found)
    if public_key is None:
        return Signature(Signed.NOT_COMPARED, *found)
    return Signature(Signed.GOOD if "".join(public_key.split()) == key else Signed.OTHER_KEY, *found)


def _read(path: Path) -> bytes | None:
    """The content of the file, or its beginning where it is far too long; None where there is none."""
    try:
        with path.open("rb") as file:
            return file.read(LONGEST)
    except FileNotFoundError:
        return None
    except OSError:
        return b""


def _named_key(text: bytes) -> str:
    lines = text.decode("ascii", "replace").splitlines()
    return next((line.removeprefix("key ") for line in lines if line.startswith("key ")), "")


def _is_by(key: str, signature: bytes, text: bytes) -> bool:
    from record.store.ed25519 import verifies  # cryptography is loaded with it, which most commands do without

    return verifies(key, signature, text)
