"""From what the tablet sends to the players' word; whatever is not one is refused with the reason, and by no rule of the game."""

from collections.abc import Mapping
from typing import Any

from hub.desk.decisions import LONGEST, MOST_PLIES, SIDES, SentWrongly, whole
from hub.web.errors import Refused
from record.decisions.inbox import EnterMove, PlayerSays, PlayersWord
from record.events.of_players import Said

MOVE = "move"
MOST_SQUARES = 50


def word_in(sent: Mapping[str, Any]) -> PlayersWord:
    """The word in an object with `say` and what belongs to it; Refused (400) names what is missing or cannot be."""
    say = _one_of(sent, "say", (MOVE, *map(str, Said)))
    if say != MOVE:
        return PlayerSays(_one_of(sent, "side", SIDES), say)
    start = sent.get("start")
    if not isinstance(start, str) or not 0 < len(start) <= LONGEST:
        raise Refused(400, SentWrongly.NO_START.said())
    origin, target = (whole(sent, key, MOST_SQUARES, 1) for key in ("from", "to"))
    return EnterMove(whole(sent, "seq", MOST_PLIES, 1), origin, target, _captured(sent), start)


def _captured(sent: Mapping[str, Any]) -> tuple[int, ...]:
    squares = sent.get("captured", [])
    if not isinstance(squares, list) or len(squares) > MOST_SQUARES:
        raise Refused(400, SentWrongly.NO_SQUARES.said(most=MOST_SQUARES))
    return tuple(whole({"captured": square}, "captured", MOST_SQUARES, 1) for square in squares)


def _one_of(sent: Mapping[str, Any], key: str, values: tuple[str, ...]) -> str:
    value = sent.get(key)
    if not isinstance(value, str) or value not in values:
        raise Refused(400, SentWrongly.NONE_OF.said(key=key, values=values, value=f"{value!r:.50}"))
    return value
