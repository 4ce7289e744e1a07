"""What stands for somebody who was forgotten: a neutral id, and in place of a name what each language says for it."""

import re
from dataclasses import replace

from msgspec import structs

from record.telling.sentences import tell
from rules.errors import Phrase
from tournament.events.changes import Entrant, LineUpGiven
from tournament.events.state import EventState

NEUTRAL = re.compile(r"player-([1-9]\d*)", re.ASCII)


class AnonymousSays(Phrase):
    """What is shown in place of a name."""

    PLAYER = "anonymous player {number}"


def neutral_id(number: int) -> str:
    """The id of the forgotten person of that number."""
    return f"player-{number}"


def number_of(id: str) -> int:
    """The number of a forgotten person; 0 for any other id."""
    found = NEUTRAL.fullmatch(id)
    return int(found[1]) if found else 0


def is_anonymous(one: Entrant) -> bool:
    """Whether this one was forgotten."""
    return bool(number_of(one.id)) and one.shown == one.id


def shown_player(name: str, lang: str) -> str:
    """A name as it is shown in that language."""
    number = number_of(name)
    return tell(AnonymousSays.PLAYER.said(number=number), lang) if number else name


def in_language(state: EventState, lang: str) -> EventState:
    """The event with what that language says in place of the names of the forgotten."""
    entrants = tuple(structs.replace(one, name=shown_player(one.id, lang)) if is_anonymous(one) else one for one in state.entrants)
    return replace(state, entrants=entrants, line_ups={team: _list_in(one, lang) for team, one in state.line_ups.items()})


def _list_in(given: LineUpGiven, lang: str) -> LineUpGiven:
    return structs.replace(given, players=tuple(shown_player(name, lang) for name in given.players))
