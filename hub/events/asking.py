"""What the regulations answer to a question of `damcam event ask`."""

from collections.abc import Mapping
from typing import Any

from hub.events.faults import TournamentError
from rules.errors import DamcamError
from tournament.fields import Fields
from tournament.pairing import pair
from tournament.questions import QUESTIONS, Answerer, answer


def _pair(question: Fields) -> dict[str, object]:
    from hub.pairing.dutch import dutch  # networkx takes a moment to load

    return pair(question, dutch)


ANSWERED: Mapping[str, Answerer] = {**QUESTIONS, "pair": _pair}
"""All questions, with the one that needs a pairing engine."""


def asked(question: Mapping[str, object]) -> dict[str, Any]:
    """The answer; TournamentError with the sentence of why there is none."""
    try:
        return answer(question, ANSWERED)
    except DamcamError as error:
        raise TournamentError(error.sentence) from error
