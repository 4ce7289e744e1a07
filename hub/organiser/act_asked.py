"""What a page sent to have something done to an event, and the change that was decided on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from werkzeug.datastructures import MultiDict

from hub.events.changes import Change
from hub.events.event_file import KeptEvent
from hub.events.state import SeatKey
from hub.tournament.board_results import BoardWord
from rules.errors import Sentence

BETWEEN: Final = "|"
"""Between the parts of a game's value in a form."""


@dataclass(frozen=True, slots=True)
class ActAsked:
    """What a page sent about an event."""

    event: KeptEvent
    form: MultiDict[str, str]
    by: str
    said: Mapping[SeatKey, BoardWord] = field(default_factory=dict)
    csv: bytes = b""

    def text(self, name: str) -> str:
        """A field of the form, empty where there is none."""
        return self.form.get(name, "").strip()


@dataclass(frozen=True, slots=True)
class Decided:
    """A change that was decided on, the reason for it, and what is told with it."""

    change: Change
    why: str = ""
    notes: tuple[Sentence, ...] = ()
    more: tuple[Change, ...] = ()
    """Changes after it, each in a row of its own, such as those of other play-offs."""
