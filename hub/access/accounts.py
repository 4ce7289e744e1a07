"""Who may sign in: names, roles and hashed passwords, in a file beside the state that nobody but the service may read."""

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

from hub.access.private_file import OTHERS, read_private, write_private
from rules.errors import DamcamError

FILE_NAME = "arbiters.json"
"""In the folder that stays when the power goes."""
VERSION = 1
LONGEST_NAME = 64
PASSWORD_LENGTH = range(8, 257)
"""Characters: fewer are guessed, more are no password but a file."""


class AccountsError(DamcamError, ValueError):
    """Accounts that cannot be had or kept, a name that cannot be one, or that nobody has; says which and what to do."""


class Role(StrEnum):
    """What somebody may do who signed in."""

    ARBITER = "arbiter"
    """Sees the desk, and rules."""
    OPERATOR = "operator"
    """Sees the desk, and rules nothing."""


@dataclass(frozen=True, slots=True)
class Account:
    """One who may sign in; `password` is what is kept of it, by `hub.access.passwords`."""

    name: str
    role: Role
    password: str


class Accounts:
    """Those in that file, read anew each time: who was taken out is out at once. A file that is not there has nobody."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def all(self) -> tuple[Account, ...]:
        """All of them, by name; AccountsError where the file cannot be read, or others may read it."""
        return tuple(account for _, account in sorted(self._read().items()))

    def find(self, name: str) -> Account | None:
        """The account of that name, upper and lower case alike; AccountsError as above."""
        return self._read().get(_key(name))

    def put(self, account: Account) -> None:
        """Keep it, in the place of one of the same name; AccountsError."""
        if not 1 <= len(_key(account.name)) <= LONGEST_NAME or not account.name.isprintable():
            raise AccountsError(f"{account.name!r} is no name to sign in with: 1 to {LONGEST_NAME} characters are expected")
        self._write(self._read() | {_key(account.name): account})

    def remove(self, name: str) -> None:
        """Take it out; AccountsError where there is none."""
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
