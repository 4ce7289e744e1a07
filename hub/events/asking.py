"""What the regulations answer to a question of `damcam event ask`."""

from collections.abc import Mapping
from typing import Any

from hub.events.faults import TournamentError
from rules.errors import Sentence
from rules.tournament.questions import answer


def asked(question: Mapping[str, Any]) -> dict[str, Any]:
    """The answer; TournamentError with the sentence of an answer that is an error."""
    told: dict[str, Any] = answer(dict(question))
    if "error" in told:
        raise TournamentError(Sentence.plain(str(told["error"])))
    return told
