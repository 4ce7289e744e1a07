"""The problem contest (regulation H): what is entered of it. The text has no formula, so the order is entered as the jury decided it."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from rules.board.fen import full_fen, parse_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.errors import FenError, Phrase
from tournament.errors import TournamentError
from tournament.events.changes import JuryOrdered, ProblemEntered, ProblemMarked
from tournament.events.remedies import Remedy
from tournament.events.state import EventState
from tournament.events.texts_given import free_text_in, id_in, line_in

MARK: Final = re.compile(r"\d{1,3}(?:\.\d{1,2})?", re.ASCII)
SHARED: Final = "="
"""Between the ids of problems that share a place."""
ARTICLE: Final = "H 3"


class ContestRefusal(Phrase):
    """Why a problem, a mark or an order is not entered, or a task is not for this event."""

    GAMES_ALONE = "a problem contest (H) has no games; its tasks are problem, mark, order, standings, log and undo"
    CONTEST_ALONE = "competition {competition} is played over the board; problem, mark and order are for the problem contest (H)"
    NO_POSITION = "the position of {id}: {why}"
    NO_ID = "{id} is no id of a problem: = stands between problems that share a place"
    ENTERED = "there is a problem {id} already"
    SAME_POSITION = "problem {id} has the same position"
    NO_AUTHOR = "who made the problem is missing"
    NO_PROBLEM = "there is no problem {id}; entered are {ids}"
    NOBODY = "no problem is entered yet"
    NO_MARK = "{text} is no mark; a number such as 7.5 was expected, the regulation has no scale"
    MARKED = "{juror} gave {problem} the mark {mark}; another one wants a reason"
    SAME_MARK = "{juror} gave {problem} the mark {mark}, and nothing would change"
    ORDERED = "the jury has entered its order"
    TWICE = "{id} stands twice in the order"
    LEFT_OUT = "the order leaves out {ids}"


def check_games(state: EventState) -> None:
    """TournamentError for a problem contest, which has no games."""
    if state.is_contest:
        raise TournamentError(ContestRefusal.GAMES_ALONE.said())


def check_contest(state: EventState) -> None:
    """TournamentError for an event that is no problem contest."""
    if not state.is_contest:
        raise TournamentError(ContestRefusal.CONTEST_ALONE.said(competition=state.made.competition))


def problem_entered(state: EventState, given: ProblemEntered) -> tuple[ProblemEntered, Position]:
    """The problem without its conditions, and its position; TournamentError where it cannot be entered."""
    check_contest(state)
    _check_open(state)
    id, author = id_in(given.id), line_in(given.author, "author")
    if not author:
        raise TournamentError(ContestRefusal.NO_AUTHOR.said())
    if SHARED in id:
        raise TournamentError(ContestRefusal.NO_ID.said(id=repr(id)))
    if id in state.problems:
        raise TournamentError(ContestRefusal.ENTERED.said(id=repr(id)))
    try:
        position = parse_fen(given.fen, ruleset("frisian"))
    except FenError as error:
        raise TournamentError(ContestRefusal.NO_POSITION.said(id=repr(id), why=error.sentence)) from error
    fen = full_fen(position)
    if same := next((one.id for one in state.problems.values() if one.fen == fen), None):
        raise TournamentError(ContestRefusal.SAME_POSITION.said(id=repr(same)))
    return ProblemEntered(id, author, fen, free_text_in(given.solution, "solution")), position


def problem_marked(state: EventState, words: Sequence[str], *, corrects: bool) -> ProblemMarked:
    """The mark of the three texts problem, juror and mark; TournamentError. `corrects`: a reason was given, by which it may replace one."""
    check_contest(state)
    _check_open(state)
    problem, juror, text = words
    _known(state, problem)
    plain = text.strip().replace(",", ".")
    if not MARK.fullmatch(plain):
        raise TournamentError(ContestRefusal.NO_MARK.said(text=repr(text[:20])))
    made = ProblemMarked(problem, id_in(juror), plain)
    if before := state.marks.get((problem, made.juror)):
        is_same = Fraction(before) == Fraction(plain)
        if is_same or not corrects:
            phrase = ContestRefusal.SAME_MARK if is_same else ContestRefusal.MARKED
            raise TournamentError(phrase.said(juror=made.juror, problem=problem, mark=before))
    return made


def jury_ordered(state: EventState, words: Sequence[str]) -> JuryOrdered:
    """The jury's order of all problems; those of one place are joined by `=`. TournamentError where one is missing or stands twice."""
    check_contest(state)
    _check_open(state)
    if not state.problems:
        raise TournamentError(ContestRefusal.NOBODY.said())
    places = tuple(tuple(word.split(SHARED)) for word in words)
    seen: set[str] = set()
    for id in (id for place in places for id in place):
        _known(state, id)
        if id in seen:
            raise TournamentError(ContestRefusal.TWICE.said(id=repr(id)))
        seen.add(id)
    if left_out := tuple(id for id in state.problems if id not in seen):
        raise TournamentError(ContestRefusal.LEFT_OUT.said(ids=left_out))
    return JuryOrdered(places)


def sum_of(state: EventState, problem: str) -> str:
    """The sum of the marks of the problem, as people write it; empty where it has none."""
    marks = [Fraction(mark) for (one, _), mark in state.marks.items() if one == problem]
    return f"{float(sum(marks)):g}" if marks else ""


def places_of(state: EventState) -> list[tuple[tuple[int, int], str]]:
    """The problems in the jury's order with their places, from and to; empty where the jury has entered none."""
    told: list[tuple[tuple[int, int], str]] = []
    for place in state.order.places if state.order else ():
        first = len(told) + 1
        told += [((first, first + len(place) - 1), id) for id in place]
    return told


def _check_open(state: EventState) -> None:
    if state.order:
        raise TournamentError(ContestRefusal.ORDERED.said(Remedy.UNDO.said()))


def _known(state: EventState, id: str) -> None:
    if not state.problems:
        raise TournamentError(ContestRefusal.NOBODY.said())
    if id not in state.problems:
        raise TournamentError(ContestRefusal.NO_PROBLEM.said(id=repr(id), ids=tuple(state.problems)))
