"""The content of a list that a task is given."""

import sys
from pathlib import Path

from hub.events.faults import TournamentError
from rules.errors import Phrase, sentence_of


class ListFileFault(Phrase):
    """Why a list is not read."""

    CLOSED = "standard input is closed; a list was expected there"
    NOT_READ = "{path} cannot be read: {why}"


def list_in(name: str) -> bytes:
    """The content of a list, `-` for standard input; TournamentError where it cannot be read."""
    if name == "-":
        if sys.stdin is None:
            raise TournamentError(ListFileFault.CLOSED.said())
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except (OSError, ValueError) as error:
        raise TournamentError(ListFileFault.NOT_READ.said(path=name, why=sentence_of(error))) from error
