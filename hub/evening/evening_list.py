"""A list of pairings as words for the boards of a hall: each is told the names of the game that has not begun there."""

from collections.abc import Mapping

from msgspec.structs import replace

from hub.evening.evening_games import EveningGames
from hub.evening.evening_words import EveningRefusal, names_for, refusal_of
from hub.evening.pairing_list import Pairing
from record.decisions.commands import PrepareGame
from rules.errors import Sentence


def names_in_lists(boards: Mapping[str, EveningGames]) -> dict[str, str]:
    """The key of each board by the names that it may have in a list: its key, else its number."""
    numbers: dict[str, str] = {}
    for key, games in boards.items():
        with games.board.faults.share("the names in lists"):
            numbers[games.number.casefold()] = key
    return numbers | {key: key for key in boards}


def why_not(games: EveningGames, shown: str | None = None) -> Sentence | None:
    """Why the board cannot be told names; None where it can. `shown` is the game that somebody means, where he saw one."""
    if why := refusal_of(games):
        return why
    if not games.to_prepare:
        return EveningRefusal.BETWEEN.said()
    return EveningRefusal.OTHER_GAME.said() if shown is not None and shown != games.to_prepare else None


def word_of(
    games: EveningGames, one: Pairing, common: Mapping[str, str], by: str, control: str | None, was: Mapping[str, str] | None = None
) -> PrepareGame:
    """The word with the names of that line, and with what is `common` to all where the line does not say it; `was` as in `PrepareGame`."""
    own = {tag: value for tag, value in (("event", one.event), ("round", one.round)) if value}
    tags = {"white": one.white, "black": one.black, **common, **own}
    return replace(names_for(games, tags, by, control), was=was or {})
