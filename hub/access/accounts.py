"""The accounts that may sign in: names, roles and hashed passwords, in a file in the state folder that only the service may read."""

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

from record.files import OTHERS, read_private, write_private
from rules.errors import DamcamError, Phrase, Sentence, sentence_of, where_denied
from rules.pdn.tags import is_printable

FILE_NAME = "arbiters.json"
"""The file's name in the state folder, which survives a power cut."""
VERSION = 1
MAX_NAME_LENGTH = 64
PASSWORD_LENGTH = range(8, 257)
"""Characters. Shorter passwords can be guessed; longer ones only cost time."""


class AccountsFault(Phrase):
    """Why accounts are not read or written, and what to do."""

    NO_NAME = "{name} is no name to sign in with: 1 to {most} characters are expected"
    NOBODY = "nobody signs in as {name}"
    SEE_LIST = "damcam passwd --list tells who does"
    NOT_READ = "who may sign in cannot be read: {why}"
    OF_THE_SERVICE = "its owner is the service"
    READ_BY_OTHERS = "others may read these passwords (mode {mode}), and try them out at leisure"
    HIDE_AND_SET = "chmod 600 {path}, and set them anew with damcam passwd"
    DAMAGED = "the file of who may sign in is damaged ({why})"
    DELETE_AND_SET = "delete it, and set the passwords anew with damcam passwd"
    OTHER_VERSION = "version {version} was not written by this damcam"
    NO_FOLDER = "{folder} is not there, where who may sign in is kept beside the games"
    START_ONCE = "start damcam run once, which makes it, or name the folder that is meant with state in [board]"
    NOT_WRITTEN = "who may sign in cannot be written: {why}"
    AS_SERVICE = "run it as the service's user: sudo -u damcam damcam passwd NAME"


class AccountsError(DamcamError, ValueError):
    """The accounts cannot be read or written, or a name is invalid or unknown. The message says which and what to do."""


class Role(StrEnum):
    """What an account may do once signed in."""

    ARBITER = "arbiter"
    """Sees the desk and may rule."""
    OPERATOR = "operator"
    """Sees the desk and may not rule."""


@dataclass(frozen=True, slots=True)
class Account:
    """One account that may sign in."""

    name: str
    role: Role
    password: str
    """The salted hash of the password (`hub.access.passwords`)."""


class Accounts:
    """The accounts in a file. It is read at each call, so a removed account is signed out at once. A missing file has no accounts."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def all(self) -> tuple[Account, ...]:
        """All accounts, sorted by name; AccountsError when the file cannot be read, or when others may read it."""
        return tuple(account for _, account in sorted(self._read().items()))

    def find(self, name: str) -> Account | None:
        """The account of that name, ignoring case; None when there is none. AccountsError as for `all`."""
        return self._read().get(name_key(name))

    def put(self, account: Account) -> None:
        """Save the account, replacing one of the same name; AccountsError."""
        if not 1 <= len(name_key(account.name)) <= MAX_NAME_LENGTH or not is_printable(account.name):
            raise AccountsError(AccountsFault.NO_NAME.said(name=repr(account.name), most=MAX_NAME_LENGTH))
        self._write(self._read() | {name_key(account.name): account})

    def remove(self, name: str) -> None:
        """Delete the account of that name; AccountsError when there is none."""
        accounts = self._read()
        if accounts.pop(name_key(name), None) is None:
            raise AccountsError(AccountsFault.NOBODY.said(AccountsFault.SEE_LIST.said(), name=repr(name)))
        self._write(accounts)

    def take(self, text: str) -> None:
        """Take the text of another such file, as it stands, in the place of what is here; AccountsError, with nothing changed."""
        self._in(text)
        self._write_text(text)

    def _read(self) -> dict[str, Account]:
        try:
            held, mode = read_private(self.path)
        except FileNotFoundError:
            return {}
        except OSError as error:
            why = AccountsFault.NOT_READ.said(where_denied(error, AccountsFault.OF_THE_SERVICE.said()), why=sentence_of(error))
            raise AccountsError(why, str(self.path)) from error
        if mode & OTHERS:
            do = AccountsFault.HIDE_AND_SET.said(path=str(self.path))
            raise AccountsError(AccountsFault.READ_BY_OTHERS.said(do, mode=f"{mode:04o}"), str(self.path))
        return self._in(held)

    def _in(self, text: bytes | str) -> dict[str, Account]:
        try:
            told = json.loads(text)
            if told["version"] != VERSION:
                raise AccountsError(_damaged(AccountsFault.OTHER_VERSION.said(version=str(told["version"]))), str(self.path))
            accounts = [Account(str(row["name"]), Role(row["role"]), str(row["password"])) for row in told["arbiters"]]
        except AccountsError:
            raise
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise AccountsError(_damaged(Sentence.plain(str(error))), str(self.path)) from error
        return {name_key(account.name): account for account in accounts}

    def _write(self, accounts: Mapping[str, Account]) -> None:
        told = {"version": VERSION, "arbiters": [asdict(account) for _, account in sorted(accounts.items())]}
        self._write_text(json.dumps(told, ensure_ascii=False, indent=2) + "\n")

    def _write_text(self, text: str) -> None:
        if not self.path.parent.is_dir():
            raise AccountsError(AccountsFault.NO_FOLDER.said(AccountsFault.START_ONCE.said(), folder=str(self.path.parent)))
        try:
            write_private(self.path, text)
        except OSError as error:
            why = AccountsFault.NOT_WRITTEN.said(where_denied(error, AccountsFault.AS_SERVICE.said()), why=sentence_of(error))
            raise AccountsError(why, str(self.path)) from error


def _damaged(why: Sentence) -> Sentence:
    return AccountsFault.DAMAGED.said(AccountsFault.DELETE_AND_SET.said(), why=why)


def name_key(name: str) -> str:
    """The form in which names are compared: however they are typed, they are one."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
