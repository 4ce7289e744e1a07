"""How the entries are divided into groups (A 4, B 2, D 4, D 5, G 2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from record.texts import marked_many
from rules.errors import Sentence
from tournament.articles import article_said
from tournament.competitions import Competition, PlayerClass
from tournament.errors import RegulationError

FOUR: Final = 4
"""The size of a group, of which there are as many as may be."""
_LEFT_OVER: Final[Mapping[Competition, tuple[int, ...]]] = {
    Competition.A: (0, 5, 6, 3),
    Competition.B: (0, 5, 6, 7),
    Competition.D: (0, 5, 6, 3),
    Competition.G: (0, 5, 6, 3),
}
"""The size of the last group where fours leave none, one, two or three over, 0 for a four (R18; B 2)."""
_LEAST: Final[Mapping[Competition, int]] = {Competition.A: 3, Competition.B: FOUR, Competition.D: 3, Competition.G: 3}
"""The smallest group that there is."""
_ARTICLES: Final[Mapping[Competition, str]] = {Competition.A: "A 4", Competition.B: "B 2", Competition.D: "D 5", Competition.G: "G 2"}
_LEAST_OF_HA: Final = 2
"""Appendix 2."""
_TOO_FEW: Final = marked_many(
    "{count} entry is too few for a group; {article} wants {least}",
    "{count} entries are too few for a group; {article} wants {least}",
)


@dataclass(frozen=True, slots=True)
class Division:
    """The sizes of the groups, from the highest down, and the article that says so."""

    sizes: tuple[int, ...]
    article: str


def divide(competition: Competition, entries: int, player_class: str = "") -> Division:
    """Divide the entries of A, B, D or G. The HA of D has one group, of all who meet once or play by the Swiss system (D 4).

    RegulationError: there are fewer entries than the smallest group has.
    """
    if competition == Competition.D and player_class == PlayerClass.HA:
        if entries < _LEAST_OF_HA:
            raise _too_few(entries, "appendix 2", _LEAST_OF_HA)
        return Division((entries,), "D 4")
    article = _ARTICLES[competition]
    if entries < _LEAST[competition]:
        raise _too_few(entries, article, _LEAST[competition])
    fours, left = divmod(entries, FOUR)
    last = _LEFT_OVER[competition][left]
    return Division((FOUR,) * (fours - (last > FOUR)) + ((last,) if last else ()), article)


def _too_few(count: int, article: str, least: int) -> RegulationError:
    values = {"count": count, "article": article_said(article), "least": least}
    return RegulationError(Sentence("", _TOO_FEW[0], values, plural=_TOO_FEW[1]))
