"""The accounts that may sign in: names, roles and hashed passwords, in a file in the state folder that only the service may read."""

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

from hub.access.private_file import OTHERS, read_private, write_private
from rules.errors import DamcamError

FILE_NAME = "arbiters.json"
"""The file's name in the state folder, which survives a power cut."""
VERSION = 1
MAX_NAME_LENGTH = 64
PASSWORD_LENGTH = range(8, 257)
"""Characters. Shorter passwords can be guessed; longer ones only cost time."""


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
        return self._read().get(_key(name))

    def put(self, account: Account) -> None:
        """Save the account, replacing one of the same name; AccountsError."""
        if not 1 <= len(_key(account.name)) <= MAX_NAME_LENGTH or not account.name.isprintable():
            raise AccountsError(f"{account.name!r} is no name to sign in with: 1 to {MAX_NAME_LENGTH} characters are expected")
        self._write(self._read() | {_key(account.name): account})

    def remove(self, name: str) -> None:
        """Delete the account of that name; AccountsError when there is none."""
        accounts = self._read()
        if accounts.pop(_key(name), None) is None:
            raise AccountsError(f"nobody signs in as {name!r}; damcam passwd --list tells who does")
        self._write(accounts)

    def _read(self) -> dict[str, Account]:
        try:
            held, mode = read_private(self.path)
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise AccountsError(f"{self.path}: who may sign in cannot be read: {error.strerror}; its owner is the service") from error
        if mode & OTHERS:
            raise AccountsError(
                f"{self.path}: others may read these passwords (mode {mode:04o}), and try them out at leisure; "
                f"chmod 600 {self.path}, and set them anew with damcam passwd"
            )
        try:
            told = json.loads(held)
            if told["version"] != VERSION:
                raise ValueError(f"version {told['version']} was not written by this damcam")
            accounts = [Account(str(row["name"]), Role(row["role"]), str(row["password"])) for row in told["arbiters"]]
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise AccountsError(f"{self.path}: is damaged ({error}); delete it, and set the passwords anew with damcam passwd") from error
        return {_key(account.name): account for account in accounts}

    def _write(self, accounts: Mapping[str, Account]) -> None:
        told = {"version": VERSION, "arbiters": [asdict(account) for _, account in sorted(accounts.items())]}
        if not self.path.parent.is_dir():
            raise AccountsError(
                f"{self.path.parent} is not there, where who may sign in is kept beside the games; start damcam run once, which makes it, "
                "or name the folder that is meant with state in [board]"
            )
        try:
            write_private(self.path, json.dumps(told, ensure_ascii=False, indent=2) + "\n")
        except OSError as error:
            raise AccountsError(
                f"{self.path} cannot be written: {error.strerror}; run it as the service's user: sudo -u damcam damcam passwd NAME"
            ) from error


def _key(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
