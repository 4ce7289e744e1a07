"""The first place when several groups have a winner: A 5."""

from rules.errors import Phrase
from rules.tournament.fields import Fields, QuestionError


class WinnersFault(Phrase):
    """Why no first place is told."""

    NOBODY = "winners has nobody"


def first_of_groups(question: Fields) -> dict[str, object]:
    """The answer to `first-of-groups`: by the points in the group, though groups differ in size (R24); those equal in them play it off."""
    winners = [(row.ident("id"), row.points("points")) for row in question.rows("winners")]
    if not winners:
        raise QuestionError(WinnersFault.NOBODY.said())
    question.once("winners", [one for one, _ in winners])
    most = max(points for _, points in winners)
    equal = [one for one, points in winners if points == most]
    if len(equal) == 1:
        return {"first": equal[0], "open": [], "needs": None, "article": "A 5"}
    return {"first": None, "open": equal, "needs": "game" if len(equal) == 2 else "arbiter", "article": "A 5"}
