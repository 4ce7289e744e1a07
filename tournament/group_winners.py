"""The first place when several groups have a winner (A 5)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules.errors import _
from tournament.errors import RegulationError
from tournament.final_order import Needs, PlacedBy
from tournament.games import Game
from tournament.play_offs import next_games, play_off_result
from tournament.standings import OpenPlaces, contradicted

ARTICLE: Final = "A 5"
TWO: Final = 2


@dataclass(frozen=True, slots=True)
class FirstOfGroups:
    """Who is the first of all groups, or what is needed for that place."""

    first: str | None
    by: PlacedBy
    open: OpenPlaces | None = None
    """None where there is a first."""


def first_of_groups(
    winners: Mapping[str, float], play_offs: Sequence[Game] = (), decided: Sequence[str] = (), withdrawn: Collection[str] = ()
) -> FirstOfGroups:
    """Return the first of the winners by their points in their groups, though groups differ in size (R24).

    Those who are equal in points play it off; of more than two, or with one who has withdrawn, the arbiter decides, who names all of them
    in `decided`, best first. RegulationError: there is no winner, or a play-off or decision of others than those who are equal.
    """
    if not winners:
        raise RegulationError(_("winners has nobody"))
    equal = tuple(id for id, points in winners.items() if points == max(winners.values()))
    _check(equal, play_offs, decided)
    if len(equal) == 1:
        return FirstOfGroups(equal[0], PlacedBy.POINTS)
    if len(equal) == TWO:
        winner, _left = play_off_result(Needs.GAME, play_offs)
        if winner and decided and decided[0] != winner:
            raise contradicted(winner, decided[0])
        if winner:
            return FirstOfGroups(winner, PlacedBy.PLAY_OFF)
    if decided:
        return FirstOfGroups(decided[0], PlacedBy.DECIDED)
    places = (1, len(equal))
    if len(equal) > TWO or set(equal) & set(withdrawn):
        return FirstOfGroups(None, PlacedBy.OPEN, OpenPlaces(places, equal, Needs.ARBITER))
    games = next_games((equal[0], equal[1]), Needs.GAME, play_offs, ())
    return FirstOfGroups(None, PlacedBy.OPEN, OpenPlaces(places, equal, Needs.GAME, games))


def _check(equal: Sequence[str], play_offs: Sequence[Game], decided: Sequence[str]) -> None:
    """RegulationError: a play-off or decision of others than those who share the first place."""
    for game in play_offs:
        if len(equal) != TWO or game.pair != set(equal):
            sentence = _("{id} and {other} do not share the first place of all groups, and play nothing off for it")
            raise RegulationError(sentence, id=game.white, other=game.black)
    if decided and (len(equal) == 1 or sorted(decided) != sorted(equal)):
        sentence = _("decided names {ids}, who are not those who share the first place of all groups")
        raise RegulationError(sentence, ids=tuple(decided))
