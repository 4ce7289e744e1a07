"""The first place when several groups have a winner: A 5."""

from collections.abc import Mapping, Sequence

from rules.errors import Phrase
from tournament.event_answers import by_told, next_told
from tournament.event_question import game_of
from tournament.faults import ContestFault, Where
from tournament.fields import Fields, QuestionError
from tournament.final_order import Needs, PlacedBy
from tournament.meetings import Meeting
from tournament.play_offs import result_of_play_off, wanted

TWO = 2


class WinnersFault(Phrase):
    """Why no first place is told."""

    NOBODY = "winners has nobody"
    NO_PLAY_OFF = "{id} and {other} do not share the first place of all groups, and play nothing off for it"
    NOT_EQUALS = "decided names {ids}, who are not those who share the first place of all groups"


def first_of_groups(question: Fields) -> dict[str, object]:
    """The answer to `first-of-groups`: by the points in the group, though groups differ in size (R24); those equal in them play it off."""
    question.only("winners", "playoffs", "decided", "withdrawn")
    winners = [(row.only("id", "points").ident("id"), row.points("points")) for row in question.rows("winners")]
    if not winners:
        raise QuestionError(WinnersFault.NOBODY.said())
    question.once("winners", [one for one, _ in winners])
    most = max(points for _, points in winners)
    equal = tuple(one for one, points in winners if points == most)
    games = [game_of(row, 0, Where.PLAY_OFFS) for row in question.rows("playoffs", ())]
    decided = question.texts("decided", ())
    _check(equal, games, decided)
    if len(equal) == 1:
        return _told(equal[0], PlacedBy.POINTS)
    if len(equal) == TWO:
        winner, _ = result_of_play_off(Needs.GAME, games)
        if winner and decided and decided[0] != winner:
            raise QuestionError(ContestFault.CONTRADICTED.said(winner=winner, other=decided[0]))
        if winner:
            return _told(winner, PlacedBy.PLAY_OFF)
    if decided:
        return _told(decided[0], PlacedBy.DECIDED)
    if len(equal) > TWO or set(equal) & set(question.texts("withdrawn", ())):
        return _left(equal, {"needs": str(Needs.ARBITER), "next": []})
    now = wanted((equal[0], equal[1]), Needs.GAME, games, ())
    return _left(equal, {"needs": str(Needs.GAME), "colours": str(now.colours), "next": next_told(now)})


def _check(equal: Sequence[str], games: Sequence[Meeting], decided: Sequence[str]) -> None:
    """QuestionError: a play-off or decision of others than those who share the first place."""
    for game in games:
        if len(equal) != TWO or game.pair != set(equal):
            raise QuestionError(WinnersFault.NO_PLAY_OFF.said(id=game.first, other=game.second))
    if decided and (len(equal) == 1 or sorted(decided) != sorted(equal)):
        raise QuestionError(WinnersFault.NOT_EQUALS.said(ids=tuple(decided)))


def _told(first: str, by: PlacedBy) -> dict[str, object]:
    return {"first": first, **by_told(by), "open": [], "needs": None, "next": [], "article": "A 5"}


def _left(equal: Sequence[str], needs: Mapping[str, object]) -> dict[str, object]:
    return {"first": None, "by": str(PlacedBy.OPEN), "open": list(equal), **needs, "article": "A 5"}
