"""The Dutch system of FIDE (C.04.3) by gacrux, as an engine of `tournament.swiss`.

gacrux is handed the event in its Chess-JSON form, the whole history at each round: with a part of it, or with opponents who are away left
out, other pairs come out. `topColor` is the colour of the first number in round 1; without it gacrux draws lots at each call.
"""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, Final

import networkx
from gacrux import pairingdutch
from gacrux.chessjson import chessjson
from gacrux.crosstabledutch import crosstable_dutch
from gacrux.gacruxexeptions import GacruxNoLegalPairing
from gacrux.pairingdutch import pairing_dutch

from rules.errors import sentence_of
from tournament.games import LOSS, WIN, Bye, Game
from tournament.matching import min_weight_matching
from tournament.swiss import SwissEvent, SwissRound, engine_failed

Numbers = Mapping[str, int]
"""The entry numbers by the ids of the players, from 1 on."""

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
    """Return the round of C.04.3 for `to_pair`; None where no pairing exists. TournamentError: gacrux fails."""
    numbers = {id: number for number, id in enumerate(event.players, 1)}
    try:
        pairing = _Pairing(_tournament(event, numbers), event.round, frozenset(numbers[id] for id in event.placed))
        brackets = pairing.compute_pairing(checkonly=False)
    except GacruxNoLegalPairing:
        return None
    except Exception as error:  # of a program from elsewhere nothing is known
        raise engine_failed(event, sentence_of(error)) from error
    pairs = [pair for bracket in brackets for pair in bracket["pairs"]]
    if not pairs:
        return None
    ids = dict(enumerate(event.players, 1))
    boards = [(ids[pair["w"]], ids.get(pair["b"])) for pair in sorted(pairs, key=lambda pair: pair["board"])]
    bye = next((white for white, black in boards if black is None), None)
    return SwissRound(tuple((white, black) for white, black in boards if black is not None), bye)


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

    def __init__(self, tournament: dict[str, Any], round_: int, placed: frozenset[int]) -> None:
        super().__init__(tournament, round_, PARAMS)
        self._placed = placed
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


def _tournament(event: SwissEvent, numbers: Numbers) -> dict[str, Any]:
    """The event as Chess-JSON, in the names of gacrux."""
    tournament: dict[str, Any] = chessjson().add_tournament(1, False, event.rounds)
    games = [_game(game, numbers) for game in event.games] + [_bye(bye, numbers[bye.id]) for bye in event.earlier_byes if bye.points]
    to_pair = event.to_pair
    tournament |= {
        "currentRound": event.round - 1,
        "topColor": FIRST_COLOUR,
        "pairingSystem": ["dutch"],
        "maxMeets": 1,
        "competitors": [_competitor(number, is_there=id in to_pair) for id, number in numbers.items()],
        "gameList": sorted(games, key=lambda game: game["round"]),
    }
    return tournament


def _competitor(number: int, *, is_there: bool) -> dict[str, Any]:
    return {"cid": number, "rank": number, "random": number, "rating": None, "present": is_there}


def _game(game: Game, numbers: Numbers) -> dict[str, Any]:
    """A game with the letters of both sides, W, D and L; who did not come has Z in place of L."""
    points = game.points or (LOSS, LOSS)
    white, black = ({"cid": numbers[id], "result": _letter(own, game)} for id, own in zip(game.sides, points, strict=True))
    return _row(game.round, white, black, is_played=not game.by_default)


def _letter(points: float, game: Game) -> str:
    if points == LOSS:
        return "Z" if game.by_default else "L"
    return "W" if points == WIN else "D"


def _bye(bye: Bye, number: int) -> dict[str, Any]:
    """A bye with points. That of the system counts as played, without opponent and colour; half a point is a draw that was not played."""
    is_of_system = bye.points == WIN
    return _row(bye.round, {"cid": number, "result": "P" if is_of_system else "D"}, None, is_played=is_of_system)


def _row(round_: int, white: dict[str, Any], black: dict[str, Any] | None, *, is_played: bool) -> dict[str, Any]:
    return {"round": round_, "white": white, "black": black, "played": is_played, "rated": is_played}
