"""The command `passwd`: sets who may sign in to the arbiter's desk, and with which password."""

import getpass
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from hub.access.accounts import FILE_NAME, PASSWORD_LENGTH, Account, Accounts, Role
from pi.setup.loading import settings_here
from pi.setup.options import add_settings
from pi.setup.output import complain
from pi.usage.errors import UsageError
from rules.errors import DamcamError, Phrase

DESCRIPTION = """Sets the password with which NAME signs in to the arbiter's desk. On a terminal it is asked for twice, otherwise it is
read from standard input. A new password signs out everybody who is signed in under that name."""
EPILOG = """An arbiter sees the desk and makes rulings; an operator only sees it. On a Pi: sudo -u damcam damcam passwd NAME."""


class PasswordFault(Phrase):
    """What became of a password, or why none is set, and what to do."""

    WHOSE = "whose password? damcam passwd NAME, or --list"
    DIFFER = "the two passwords differ; nothing was changed"
    LENGTH = "a password has {least} to {most} characters, and this one {count}"
    A_FEW_WORDS = "a few words in a row are easy to remember"
    ADDED = "{name} may sign in to the desk now: {role}"
    CHANGED = "{name} has the new password: {role}; whoever was signed in under that name is signed out"
    REMOVED = "{name} may sign in no more, and is signed out"
    NEW = "New password of {name}: "
    ONCE_MORE = "Once more: "


class PasswordError(DamcamError, ValueError):
    """A password that cannot be used; the text says why."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    parser.add_argument("name", nargs="?", metavar="NAME", help="who signs in; rulings will bear this name")
    parser.add_argument("--role", choices=[str(role) for role in Role], help="what NAME may do (default: as before, or arbiter)")
    does = parser.add_mutually_exclusive_group()
    does.add_argument("--remove", action="store_true", help="remove the account of NAME")
    does.add_argument("--list", action="store_true", help="list who may sign in")
    add_settings(parser)


def run(args: Namespace) -> int:
    """Set, remove or list; PasswordError, or AccountsError of `hub.access.accounts`."""
    accounts = Accounts(Path(settings_here(args.settings).board.state) / FILE_NAME)
    if args.list:
        for account in accounts.all():
            print(f"{account.role:8}  {account.name}")
    elif not args.name:
        raise UsageError(PasswordFault.WHOSE.said())
    elif args.remove:
        accounts.remove(args.name)
        complain(PasswordFault.REMOVED.said(name=args.name))
    else:
        from hub.access.passwords import hashed  # it imports gevent and Werkzeug, which --list and --remove do not need

        known = accounts.find(args.name)
        role = Role(args.role) if args.role else (known.role if known else Role.ARBITER)
        name = " ".join(args.name.split())
        accounts.put(Account(name, role, hashed(_ask(args.name))))
        complain((PasswordFault.CHANGED if known else PasswordFault.ADDED).said(name=name, role=str(role)))
    return 0


def _ask(name: str) -> str:
    if sys.stdin.isatty():
        password = getpass.getpass(str(PasswordFault.NEW.said(name=name)))
        if password != getpass.getpass(str(PasswordFault.ONCE_MORE.said())):
            raise PasswordError(PasswordFault.DIFFER.said())
    else:
        password = sys.stdin.readline().rstrip("\n")
    if len(password) not in PASSWORD_LENGTH:
        least, most = PASSWORD_LENGTH.start, PASSWORD_LENGTH.stop - 1
        raise PasswordError(PasswordFault.LENGTH.said(PasswordFault.A_FEW_WORDS.said(), least=least, most=most, count=len(password)))
    return password
