"""The page of the appeals of an event (appendix 5), for whoever is signed in: each as the command line tells it, and the forms."""

from typing import Any

from hub.events.appeals import none_here
from hub.events.told_appeals import told_appeal
from hub.organiser.act_asked import BETWEEN
from hub.organiser.shown import ShownEvent
from record.papers.appeals import appeal_rows
from record.telling.sentences import tell


def appeals_page(shown: ShownEvent) -> dict[str, Any]:
    """The appeals, ready for the template, and the games that one can be made on; why there are none where the regulation gives none."""
    state, lang = shown.state, shown.lang
    refusal = none_here(state)
    games = [
        {"value": BETWEEN.join((str(one.round), game.white, game.black)), "round": one.round, "white": game.white, "black": game.black}
        for one in reversed(state.rounds)
        for game in one.games
    ]
    return {
        "none_here": tell(refusal, lang) if refusal else "",
        "games": games,
        "appeals": [_appeal(shown, number) for number in state.appeals],
        "entered": state.entrants,
    }


def _appeal(shown: ShownEvent, number: int) -> dict[str, Any]:
    """An appeal; `is_open`: the commission has to decide it."""
    state, made = shown.state, shown.state.appeals[number]
    seated = state.commissions.get(number)
    is_closed = bool(made.reasons) or number in state.verdicts
    return {
        "number": number,
        "round": made.round,
        "white": made.white,
        "black": made.black,
        "rows": appeal_rows(told_appeal(state, number), shown.lang),
        "seated": seated,
        "is_open": not is_closed,
    }
