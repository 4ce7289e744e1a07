"""An event as the public may see it: with the names that it is published with, and without results that a delay still holds back."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from typing import Any

from msgspec import structs

from hub.tournament.board_results import BoardWord
from tournament.events.changes import MatchBoards
from tournament.events.groups import groups_of
from tournament.events.match_boards import NOT_PLAYED
from tournament.events.published import NOBODY, with_shown_names
from tournament.events.state import EventState, GameKey, SeatKey, is_play_off


def is_public(state: EventState) -> bool:
    """Whether everybody may see the event."""
    return state.settled.public != NOBODY and not state.is_contest


def public_said(said: Mapping[SeatKey, BoardWord]) -> dict[SeatKey, BoardWord]:
    """What the public may know of what the boards say: a game that is withheld goes on for it."""
    return {key: replace(one, over=False, result="", unusual="") if one.is_withheld else one for key, one in said.items()}


def public_state(state: EventState, said: Mapping[SeatKey, BoardWord]) -> EventState:
    """The event as the public may see it: without appeals, and without a withdrawal while a game of that player is withheld."""
    held = {key for key, one in said.items() if one.is_withheld}
    playing = {id for key in held for id in key[1:3]}
    of_matches = {key[:3] for key in held if len(key) > 3}
    unseen = held | of_matches | _unseen_play_offs(state, held)
    results = {key: one for key, one in state.results.items() if key not in unseen}
    matches = {key: _without(one, held) for key, one in state.matches.items()}
    decided = tuple(one for one in state.decided if _is_known(state, held, one.ids))
    withdrawn = tuple(one for one in state.withdrawn if one.id not in playing)
    seen = replace(state, results=results, matches=matches, decided=decided, withdrawn=withdrawn)
    return with_shown_names(replace(seen, appeals={}, commissions={}, verdicts={}))


def _is_known(state: EventState, held: Set[SeatKey], ids: Sequence[str]) -> bool:
    """Whether these can have been equal to the end for the public: not while a game of a round of their group is withheld.

    Those who play for the first place of all groups (A 5) are of none.
    """
    playing = {id for key in held if not is_play_off(key) for id in key[1:3]}
    return not playing or any({*ids} <= {*group} and not playing & {*group} for group in groups_of(state))


def _unseen_play_offs(state: EventState, held: Set[SeatKey]) -> set[GameKey]:
    """The play-offs of those who cannot have been equal for the public, and those of two from the first one on that is withheld."""
    unseen: set[GameKey] = set()
    pairs: set[frozenset[str]] = set()
    for key in filter(is_play_off, state.results):
        if any(of[:3] == key for of in held):
            pairs.add(frozenset(key[1:]))
        if frozenset(key[1:]) in pairs or not _is_known(state, held, key[1:]):
            unseen.add(key)
    return unseen


def _without(match: MatchBoards, held: Set[SeatKey]) -> MatchBoards:
    """The match without the results of boards that are withheld."""
    key = (match.round, match.white, match.black)
    boards = (NOT_PLAYED if (*key, number) in held else board for number, board in enumerate(match.boards, 1))
    return structs.replace(match, boards=tuple(boards))


def public_game(game: Mapping[str, Any]) -> dict[str, Any]:
    """A game of the pairings as the public sees it: nothing of what the arbiter has still to look at."""
    status = {"differs": "entered", "catch up": "open"}.get(game["status"], game["status"])
    boards = [public_game(board) for board in game.get("boards", ())]
    return {**game, "status": status, "white": "", "black": "", "unusual": "", "boards": boards}
