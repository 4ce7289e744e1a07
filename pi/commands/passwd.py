"""The command passwd: who may sign in to the arbiter's desk, and with which password."""

import getpass
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from hub.access.accounts import FILE_NAME, PASSWORD_LENGTH, Account, Accounts, Role
from pi.setup.loading import settings_here
from pi.setup.parsing import UsageError
from rules.errors import DamcamError

TELLS = """Sets the password with which NAME signs in to the arbiter's desk; it is asked for twice, or read from standard input
where that is no terminal. A new password signs out whoever is signed in by that name."""
EXPLAINS = """An arbiter sees the desk and rules; an operator sees it and rules nothing. On a Pi: sudo -u damcam damcam passwd NAME."""


class PasswordError(DamcamError, ValueError):
    """A password that cannot be one, or a command that does not say whose; says why."""


def add_arguments(parser: ArgumentParser) -> None:
    """What the command is called with, and what its help says."""
    parser.description, parser.epilog = TELLS, EXPLAINS
    parser.add_argument("name", nargs="?", metavar="NAME", help="who signs in, as the rulings are to tell it")
    parser.add_argument("--role", type=Role, choices=list(Role), help="what NAME may do (default: as before, or arbiter)")
    does = parser.add_mutually_exclusive_group()
    does.add_argument("--remove", action="store_true", help="NAME may sign in no longer")
    does.add_argument("--list", action="store_true", help="tell who may sign in")


def passwd(args: Namespace) -> int:
    """Set, remove or list; PasswordError, or AccountsError of `hub.access.accounts`."""
    accounts = Accounts(Path(settings_here(args.settings).board.state) / FILE_NAME)
    if args.list:
        for account in accounts.all():
            print(f"{account.role:8}  {account.name}")
    elif not args.name:
        raise UsageError("whose password? damcam passwd NAME, or --list")
    elif args.remove:
        accounts.remove(args.name)
    else:
        from hub.access.passwords import hashed  # which brings gevent and Werkzeug, and all other commands do without

        known = accounts.find(args.name)
        role = args.role or (known.role if known else Role.ARBITER)
        accounts.put(Account(" ".join(args.name.split()), role, hashed(_asked(args.name))))
    return 0


def _asked(name: str) -> str:
    if sys.stdin.isatty():
        password = getpass.getpass(f"New password of {name}: ")
        if password != getpass.getpass("Once more: "):
            raise PasswordError("the two were not alike; nothing was changed")
    else:
        password = sys.stdin.readline().rstrip("\n")
    if len(password) not in PASSWORD_LENGTH:
        raise PasswordError(
            f"a password has {PASSWORD_LENGTH.start} to {PASSWORD_LENGTH.stop - 1} characters, and this one {len(password)}; "
            "some words in a row are easily remembered"
        )
    return password
