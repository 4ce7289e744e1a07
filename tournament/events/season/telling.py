"""The proposal of a season in words and tables."""

from collections.abc import Iterator, Mapping

from rules.errors import Phrase, Sentence
from tournament.events.season.proposal import SeasonProposal, numeral


class SeasonSays(Phrase):
    """What is told of a proposal."""

    PROMOTED = "{name} goes up from class {level} to class {above}: {points} points in four seasons (appendix 4)"
    MAY_GO_DOWN = "{name} may go down from class {level}, after word with the board: five seasons without a point (appendix 4)"
    BEST = "best season of {year}: {names}, with {points} points (appendix 4)"
    OPEN = "still to be decided: {what}"
    COMPLETE = "nothing is open; --confirm FILE keeps it, and numbers the players of the next season"
    TO_HA = "to the HA: {names}"
    CONFIRMED = "season {year} is confirmed by {by}: {path}"


def groups_told(found: SeasonProposal) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The groups that have numbers in the next season: each name with its ids in the order of the numbers."""
    if found.eights:
        yield from found.eights.groups.items()
    if found.teams:
        for number, group in enumerate(found.teams.groups, 1):
            yield numeral(number), group


def notes_of_season(found: SeasonProposal, names: Mapping[str, str]) -> Iterator[Sentence]:
    """What is told below the tables."""

    def called(id: str) -> str:
        return names.get(id) or id

    says = SeasonSays
    if found.eights and found.eights.to_ha:
        yield says.TO_HA.said(names=tuple(called(id) for id in found.eights.to_ha))
    if found.ranking:
        season = found.ranking.seasons[-1]
        rows = {row.id: row for row in season.rows}
        for id in season.promoted:
            above, points = found.ranking.classes[id], rows[id].last_four
            yield says.PROMOTED.said(name=called(id), level=rows[id].player_class, above=above, points=points)
        for id in season.may_go_down:
            yield says.MAY_GO_DOWN.said(name=called(id), level=rows[id].player_class)
        if season.best:
            best = tuple(called(id) for id in season.best)
            yield says.BEST.said(year=str(season.year), names=best, points=rows[season.best[0]].sp)
    for one in found.open:
        yield says.OPEN.said(what=one)
    if not found.open:
        yield says.COMPLETE.said()
