"""The private key of a board, with which it signs closed games (`[record] sign_with`). Only the service may read its file."""

import logging
from pathlib import Path

from hub.access.private_file import OTHERS, read_private, write_private
from pi.setup.settings import Settings
from record.store.signature import Signer, sign_closing
from rules.errors import DamcamError, Phrase, sentence_of

_log = logging.getLogger(__name__)


class KeySays(Phrase):
    """Why no key can be used, and what to do; and what became of a game."""

    MISSING = "{path}: there is no key"
    MAKE_IT = "make it: openssl genpkey -algorithm ed25519 -out {path}, and chmod 600 {path}"
    CANNOT_BE_READ = "{path}: the key cannot be read: {why}"
    READ_BY_OTHERS = "{path}: others may read this key (mode {mode}), and could sign as this board"
    DELETE_OR_HIDE = "make a new one, or, where nobody can have read it: chmod 600 {path}"
    NO_KEY = "{path}: this is no private key of Ed25519 without a password"
    PUT_BACK = "put the right one there, or delete it to get another"
    NOT_MADE = "{path}: no key can be made there: {why}"
    IS_WRITABLE = "is the folder there, and writable?"
    NOT_SIGNED = "the game in {folder} is closed and not signed: {why}"


class BoardKeyError(DamcamError, OSError):
    """There is no key that can be used; the text names the file and says what to do."""


def key_file(settings: Settings) -> Path | None:
    """The file of the board's key; None where games are not signed."""
    named = settings.record.sign_with
    return Path(settings.board.state) / named if named else None


def is_made_here(settings: Settings) -> bool:
    """Whether the service makes the key where it is missing: in the state folder. Elsewhere a stick may not be plugged in."""
    return "/" not in settings.record.sign_with


def prepare_key(settings: Settings) -> None:
    """Makes the key where it lies in the state folder and is missing, and logs the public key, or what is wrong with the key."""
    path = key_file(settings)
    if path is None:
        return
    try:
        if is_made_here(settings) and not path.exists():
            _make(path)
        _log.info("closed games are signed; the public key of this board: %s", board_key(path).public)
    except BoardKeyError as error:
        _log.warning("%s", error)


def board_key(path: Path) -> Signer:
    """The key in that file; BoardKeyError when it is missing or damaged, or others may read it."""
    from record.store.ed25519 import SigningKey  # cryptography is loaded with it, which a board that signs nothing does without

    try:
        held, mode = read_private(path)
    except FileNotFoundError:
        raise BoardKeyError(KeySays.MISSING.said(KeySays.MAKE_IT.said(path=str(path)), path=str(path))) from None
    except OSError as error:
        raise BoardKeyError(KeySays.CANNOT_BE_READ.said(path=str(path), why=sentence_of(error))) from error
    if mode & OTHERS:
        do = KeySays.DELETE_OR_HIDE.said(path=str(path))
        raise BoardKeyError(KeySays.READ_BY_OTHERS.said(do, path=str(path), mode=f"{mode:04o}"))
    try:
        return SigningKey(held)
    except ValueError as error:
        raise BoardKeyError(KeySays.NO_KEY.said(KeySays.PUT_BACK.said(), path=str(path))) from error


def sign_game(folder: Path, settings: Settings) -> None:
    """Signs the closed game in that folder, where games are signed. What hinders it is logged, and the game stays closed and unsigned."""
    path = key_file(settings)
    if path is None:
        return
    try:
        sign_closing(folder, board_key(path))
    except (DamcamError, OSError, ValueError) as error:
        _log.warning("%s", KeySays.NOT_SIGNED.said(folder=str(folder), why=sentence_of(error)))


def _make(path: Path) -> None:
    from record.store.ed25519 import new_key

    try:
        write_private(path, new_key())
    except OSError as error:
        raise BoardKeyError(KeySays.NOT_MADE.said(KeySays.IS_WRITABLE.said(), path=str(path), why=sentence_of(error))) from error
