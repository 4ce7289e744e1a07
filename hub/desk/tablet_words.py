"""Reads what the tablet sends as a word of the players. A malformed word is refused with the reason; the rules of the game play no part."""

from collections.abc import Mapping
from typing import Any

from hub.desk.decisions import MAX_PLIES, MAX_TEXT_LENGTH, SIDES, SentWrongly, whole
from hub.web.errors import Refused
from record.decisions.words import EnterMove, PlayerSays, PlayersWord
from record.events.of_players import Said

MOVE = "move"
MAX_SQUARES = 50


def word_in(sent: Mapping[str, Any]) -> PlayersWord:
    """The players' word: `sent` names it in `say`, with its details beside it. Refused (400) says what is missing or wrong."""
    say = _one_of(sent, "say", (MOVE, *map(str, Said)))
    if say != MOVE:
        return PlayerSays(_one_of(sent, "side", SIDES), say)
    start = sent.get("start")
    if not isinstance(start, str) or not 0 < len(start) <= MAX_TEXT_LENGTH:
        raise Refused(400, SentWrongly.NO_START.said())
    origin, target = (whole(sent, key, MAX_SQUARES, 1) for key in ("from", "to"))
    return EnterMove(whole(sent, "seq", MAX_PLIES, 1), origin, target, _captured(sent), start)


def _captured(sent: Mapping[str, Any]) -> tuple[int, ...]:
    squares = sent.get("captured", [])
    if not isinstance(squares, list) or len(squares) > MAX_SQUARES:
        raise Refused(400, SentWrongly.NO_SQUARES.said(most=MAX_SQUARES))
    return tuple(whole({"captured": square}, "captured", MAX_SQUARES, 1) for square in squares)


def _one_of(sent: Mapping[str, Any], key: str, values: tuple[str, ...]) -> str:
    value = sent.get(key)
    if not isinstance(value, str) or value not in values:
        raise Refused(400, SentWrongly.NONE_OF.said(key=key, values=values, value=f"{value!r:.50}"))
    return value
