"""The Dutch system of FIDE (C.04.3) by gacrux as a Swiss engine of the rules.

gacrux is handed the event in its Chess-JSON form, the whole history at each round: with a part of it, or with opponents who are away left
out, other pairs come out. `topColor` is the colour of the first number in round 1; without it gacrux draws lots at each call.
"""

from fractions import Fraction
from types import SimpleNamespace
from typing import Any, Final

import networkx
from gacrux import pairingdutch
from gacrux.chessjson import chessjson
from gacrux.crosstabledutch import crosstable_dutch
from gacrux.gacruxexeptions import GacruxNoLegalPairing
from gacrux.pairingdutch import pairing_dutch

from hub.pairing.matching import min_weight_matching
from rules.errors import sentence_of
from tournament.fields import QuestionError
from tournament.swiss import BYE, DRAW, NOTHING, WIN, SwissBye, SwissEvent, SwissFault, SwissGame, SwissRound

FIRST_COLOUR: Final = "w"
"""The first number has White in round 1."""
PARAMS: Final = {"experimental": [], "verbose": 0}
"""No experiments of gacrux, and nothing printed."""
MAX_STEPS_BACK: Final = 2000
"""How often gacrux's search by exchanges goes back in one bracket, before the pairs are found by weights: a fifth of a second. gacrux goes
back 40,320 times, which takes longer than the weights do for 200 players. Both find the same pairs."""

# gacrux takes its graphs and its matching from this name and from nowhere else; it has no parameter for them.
pairingdutch.nx = SimpleNamespace(Graph=networkx.Graph, min_weight_matching=min_weight_matching)


def dutch(event: SwissEvent) -> SwissRound | None:
    """The round of C.04.3; None where no pairing exists. QuestionError: gacrux fails."""
    try:
        brackets = _Pairing(_tournament(event), event).compute_pairing(checkonly=False)
    except GacruxNoLegalPairing:
        return None
    except Exception as error:  # of a program from elsewhere nothing is known
        raise QuestionError(SwissFault.ENGINE_FAILED.said(round=event.round, why=sentence_of(error))) from error
    pairs = [pair for bracket in brackets for pair in bracket["pairs"]]
    if not pairs:
        return None
    boards = [(pair["w"], pair["b"]) for pair in sorted(pairs, key=lambda pair: pair["board"])]
    bye = next((white for white, black in boards if black == 0), None)
    return SwissRound(tuple((white, black) for white, black in boards if black), bye)


class _Crosstable(crosstable_dutch):
    """gacrux's table of who may meet whom, in which those whom the arbiter has placed keep their numbers."""

    def __init__(self, placed: frozenset[int], *given: Any) -> None:
        super().__init__(*given)
        self._placed = placed

    def assign_tpn(self, competitors: list[dict[str, Any]], size: int) -> None:
        """Number the players: gacrux passes over who is away and was never paired, but a pair by hand is a pair (C.04.3, 5.2.5)."""
        for number in self._placed:
            competitors[number]["rip"] = True
        super().assign_tpn(competitors, size)


class _Pairing(pairing_dutch):
    """gacrux's pairing of a round."""

    def __init__(self, tournament: dict[str, Any], event: SwissEvent) -> None:
        super().__init__(tournament, event.round, PARAMS)
        self._placed = event.placed
        self._steps_back = 0

    def get_crosstable(self, *given: Any) -> _Crosstable:
        return _Crosstable(self._placed, *given)

    def simple_permute(self, *given: Any) -> Any:
        """Search a bracket by exchanges; empty where that finds nothing."""
        self._steps_back = 0
        return super().simple_permute(*given)

    def canbepared(self, *given: Any) -> Any:  # gacrux asks this before a pair of the search ...
        return self._steps_back < MAX_STEPS_BACK and super().canbepared(*given)

    def cannotbepared(self, *given: Any) -> Any:  # ... and calls this when it takes one back
        self._steps_back += 1
        return super().cannotbepared(*given)


def _tournament(event: SwissEvent) -> dict[str, Any]:
    """The event as Chess-JSON, in the names of gacrux."""
    tournament: dict[str, Any] = chessjson().add_tournament(1, False, event.rounds)
    games = [*map(_game, event.games), *(_bye(bye) for bye in event.byes if bye.points)]
    tournament |= {
        "currentRound": event.round - 1,
        "topColor": FIRST_COLOUR,
        "pairingSystem": ["dutch"],
        "maxMeets": 1,
        "competitors": [_competitor(number, is_there=number in event.to_pair) for number in range(1, event.players + 1)],
        "gameList": sorted(games, key=lambda game: game["round"]),
    }
    return tournament


def _competitor(number: int, *, is_there: bool) -> dict[str, Any]:
    return {"cid": number, "rank": number, "random": number, "rating": None, "present": is_there}


def _game(game: SwissGame) -> dict[str, Any]:
    """A game with the letters of both sides, W, D and L; who did not come has Z in place of L."""
    white, black = ({"cid": player, "result": _letter(points, game)} for player, points in zip(game.players, game.points, strict=True))
    return _row(game.round, white, black, is_played=not game.default)


def _letter(points: Fraction, game: SwissGame) -> str:
    return {WIN: "W", DRAW: "D", NOTHING: "Z" if game.default else "L"}[points]


def _bye(bye: SwissBye) -> dict[str, Any]:
    """A bye with points. That of the system counts as played, without opponent and colour; half a point is a draw that was not played."""
    is_of_system = bye.points == BYE
    return _row(bye.round, {"cid": bye.player, "result": "P" if is_of_system else "D"}, None, is_played=is_of_system)


def _row(number: int, white: dict[str, Any], black: dict[str, Any] | None, *, is_played: bool) -> dict[str, Any]:
    return {"round": number, "white": white, "black": black, "played": is_played, "rated": is_played}
