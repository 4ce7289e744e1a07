"""What the regulations answer to a question of `damcam event ask`."""

from collections.abc import Mapping
from typing import Any

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
    return answer(question, ANSWERED)
