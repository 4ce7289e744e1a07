"""The content of a list that a task is given."""

import sys
from pathlib import Path

from rules.errors import Phrase, sentence_of
from tournament.errors import TournamentError

MOST_MEGABYTES = 4
"""Ten thousand entries take less than one."""


class ListFileFault(Phrase):
    """Why a list is not read."""

    CLOSED = "standard input is closed; a list was expected there"
    NOT_READ = "{path} cannot be read: {why}"
    TOO_LARGE = "{path} has more than {most} megabytes, and is no list of an event"


def list_in(name: str) -> bytes:
    """The content of a list, `-` for standard input; TournamentError where it cannot be read."""
    content = _begin_of(name)
    if len(content) > MOST_MEGABYTES * 10**6:
        raise TournamentError(ListFileFault.TOO_LARGE.said(path=name, most=MOST_MEGABYTES))
    return content


def _begin_of(name: str) -> bytes:
    """The content, of which no more is read than shows that it is too large."""
    most = MOST_MEGABYTES * 10**6 + 1
    if name == "-":
        if sys.stdin is None:
            raise TournamentError(ListFileFault.CLOSED.said())
        return sys.stdin.buffer.read(most)
    try:
        with Path(name).open("rb") as file:
            return file.read(most)
    except (OSError, ValueError) as error:
        raise TournamentError(ListFileFault.NOT_READ.said(path=name, why=sentence_of(error))) from error
