"""What an organiser does to an event on its pages: the acts of the table, and to confirm what boards say."""

from datetime import datetime
from typing import Any, Final

from hub.organiser.act_asked import BETWEEN, ActAsked
from hub.organiser.forms import texts_of
from hub.tournament.at_once import entered_by_board
from hub.web.numbers import whole_in
from rules.errors import Phrase, Sentence
from tournament.errors import TournamentError
from tournament.events.act import check_fresh, do, from_texts
from tournament.events.acts import ACTS
from tournament.events.changes import BoardsEntered, ResultsEntered, Who
from tournament.events.event_file import KeptEvent, append
from tournament.events.lists import ListSays
from tournament.events.match_entering import together
from tournament.events.state import SeatKey, after
from tournament.events.telling import change_said

CONFIRM: Final = "confirm"
"""The form that enters what boards say."""
SEPARATED: Final = ListSays.SEPARATED.said().code
"""That a list has semicolons, as spreadsheets write it here, is nothing to tell on a page."""


class ActFault(Phrase):
    """Why nothing is done."""

    NO_SUCH_ACT = "this page knows no {act}"
    NOTHING_WAITS = "no result of a board waits"
    OTHER_NOW = "board {board} says something else now: look again"


def done(asked: ActAsked, name: str) -> tuple[KeptEvent, list[Sentence]]:
    """Does the act of that name and tells it; TournamentError, with nothing changed, where it cannot be done."""
    names = asked.event.state.names
    if name == CONFIRM:
        change = _confirmed_results(asked)
        return append(asked.event, change, Who(asked.by)), [change_said(change, names)]
    if name not in ACTS:
        raise TournamentError(ActFault.NO_SUCH_ACT.said(act=repr(name[:20])))
    act_done = do(ACTS[name], asked.event, given_in(asked, name), asked.by, datetime.now())
    return act_done.after, [one for one in act_done.told(names) if one.code != SEPARATED]


def given_in(asked: ActAsked, name: str) -> Any:
    """The fields of the act as the form has them; TournamentError where they cannot be, or what the act rests on was changed since the page
    was shown."""
    act = ACTS[name]
    given = from_texts(act, texts_of(name, asked.form), asked.files)
    check_fresh(act, asked.event, given, whole_in(asked.text("rows")))
    return given


def _confirmed_results(asked: ActAsked) -> ResultsEntered | BoardsEntered:
    """The results of boards that wait, each as the page showed it, in one change."""
    state = asked.event.state
    changes: list[ResultsEntered | BoardsEntered] = []
    for value in asked.form.getlist("game"):
        key, result = _confirmed(value)
        says = asked.said.get(key)
        if says is None or says.result != result:
            raise TournamentError(ActFault.OTHER_NOW.said(board=says.board if says else state.boards.get(key, "")))
        changes.append(entered_by_board(state, key, result))
        state = after(state, changes[-1])
    if not changes:
        raise TournamentError(ActFault.NOTHING_WAITS.said())
    matches = [one for change in changes if isinstance(change, BoardsEntered) for one in change.matches]
    results = [one for change in changes if isinstance(change, ResultsEntered) for one in change.results]
    return together(matches) if matches else ResultsEntered(tuple(results))


def _confirmed(value: str) -> tuple[SeatKey, str]:
    """The game, or the board of a match, that the value of a form names, with the result that the page showed."""
    round_, white, black, result, number = (value.split(BETWEEN) + [""] * 5)[:5]
    key = (round_in(round_), white, black)
    return ((*key, whole_in(number)) if number else key), result


def round_in(text: str) -> int:
    """The round that a form names, below 0 for a play-off as in its key; 0 where there is none."""
    return -whole_in(text[1:]) if text.startswith("-") else whole_in(text)
