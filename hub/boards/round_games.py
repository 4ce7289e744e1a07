"""The games of a round as PDN: split, found by event and round, and joined in the order of the boards."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

MAX_GAMES = 64
"""lidraughts accepts no more games in one file."""

_TAG = r'\[([A-Za-z]+) "((?:[^"\\\n]|\\.)*)"\]\n'
_GAME = re.compile(rf"(?:{_TAG})+\n(?:[^\[\n][^\n]*\n)+")
"""A game as `record.papers.game_pdn.broadcast_pdn` writes it: tags, an empty line, and lines of moves, which never begin with a bracket."""


@dataclass(frozen=True, slots=True)
class RoundGame:
    """A game as PDN, and its tags."""

    text: str
    tags: Mapping[str, str]

    @property
    def round(self) -> tuple[str, str]:
        """The event and the round, as addresses write them."""
        return in_address(self.tags.get("Event", "")), in_address(self.tags.get("Round", ""))

    @property
    def place(self) -> tuple[bool, int]:
        """The sort key of the game: by the number of its board, with games without a number last."""
        board = self.tags.get("Board", "")
        return (False, int(board)) if re.fullmatch(r"\d{1,9}", board, re.ASCII) else (True, 0)


def games_in(text: str) -> list[RoundGame]:
    """The games in a board's broadcast, which empty lines separate; ValueError when it holds anything else."""
    games = re.split(r"(?<=\n)\n(?=\[)", text) if text else []
    if not all(map(_GAME.fullmatch, games)):
        raise ValueError("what was sent is no broadcast of a board")
    return [RoundGame(game, {name: re.sub(r"\\(.)", r"\1", value) for name, value in re.findall(_TAG, game)}) for game in games]


def round_pdn(wanted: tuple[str, str], boards: Iterable[Sequence[RoundGame]]) -> str:
    """The games of that event and round in one PDN, at most MAX_GAMES, by board number, else in the order given."""
    found = (game for games in boards for game in games if game.round == wanted)
    in_order = sorted(found, key=lambda game: game.place)
    return written(in_order[:MAX_GAMES])


def parts_of(games: Iterable[RoundGame]) -> dict[int, list[RoundGame]]:
    """The games of a round in parts of at most MAX_GAMES, by the number of each part; without the parts that have none.

    Part 1 has the boards 1 to 64, part 2 those from 65 to 128, and so on: no game moves to another part when others begin. What has no
    number, or a number that another game has too and for which its part has no room, comes in further parts.
    """
    found: dict[int, list[RoundGame]] = {}
    others: list[RoundGame] = []
    for game in sorted(games, key=lambda game: game.place):
        has_none, number = game.place
        part = found.setdefault(1 + (number - 1) // MAX_GAMES, []) if not has_none and number else others
        (part if part is others or len(part) < MAX_GAMES else others).append(game)
    last = max(found, default=0)
    return found | {last + 1 + at // MAX_GAMES: others[at : at + MAX_GAMES] for at in range(0, len(others), MAX_GAMES)}


def written(games: Iterable[RoundGame]) -> str:
    """The games as one PDN, separated by empty lines."""
    return "\n".join(game.text for game in games)


def in_address(name: str) -> str:
    """The name as addresses write it: `Frysk Kampioenskip` becomes `frysk-kampioenskip`, and an empty name `-`."""
    letters = (letter for letter in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(letter))
    return "-".join(re.findall(r"[^\W_]+", "".join(letters))) or "-"
