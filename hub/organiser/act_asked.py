"""What a page sent to have something done to an event."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from werkzeug.datastructures import MultiDict

from hub.tournament.board_results import BoardWord
from tournament.events.event_file import KeptEvent
from tournament.events.state import SeatKey

BETWEEN: Final = "\t"
"""Between the parts of a game's value in a form. No id has it."""


@dataclass(frozen=True, slots=True)
class ActAsked:
    """What a page sent about an event."""

    event: KeptEvent
    form: MultiDict[str, str]
    by: str
    said: Mapping[SeatKey, BoardWord] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """A field of the form, empty where there is none."""
        return self.form.get(name, "").strip()
