"""The words for the conditions of a problem (regulation H, Art. 2), and for what was found of them."""

from collections.abc import Iterable

from rules.errors import Phrase, Sentence
from tournament.events.changes import ConditionFound


class ConditionSays(Phrase):
    """Each condition."""

    WHITE_TO_MOVE = "White begins"
    WHITE_WINS = "White wins"
    EXPLAINABLE = "the position can come about by moves"
    NO_MATERIAL_ADVANTAGE = "White has no advantage in material"
    NO_KINGS = "there are no kings"
    NONE_EN_PRISE = "no black piece can be taken at once"
    NO_SECOND = "there is no second solution"
    PURPOSE = "all pieces have a purpose"
    NO_INTERCHANGE = "no moves can be interchanged"
    ENDING_PLACE = "the pieces are brought to where the problem ends"
    CLEAR_ENDING = "an ending or motif is won in one clear way"


class FoundSays(Phrase):
    """What was found of a condition."""

    HOLDS = "holds"
    BROKEN = "broken"
    BROKEN_AT = "broken by {squares}"
    JURY = "the jury judges it"
    UNKNOWN = "not known: the search was not enough"
    IN_ORDER = "the jury's order (H 3)"
    NO_ORDER = "the jury has not entered its order; the regulation has no formula for it (H 3)"


DEMANDS = {
    "white-to-move": ConditionSays.WHITE_TO_MOVE,
    "white-wins": ConditionSays.WHITE_WINS,
    "explainable-by-moves": ConditionSays.EXPLAINABLE,
    "no-material-advantage": ConditionSays.NO_MATERIAL_ADVANTAGE,
    "no-kings": ConditionSays.NO_KINGS,
    "no-black-piece-en-prise": ConditionSays.NONE_EN_PRISE,
    "no-second-solution": ConditionSays.NO_SECOND,
    "purpose-of-pieces": ConditionSays.PURPOSE,
    "no-interchange": ConditionSays.NO_INTERCHANGE,
    "ending-place": ConditionSays.ENDING_PLACE,
    "clear-ending": ConditionSays.CLEAR_ENDING,
}


def conditions_said(found: Iterable[ConditionFound]) -> list[tuple[str, Sentence, Sentence]]:
    """For each condition its article, what it demands, and what was found."""
    return [(f"H {one.article}", DEMANDS[one.demand].said(), _found_said(one)) for one in found if one.demand in DEMANDS]


def _found_said(one: ConditionFound) -> Sentence:
    if one.found == "broken" and one.squares:
        return FoundSays.BROKEN_AT.said(squares=tuple(str(square) for square in one.squares))
    return {"holds": FoundSays.HOLDS, "broken": FoundSays.BROKEN, "jury": FoundSays.JURY}.get(one.found, FoundSays.UNKNOWN).said()
