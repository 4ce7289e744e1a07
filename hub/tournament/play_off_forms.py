"""The play-offs that are to be played now, as what is printed of them: a slip for each game, of teams the form of the match."""

from typing import Any

from hub.tournament.match_forms import boards_of_form
from rules.errors import Phrase
from tournament.errors import TournamentError
from tournament.events.play_offs import games_now, group_of_play_off
from tournament.events.state import EventState


class PlayOffFormFault(Phrase):
    """Why there is no form."""

    NONE = "no play-off is to be played now"


def play_off_forms(state: EventState, lang: str) -> list[dict[str, Any]]:
    """What each play-off that is to be played now has on its form; TournamentError where there is none.

    A form has the `number` of the play-off among those of these two with these colours; `white_name` and `black_name`, of teams those of
    the first and the second; whether their colours are `by_lot` still; the `group`; the key of the `board` of a game that was given one,
    else an empty text; and of teams the `boards` of `boards_of_form`.
    """
    known = state.by_id
    forms: list[dict[str, Any]] = []
    for keys in games_now(state):
        number, white, black = key = keys[0]
        forms.append(
            {
                "number": -number,
                "white_name": known[white].shown,
                "black_name": known[black].shown,
                "by_lot": len(keys) > 1,
                "group": group_of_play_off(state, white, black),
                "board": state.boards.get(key, ""),
                "boards": boards_of_form(state, (white, black), lang) if state.is_of_teams else [],
            }
        )
    if not forms:
        raise TournamentError(PlayOffFormFault.NONE.said())
    return forms
