"""The pairing tables as they are printed: who meets whom in which round (A 4, B 4, C 7, D 4, D 5, G 4, appendix 2)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from rules.errors import _
from tournament.articles import article_said
from tournament.competitions import FROM_SWISS, Competition, PlayerClass
from tournament.errors import RegulationError

NumberPair = tuple[int, int]
"""The numbers of two players, or of two teams: the first has White, of teams on the odd boards."""


@dataclass(frozen=True, slots=True)
class PairingTable:
    """A printed table for so many players or teams, who are numbered from 1 on."""

    article: str
    players: int
    rounds: tuple[tuple[NumberPair, ...], ...]
    """The pairs of each round, in the order of the rounds."""
    days: tuple[int, ...] | None = None
    """How many rounds are played on each match day; None where the text does not say it."""

    def free(self, round_: int) -> tuple[int, ...]:
        """The numbers that have no opponent in that round, from 1 on."""
        playing = {number for pair in self.rounds[round_ - 1] for number in pair}
        return tuple(number for number in range(1, self.players + 1) if number not in playing)

    def as_of(self, article: str, days: tuple[int, ...] | None = None) -> "PairingTable":
        """The same table where another article refers to it."""
        return replace(self, article=article, days=days)


def _table(article: str, players: int, *rounds: str, days: tuple[int, ...] | None = None) -> PairingTable:
    def pair(text: str) -> NumberPair:
        first, second = text.split("-")
        return int(first), int(second)

    return PairingTable(article, players, tuple(tuple(map(pair, pairs.split())) for pairs in rounds), days)


def _by_size(*tables: PairingTable) -> Mapping[int, PairingTable]:
    return {table.players: table for table in tables}


_A_4 = _by_size(
    _table("A 4", 3, "2-3", "3-1", "1-2"),
    _table("A 4", 4, "1-2 3-4", "2-3 4-1", "1-3 2-4"),
    _table("A 4", 5, "5-2 3-4", "1-3 4-5", "2-4 5-1", "3-5 1-2", "2-3 4-1"),
    _table("A 4", 6, "1-2 5-4 3-6", "2-3 6-5 4-1", "1-3 4-6 2-5"),
)

_B_4 = _by_size(
    _table("B 4", 4, "1-4 2-3", "3-1 4-2", "2-1 4-3"),
    _table("B 4", 5, "3-4 5-2", "1-3 4-5", "2-4 5-1", "1-2 3-5", "2-3 4-1"),
    _table("B 4", 6, "2-5 4-1 6-3", "3-2 4-6 5-1", "1-3 2-6 5-4", "1-2 3-4 6-5", "3-5 2-4 1-6"),
    _table("B 4", 7, "2-7 3-6 4-5", "6-4 7-3 1-2", "3-1 4-7 5-6", "7-5 1-4 2-3", "4-2 5-1 6-7", "1-6 2-5 3-4", "5-3 6-2 7-1"),
)

_C_7 = _by_size(
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

_G_4 = _by_size(
    _A_4[3].as_of("G 2, A 4"),
    _table("G 4", 4, "1-4 2-3", "3-1 4-2", "2-1 4-3"),
    _table("G 4", 5, "5-2 3-4", "1-3 4-5", "2-4 5-1", "3-5 1-2", "2-3 4-1"),
    _table("G 4", 6, "1-2 5-4 3-6", "2-3 6-5 4-1", "1-3 4-6 2-5"),
)
"""G 2 allows three teams without a table of its own; the last table is headed "5 of 6" and is for six."""

_D_5 = {size: table.as_of("D 5, A 4") for size, table in _A_4.items()}

_APPENDIX_2 = _by_size(
    _table("appendix 2", 2, "1-2", "2-1"),
    _A_4[3].as_of("appendix 2, A 4", (3,)),
    _A_4[4].as_of("appendix 2, A 4", (3,)),
    _A_4[5].as_of("appendix 2, A 4", (3, 2)),
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
    _C_7[8].as_of("appendix 2, C 7"),
)
"""The HA up to eight players; with two, who begins with White is number 1, by lot."""

TABLES: Final[Mapping[Competition, Mapping[int, PairingTable]]] = {
    Competition.A: _A_4,
    Competition.B: _B_4,
    Competition.C: _C_7,
    Competition.D: _D_5,
    Competition.G: _G_4,
}
"""The tables of each competition that is played by tables, by the number of players or teams."""
_ARTICLES: Final = {Competition.A: "A 4", Competition.B: "B 4", Competition.C: "C 7", Competition.D: "D 5, A 4", Competition.G: "G 4"}


def pairing_table(competition: Competition, players: int, player_class: str = "") -> PairingTable:
    """Return the table for so many players or teams. `player_class` matters in D, where the HA has the tables of appendix 2.

    RegulationError: there is no table for that number.
    """
    is_ha = competition == Competition.D and player_class == PlayerClass.HA
    if is_ha and players >= FROM_SWISS:
        raise RegulationError(
            _("an HA of {players} has no table: from {least} players it is paired by the Swiss system (D 4)"),
            players=players,
            least=FROM_SWISS,
        )
    tables, article = (_APPENDIX_2, "appendix 2") if is_ha else (TABLES[competition], _ARTICLES[competition])
    if players not in tables:
        raise RegulationError(
            _("there is no table for {players} ({article}); there are tables for {sizes}"),
            players=players,
            article=article_said(article),
            sizes=tuple(tables),
        )
    return tables[players]
