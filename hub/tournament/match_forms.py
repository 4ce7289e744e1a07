"""The forms that are printed of matches and play-offs: boards, colours and players by the lists of both teams (B 4, B 6, G 4)."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rules.errors import Phrase
from tournament.competitions import BOARDS
from tournament.errors import TournamentError
from tournament.events.anonymous import shown_player
from tournament.events.play_offs import games_now, group_of_play_off
from tournament.events.sheets import sheet
from tournament.events.state import EventState
from tournament.match import MatchBoard, team_match

FIRST, SECOND = "first", "second"
LOST: Mapping[str | None, str] = {"1-0": "1-0", "0-1": "0-1", None: "0-0"}
"""The points of a board that is lost by default; nobody's where nobody is there (R19)."""


class PlayOffFormFault(Phrase):
    """Why there is no form."""

    NONE = "no play-off is to be played now"


def match_forms(state: EventState, round_: int | None, lang: str) -> list[dict[str, Any]]:
    """The matches of a round, as `sheet` tells them, each with its `boards` of `boards_of_form`."""
    return [{**asdict(row), "boards": boards_of_form(state, (row.white, row.black), lang)} for row in sheet(state, round_) if row.black]


def play_off_forms(state: EventState, lang: str) -> list[dict[str, Any]]:
    """The play-offs that are to be played now, a slip for each game, of teams the form of the match; TournamentError where there is none.

    A form has the `number` of the play-off among those of these two with these colours; `white_name` and `black_name`, of teams those of
    the first and the second; whether their colours are `by_lot` still; the `group`; the key of the `board` of a game that was given one,
    else an empty text; and of teams the `boards` of `boards_of_form`.
    """
    names = state.names
    forms: list[dict[str, Any]] = []
    for keys in games_now(state):
        number, white, black = key = keys[0]
        forms.append(
            {
                "number": -number,
                "white_name": names[white],
                "black_name": names[black],
                "by_lot": len(keys) > 1,
                "group": group_of_play_off(state, white, black),
                "board": state.boards.get(key, ""),
                "boards": boards_of_form(state, (white, black), lang) if state.is_of_teams else [],
            }
        )
    if not forms:
        raise TournamentError(PlayOffFormFault.NONE.said())
    return forms


def boards_of_form(state: EventState, teams: tuple[str, str], lang: str) -> list[dict[str, Any]]:
    """The boards of a match of these teams.

    A board is {"board", "first", "second", "white", "lost"}: the players, None where the list of the team is not there and empty where
    nobody plays; which team has White; and the points of a board that is lost by default, else an empty text. That is known only once
    both lists are there.
    """
    lists = [state.line_ups[team].players if team in state.line_ups else None for team in teams]
    full = [[f"{team} {at}" for at in range(BOARDS[state.competition])] for team in teams]
    coloured = _matched(full)
    known: list[Sequence[str]] = [one for one in lists if one is not None]
    known = known if len(known) == len(full) else list(full)
    played = _matched([_occupied(ids, names) for ids, names in zip(full, known, strict=True)])
    boards = []
    for at, (colours, board) in enumerate(zip(coloured, played, strict=True)):
        is_first_white = colours.white == full[0][at]
        players = {
            side: None if names is None else shown_player(names[at], lang) for side, names in zip((FIRST, SECOND), lists, strict=True)
        }
        lost = LOST[board.result] if board.by_default else ""
        boards.append(
            {
                "board": board.number,
                **players,
                "white": FIRST if is_first_white else SECOND,
                "lost": lost if is_first_white else lost[::-1],
            }
        )
    return boards


def _occupied(ids: Sequence[str], names: Sequence[str]) -> list[str | None]:
    """The ids of the boards at which somebody plays, None for the others."""
    return [id if name else None for id, name in zip(ids, names, strict=True)]


def _matched(places: Sequence[Sequence[str | None]]) -> tuple[MatchBoard, ...]:
    """The boards of a match of these places, None for one at which nobody plays, as the regulation has them."""
    first, second = places
    return team_match(first, second, [None] * len(first)).boards
