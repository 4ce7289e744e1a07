"""The games of a round as text: taken apart, known by their event and round, and put together in the order of the boards."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

MOST_GAMES = 64
"""More lidraughts does not take."""

_TAG = r'\[([A-Za-z]+) "((?:[^"\\\n]|\\.)*)"\]\n'
_GAME = re.compile(rf"(?:{_TAG})+\n(?:[^\[\n][^\n]*\n)+")
"""As `record.papers.game_pdn.broadcast_pdn` writes it: tags, an empty line, and lines of moves, none of which looks like a tag."""


@dataclass(frozen=True, slots=True)
class RoundGame:
    """A game as it is sent, and its tags."""

    text: str
    tags: Mapping[str, str]

    @property
    def round(self) -> tuple[str, str]:
        """Event and round, as they stand in addresses."""
        return in_address(self.tags.get("Event", "")), in_address(self.tags.get("Round", ""))

    @property
    def place(self) -> tuple[bool, int]:
        """By the number of the board, and those without one behind."""
        board = self.tags.get("Board", "")
        return (False, int(board)) if re.fullmatch(r"\d{1,9}", board, re.ASCII) else (True, 0)


def games_in(text: str) -> list[RoundGame]:
    """The games that a board sends, parted by empty lines; ValueError where something else stands there."""
    games = re.split(r"(?<=\n)\n(?=\[)", text) if text else []
    if not all(map(_GAME.fullmatch, games)):
        raise ValueError("what was sent is no broadcast of a board")
    return [RoundGame(game, {name: re.sub(r"\\(.)", r"\1", value) for name, value in re.findall(_TAG, game)}) for game in games]


def round_pdn(wanted: tuple[str, str], boards: Iterable[Sequence[RoundGame]]) -> str:
    """The games of that event and round, of which a board has one at most, by the numbers of the boards, else in the order given."""
    found = (game for games in boards for game in games if game.round == wanted)
    in_order = sorted(found, key=lambda game: game.place)
    return written(in_order[:MOST_GAMES])


def written(games: Iterable[RoundGame]) -> str:
    """The games as one file, an empty line between two."""
    return "\n".join(game.text for game in games)


def in_address(name: str) -> str:
    """How a name may stand in an address: `Frysk Kampioenskip` as `frysk-kampioenskip`, and what is not known as `-`."""
    letters = (letter for letter in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(letter))
    return "-".join(re.findall(r"[^\W_]+", "".join(letters))) or "-"
