"""The page of the appeals of an event (appendix 5), for whoever is signed in: each as the command line tells it, and the forms."""

from typing import Any

from hub.organiser.act_asked import BETWEEN
from hub.organiser.shown import ShownEvent
from hub.organiser.wording import told
from record.papers.appeals import appeal_rows
from record.telling.sentences import tell
from tournament.competitions import BOARDS
from tournament.events.appeals import next_step, none_here
from tournament.events.changes import AppealMade
from tournament.events.play_offs import known_play_offs, round_told
from tournament.events.seats import seats_of
from tournament.events.state import EventState, GameKey
from tournament.events.told_appeals import told_appeal


def appeals_page(shown: ShownEvent) -> dict[str, Any]:
    """The appeals, ready for the template, and the games that one can be made on; why there are none where the regulation gives none."""
    state, lang = shown.state, shown.lang
    refusal = none_here(state)
    keys = [(one.round, game.white, game.black) for one in reversed(state.rounds) for game in one.games]
    games = [told for key in [*reversed(known_play_offs(state)), *keys] for told in _games(state, key)]
    return {
        "none_here": tell(refusal, lang) if refusal else "",
        "games": games,
        "appeals": [_appeal(shown, number) for number in state.appeals],
    }


def _games(state: EventState, key: GameKey) -> list[dict[str, Any]]:
    """The game, of teams the match and each of its boards with its players."""
    names, (round_, first, second) = state.names, key
    value = BETWEEN.join((round_told(round_), first, second))
    told: list[dict[str, Any]] = [{"value": value, "round": round_, "white": names[first], "black": names[second], "board": 0}]
    for number in range(1, BOARDS[state.competition] + 1) if state.is_of_teams else ():
        white, black = seats_of(state, (*key, number), names)
        told.append({"value": f"{value}{BETWEEN}{number}", "round": round_, "white": white, "black": black, "board": number})
    return told


def _appeal(shown: ShownEvent, number: int) -> dict[str, Any]:
    """An appeal; `is_open`: the commission has to decide it. `next` is what the arbiter does after its verdict. `given` is what a form that
    corrects it begins with."""
    state, made = shown.state, shown.state.appeals[number]
    seated, step = state.commissions.get(number), next_step(state.verdicts.get(number))
    is_closed = bool(made.reasons) or number in state.verdicts
    return {
        "number": number,
        "round": made.round,
        "white": made.white,
        "black": made.black,
        "rows": appeal_rows(told_appeal(state, number), shown.lang),
        "next": told(step, shown.lang) if step else "",
        "seated": seated,
        "is_open": not is_closed,
        "given": None if number in state.verdicts else _given(made),
    }


def _given(made: AppealMade) -> dict[str, str]:
    board = [str(made.board)] if made.board else []
    parties = {made.white: "white", made.black: "black"}
    return {
        "game": BETWEEN.join((round_told(made.round), made.white, made.black, *board)),
        "party": parties.get(made.party, ""),
        "against": made.against,
        "told": made.told,
        "grounds": made.grounds,
        "made": made.made,
        "next_match_day": made.next_match_day,
        "written": "yes" if made.written else "",
    }
