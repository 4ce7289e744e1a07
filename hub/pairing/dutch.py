"""The Dutch system of caissify-pairings as a Swiss engine of the rules."""

import logging
import warnings
from collections.abc import Sequence
from typing import Any

from caissify_pairings import MissingFloatHistoryWarning, generate_pairings

from rules.errors import sentence_of
from rules.tournament.fields import QuestionError
from rules.tournament.swiss import SwissFault, SwissPlayer, SwissRound

logging.getLogger("caissify_pairings").addHandler(logging.NullHandler())  # what it logs is in what it returns


def dutch(players: Sequence[SwissPlayer], number: int, rounds: int) -> SwissRound:
    """The round that the engine proposes; it is for the caller to check. QuestionError: the engine fails."""
    if not players:
        return SwissRound((), ())
    met = {(player.number, other) for player in players for other in player.met if player.number < other}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", MissingFloatHistoryWarning)
            rows = generate_pairings("dutch", [_row(player) for player in players], met, number, rounds)
    except Exception as error:  # of a program from elsewhere nothing is known
        raise QuestionError(SwissFault.ENGINE_FAILED.said(round=number, why=sentence_of(error))) from error
    pairs = tuple((row["white_id"], row["black_id"]) for row in rows if row["black_id"] is not None)
    return SwissRound(pairs, tuple(row["white_id"] for row in rows if row["black_id"] is None))


def _row(player: SwissPlayer) -> dict[str, Any]:
    """The player as the engine takes him. Without ratings its order is that of the entry numbers."""
    return {
        "id": player.number,
        "name": str(player.number),
        "rating": 0,
        "starting_number": player.number,
        "pairing_number": player.number,
        "score": float(player.points),
        "color_hist": list(player.colours),
        "float_history": list(player.floats),
        "bye_count": player.unplayed.byes,
        "forfeit_win_count": player.unplayed.default_wins,
    }
