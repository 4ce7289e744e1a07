"""A board that is handed out to another machine: its enrolment, and the journal from which that machine begins, in one file."""

import json
import zlib
from base64 import b64decode, b64encode
from dataclasses import dataclass
from typing import Any

import msgspec

from hub.wire.enrolment import Enrolment, EnrolmentError, EnrolmentFault
from hub.wire.fields import GAME
from record.store.json_text import JsonError, json_in
from record.store.latest import ClockRow

HANDED = "handed"
"""The field of an enrolment with what is handed out."""
MAX_JOURNAL = 256_000_000
"""Bytes of a journal. One of a long game has some millions."""
MAX_FILE = 64_000_000
"""Bytes of the file."""


@dataclass(frozen=True, slots=True)
class HandedGame:
    """The newest game of the board, as the hub has it."""

    game: str
    """The name of its folder."""
    games: int
    """How many games of the board the hub has."""
    journal: bytes
    """The bytes of its journal."""
    clock: ClockRow | None = None
    """The last readings of its running clock."""

    def added_to(self, enrolment: Enrolment) -> str:
        """The text of the file."""
        told = json.loads(enrolment.written())
        packed = b64encode(zlib.compress(self.journal, 9)).decode()
        told[HANDED] = {"game": self.game, "games": self.games, "journal": packed, "clock": self.clock}
        return json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n"


def read_handed(text: bytes | str) -> tuple[Enrolment, HandedGame | None]:
    """The enrolment in that text, and the game that is handed out with it, if one is; EnrolmentError."""
    try:
        told = json_in(text, finite=True) if len(text) <= MAX_FILE else None
    except JsonError:
        told = None
    if not isinstance(told, dict) or HANDED not in told:
        return Enrolment.read(text), None
    handed = told.pop(HANDED)
    return Enrolment.read(json.dumps(told, ensure_ascii=False)), _game_in(handed)


def _game_in(handed: Any) -> HandedGame:
    try:
        game, games, packed = handed["game"], handed["games"], b64decode(handed["journal"], validate=True)
        unpacking = zlib.decompressobj()
        journal = unpacking.decompress(packed, MAX_JOURNAL)
        is_whole = unpacking.eof and not unpacking.unused_data
        clock = msgspec.convert(handed.get("clock"), ClockRow | None)
    except (TypeError, KeyError, ValueError, AttributeError, zlib.error):
        is_whole = False
    if not is_whole or not isinstance(game, str) or not GAME.fullmatch(game) or type(games) is not int:
        raise EnrolmentError(EnrolmentFault.WRONG.said(EnrolmentFault.HAND_OUT_AGAIN.said(), name=HANDED, value="..."))
    return HandedGame(game, games, journal, clock)
