"""What the regulations answer to a question of `damcam event ask`."""

from collections.abc import Mapping
from typing import Any

from hub.events.faults import TournamentError
from rules.errors import DamcamError
from rules.tournament.questions import QUESTIONS, Answerer, answer

ANSWERED: Mapping[str, Answerer] = QUESTIONS
"""The questions of which an event makes use."""


def asked(question: Mapping[str, object]) -> dict[str, Any]:
    """The answer; TournamentError with the sentence of why there is none."""
    try:
        return answer(question, ANSWERED)
    except DamcamError as error:
        raise TournamentError(error.sentence) from error
