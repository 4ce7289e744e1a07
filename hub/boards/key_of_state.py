"""The key by which addresses name a board of this machine, from its state folder."""

import re
from collections.abc import Container
from itertools import chain, count
from pathlib import Path

from hub.boards.round_games import in_address
from hub.feeds.journals import newest_journal
from link.board_socket import read_status
from record.store.folder import GAMES
from record.store.in_short import in_short
from rules.errors import DamcamError


def key_of(state: Path, taken: Container[str]) -> str:
    """The key of the board with that state folder: its number in the match, else the folder's name, else a numbered name that is free."""
    names = [name for name in map(_in_key, (_number(state), state.absolute().name, "board")) if name]
    numbered = (f"{names[-1][:28]}-{number}" for number in count(2))
    return next(name for name in chain(names, numbered) if name not in taken)


def _in_key(name: str) -> str:
    return "-".join(re.findall(r"[a-z0-9]+", in_address(name)))[:32].strip("-")


def _number(state: Path) -> str:
    """The board's number as its service tells it, else as the newest game has it, else empty."""
    if (status := read_status(state)) and (number := status.about.get("board")):
        return number
    try:
        short = in_short(newest_journal(state / GAMES))
    except (DamcamError, OSError):
        return ""
    return short.tags.board or "" if short else ""
