"""The pairing tables as they are printed, in numbers of players or teams: the first named has White, of teams on the odd boards."""

from collections.abc import Mapping
from dataclasses import dataclass

NumberPairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class PairingTable:
    """A printed table: its article, its rounds in order, and the rounds of each match day where the text says them."""

    article: str
    players: int
    rounds: tuple[NumberPairs, ...]
    days: tuple[int, ...] | None = None

    def free(self, pairs: NumberPairs) -> tuple[int, ...]:
        """The numbers that are free in that round."""
        playing = {number for pair in pairs for number in pair}
        return tuple(number for number in range(1, self.players + 1) if number not in playing)

    def within(self, article: str, days: tuple[int, ...] | None = None) -> "PairingTable":
        """The same table where another article refers to it."""
        return PairingTable(article, self.players, self.rounds, days)


def _table(article: str, players: int, *rounds: str, days: tuple[int, ...] | None = None) -> PairingTable:
    def pair(text: str) -> tuple[int, int]:
        first, second = text.split("-")
        return int(first), int(second)

    return PairingTable(article, players, tuple(tuple(pair(text) for text in one.split()) for one in rounds), days)


def _by_size(*tables: PairingTable) -> Mapping[int, PairingTable]:
    return {table.players: table for table in tables}


A_4 = _by_size(
    _table("A 4", 3, "2-3", "3-1", "1-2"),
    _table("A 4", 4, "1-2 3-4", "2-3 4-1", "1-3 2-4"),
    _table("A 4", 5, "5-2 3-4", "1-3 4-5", "2-4 5-1", "3-5 1-2", "2-3 4-1"),
    _table("A 4", 6, "1-2 5-4 3-6", "2-3 6-5 4-1", "1-3 4-6 2-5"),
)

B_4 = _by_size(
    _table("B 4", 4, "1-4 2-3", "3-1 4-2", "2-1 4-3"),
    _table("B 4", 5, "3-4 5-2", "1-3 4-5", "2-4 5-1", "1-2 3-5", "2-3 4-1"),
    _table("B 4", 6, "2-5 4-1 6-3", "3-2 4-6 5-1", "1-3 2-6 5-4", "1-2 3-4 6-5", "3-5 2-4 1-6"),
    _table("B 4", 7, "2-7 3-6 4-5", "6-4 7-3 1-2", "3-1 4-7 5-6", "7-5 1-4 2-3", "4-2 5-1 6-7", "1-6 2-5 3-4", "5-3 6-2 7-1"),
)

C_7 = _by_size(
    _table(
        "C 7",
        8,
        "5-1 6-2 7-3 8-4",
        "1-6 2-5 3-8 4-7",
        "1-4 2-3 5-8 6-7",
        "7-1 8-2 5-3 6-4",
        "1-8 2-7 3-6 4-5",
        "3-1 2-4 5-7 8-6",
        "1-2 4-3 6-5 7-8",
    )
)

G_4 = _by_size(
    A_4[3].within("G 2, A 4"),
    _table("G 4", 4, "1-4 2-3", "3-1 4-2", "2-1 4-3"),
    _table("G 4", 5, "5-2 3-4", "1-3 4-5", "2-4 5-1", "3-5 1-2", "2-3 4-1"),
    _table("G 4", 6, "1-2 5-4 3-6", "2-3 6-5 4-1", "1-3 4-6 2-5"),
)
"""G 2 allows three teams without a table of its own; the last table is headed "5 of 6" and is for six."""

D_5 = {size: table.within("D 5, A 4") for size, table in A_4.items()}

APPENDIX_2 = _by_size(
    _table("appendix 2", 2, "1-2", "2-1"),
    A_4[3].within("appendix 2, A 4", (3,)),
    A_4[4].within("appendix 2, A 4", (3,)),
    A_4[5].within("appendix 2, A 4", (3, 2)),
    _table("appendix 2", 6, "1-3 2-5 4-6", "3-4 6-2 5-1", "2-4 3-5 1-6", "4-1 2-3 6-5", "1-2 5-4 3-6", days=(3, 2)),
    _table(
        "appendix 2",
        7,
        "5-1 6-2 7-3",
        "1-6 2-5 4-7",
        "6-4 7-2 3-1",
        "4-3 1-7 5-6",
        "2-4 3-5 6-7",
        "7-5 2-3 4-1",
        "5-4 3-6 1-2",
        days=(3, 1, 3),
    ),
    C_7[8].within("appendix 2, C 7"),
)
"""The HA up to eight players; with two, who begins with White is number 1, by lot."""
