"""The acts of a problem contest (regulation H): a problem, a juror's mark, and the jury's order."""

from dataclasses import dataclass
from typing import Any

from msgspec import structs

from rules.errors import _
from rules.study.solver import DEFAULT_NODES
from tournament.events.act import Act, Decided, Done, Event, IncompleteAct, Kind, given, nothing, reason
from tournament.events.changes import ProblemEntered
from tournament.events.contest import check_contest, jury_ordered, problem_entered, problem_marked, sum_of
from tournament.events.problem_conditions import conditions_apart, conditions_found
from tournament.events.state import EventState


@dataclass(frozen=True, slots=True)
class Problem:
    """Enters a problem of a contest (regulation H), and tells which conditions of Art. 2 hold, as far as the position and a search for the
    win show it; what the jury judges is told as that. Without ID and FEN it shows all problems."""

    id: str = given(_("Id"), "the problem's id", word=True, form_needs=True)
    author: str = given(_("Author"), "who made it", form_needs=True, metavar="NAME")
    fen: str = given(_("Position, such as W:W28,32:B12,17"), "its position, such as W:W28,32:B12,17", word=True, form_needs=True, most=400)
    solution: str = given(_("The author's solution"), "the author's solution; it is kept as it is given", most=1000)
    nodes: int = given(  # a form has none: then a process of its own searches for as long as a page waits
        "", f"search at most N positions (default: {DEFAULT_NODES})", metavar="N", default=DEFAULT_NODES
    )


def _problem(event: Event, given: Problem) -> Decided:
    check_contest(event.state)
    if not (given.id and given.fen and given.author):
        raise IncompleteAct("ID FEN and --author were expected, or none of them, which shows the problems")
    change, position = problem_entered(event.state, ProblemEntered(given.id, given.author, given.fen, given.solution))
    found = conditions_found(position, given.nodes) if given.nodes else conditions_apart(change.fen)
    return Decided(structs.replace(change, conditions=found))


@dataclass(frozen=True, slots=True)
class Mark:
    """Enters the mark that a juror gives a problem of a contest (regulation H). The sum of the marks is shown, and orders nothing: the
    regulation has no formula. A mark that is there is changed with --reason."""

    problem: str = given(_("Problem"), "the problem's id", word=True, required=True, kind=Kind.PROBLEM)
    juror: str = given(_("Juror"), "who gives the mark", word=True, required=True)
    mark: str = given(_("Mark"), "a number such as 7.5", word=True, required=True, most=6)
    reason: str | None = reason("why an earlier mark is changed", label=_("Reason, where it replaces a mark"))


def _mark(event: Event, given: Mark) -> Decided:
    texts = given.problem, given.juror, given.mark
    return Decided(problem_marked(event.state, texts, corrects=given.reason is not None))


def _mark_told(done: Done) -> list[dict[str, Any]]:
    change = done.change
    total = float(sum_of(done.after.state, change.problem))
    return [{"problem": change.problem, "juror": change.juror, "mark": float(change.mark), "sum": total}]


def _mark_before(state: EventState, given: Mark) -> object:
    return state.marks.get((given.problem, given.juror)), state.order


@dataclass(frozen=True, slots=True)
class Order:
    """Enters the order of a problem contest as its jury decided it (H 3). All problems are named, the best first; those that share a place
    are joined by =, such as p3=p7."""

    ids: tuple[str, ...] = given("", "the problems, the best first", word=True, required=True, key="ids", metavar="ID", default=())
    reason: str | None = reason("how the jury decided", required=True, label=_("How the jury decided"))


def _order(event: Event, given: Order) -> Decided:
    return Decided(jury_ordered(event.state, given.ids))


PROBLEM = Act(
    "problem",
    Problem,
    _problem,
    "enter a problem of a contest (H), or show them",
    _("Enter the problem"),
    rests_on=nothing,
    is_for_games=False,
    explains=_(
        "The program tells which conditions of Art. 2 hold, as far as the position and a search of some seconds for the win show it."
    ),
)
MARK = Act(
    "mark",
    Mark,
    _mark,
    "enter the mark of a juror for a problem",
    _("Enter the mark"),
    _mark_told,
    rests_on=_mark_before,
    is_for_games=False,
    offered=lambda state: bool(state.problems),
    explains=_("The sum of the marks is shown, and orders nothing: the regulation has no formula."),
)
ORDER = Act("order", Order, _order, "enter the jury's order of the problems", _("Enter the order"), is_for_games=False)
