"""What the regulations answer to a question of `damcam event ask`."""

from collections.abc import Mapping
from typing import Any

from tournament.questions import answer


def asked(question: Mapping[str, object]) -> dict[str, Any]:
    """The answer; TournamentError with the sentence of why there is none."""
    return answer(question)
