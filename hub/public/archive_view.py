"""The lists of the archive: events, their rounds and their games, and the search by player."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from hub.boards.game_address import GamePlace, by_number
from hub.boards.kept_games import KeptGame, text_result
from hub.public.reading import Readings
from record.events.about import PublicTags

AT_ONCE = 200
"""Games on one page of the archive."""
PLAYED = "playing"
"""The result of a game that goes on."""


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game in a list."""

    place: GamePlace
    tags: PublicTags
    result: str
    """`1-0`, `0-1`, `draw`, `void`, `*` where it was not decided, or PLAYED."""
    is_played: bool = True
    """False for a game that is won because a player did not come (`State.is_played`)."""


@dataclass(frozen=True, slots=True)
class ListedRound:
    """The games of a round, by their boards."""

    address: str
    name: str
    """Empty where the round has no name."""
    games: tuple[ListedGame, ...]


@dataclass(frozen=True, slots=True)
class ListedEvent:
    """The rounds of an event, in their order."""

    address: str
    name: str
    """The name of the event; empty where it has none."""
    date: str
    """The date of its last game; empty where it is not known."""
    rounds: tuple[ListedRound, ...]


def listed(games: Iterable[tuple[KeptGame, GamePlace]], readings: Readings) -> Iterator[ListedGame]:
    """The games as the public may know them, without those whose data are faulty."""
    for game, place in games:
        row = None
        with readings.boards.faults(game.board).share(f"game {game.number} in the archive"):
            row = _listed(game, place, readings)
        if row:
            yield row


def _listed(game: KeptGame, place: GamePlace, readings: Readings) -> ListedGame:
    feed = readings.followed(game)
    if feed is None:
        return ListedGame(place, game.short.tags, game.short.result if game.short.over else "*", game.short.is_played)
    state = feed.state
    return ListedGame(place, state.opened.about.tags, text_result(state.result) if state.over else PLAYED, state.is_played)


def of_player(games: Iterable[ListedGame], player: str) -> list[ListedGame]:
    """The games of players in whose names all these words begin a word, whatever their case and accents."""
    words = _plain(player).split()
    return [game for game in games if any(_names(words, name or "") for name in (game.tags.white, game.tags.black))]


def events_of(games: Sequence[ListedGame]) -> list[ListedEvent]:
    """The games by events, in the order of their first games, and by rounds."""
    found: dict[str, list[ListedGame]] = {}
    for game in games:
        found.setdefault(game.place.event, []).append(game)
    return [_event(of) for of in found.values()]


def in_order(games: Iterable[ListedGame]) -> list[ListedGame]:
    """The games by their rounds and boards, numbers by their size."""
    return sorted(games, key=lambda game: (by_number(game.place.round), by_number(game.place.board)))


def _event(games: list[ListedGame]) -> ListedEvent:
    rounds: dict[str, list[ListedGame]] = {}
    for game in in_order(games):
        rounds.setdefault(game.place.round, []).append(game)
    first = games[0]
    dates = [date for game in games if (date := game.tags.date or "")[:1].isdecimal()]
    address = first.place.path.split("/")[1]
    return ListedEvent(f"/{address}", first.tags.event or "", max(dates, default=""), tuple(map(_round, rounds.values())))


def _round(games: list[ListedGame]) -> ListedRound:
    first = games[0]
    return ListedRound(first.place.path.rpartition("/")[0], first.tags.round or "", tuple(games))


def _names(words: list[str], name: str) -> bool:
    parts = _plain(name).split()
    return bool(words) and all(any(part.startswith(word) for part in parts) for word in words)


def _plain(name: str) -> str:
    letters = (letter for letter in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(letter))
    return re.sub(r"[\W_]+", " ", "".join(letters))
