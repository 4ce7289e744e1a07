"""The files of an event for other programs."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from record.texts import ENGLISH
from tournament.errors import TournamentError
from tournament.events.csv_files import csv_files
from tournament.events.event_pdn import pdn_files
from tournament.events.state import EventState
from tournament.events.trf import TrfVersion, trf_files

FILES: Final[Mapping[str, Callable[[EventState, str], Iterator[tuple[str, str]]]]] = {
    "csv": csv_files,
    "trf": lambda state, _lang: trf_files(state, TrfVersion.TRF16),
    "trf26": lambda state, _lang: trf_files(state, TrfVersion.TRF26),
    "pdn": lambda state, _lang: pdn_files(state),
}
"""What makes the files of each form, for a reader of a language."""


def files_of(state: EventState) -> dict[str, list[str]]:
    """The names of the files of each form; none where the event has none of it."""
    found: dict[str, list[str]] = {}
    for form, made in FILES.items():
        try:
            found[form] = [name for name, _ in made(state, ENGLISH)]
        except TournamentError:
            found[form] = []
    return found
