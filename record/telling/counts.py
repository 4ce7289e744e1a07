"""The counts that are running, as sentences for spectators: how many moves are left before a draw, or before a king must rest; and how
strong both sides stand, for the arbiter who must decide."""

from record.telling.reasons import RESULTS, SIDES
from record.texts import say
from rules.play.counting import Count
from rules.play.endings import Cause
from rules.play.strongest import Strength

KING_RESTS = "{side}: {made} of {limit} quiet moves in a row with the king on square {square}."
TO_WIN = "{side} has {left} of {limit} moves left to win."
TO_WIN_EACH = "A draw after {left} more moves by each side, of {limit}."
STRENGTH = "By the strongest position: White {white}, Black {black}; proposed: {result}."
SENTENCES: dict[Cause, str] = {
    Cause.REPETITION: "This position has stood {made} times; at {limit} a draw may be claimed.",
    Cause.STRONGEST: "{made} moves by each side with kings alone; after {limit} that repeat the arbiter decides.",
}
TEMPLATES: dict[str, str] = {
    "king-rests": KING_RESTS,
    "to-win": TO_WIN,
    "to-win-each": TO_WIN_EACH,
    **{str(cause): sentence for cause, sentence in SENTENCES.items()},
}
"""The sentences by what `kind_of` calls their counts."""


def kind_of(count: Count) -> str:
    """Which sentence tells the count, a key of TEMPLATES."""
    if count.cause is None:
        return "king-rests"
    return str(count.cause) if count.cause in SENTENCES else "to-win" if count.side else "to-win-each"


def explain_count(count: Count, lang: str) -> str:
    """The count as a sentence in that language."""
    side = say(lang, SIDES[count.side]) if count.side else ""
    return say(lang, TEMPLATES[kind_of(count)], side=side, made=count.made, left=count.left, limit=count.limit, square=count.square)


def explain_strength(strength: Strength, lang: str) -> str:
    """What both sides' pieces count, and what the arbiter is proposed, as a sentence in that language."""
    return say(lang, STRENGTH, white=strength.white, black=strength.black, result=say(lang, RESULTS[strength.result]))
