"""What an organiser enters of a problem contest (regulation H) on its page: a problem, a juror's mark, and the jury's order."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import structs

from hub.events.contest import SHARED, jury_ordered, problem_entered, problem_marked
from hub.events.contest_changes import ProblemEntered
from hub.events.texts_given import line_in, number_in, reason_in
from hub.organiser.act_asked import ActAsked, Decided
from hub.organiser.conditions_apart import conditions_apart


def _problem(asked: ActAsked) -> Decided:
    given = ProblemEntered(asked.text("id"), asked.text("author"), asked.text("fen"), asked.text("solution"))
    made, _ = problem_entered(asked.event.state, given)
    return Decided(structs.replace(made, conditions=conditions_apart(made.fen)))


def _mark(asked: ActAsked) -> Decided:
    words = [asked.text(name) for name in ("problem", "juror", "mark")]
    reason = asked.text("reason")
    return Decided(problem_marked(asked.event.state, words, corrects=bool(reason)), line_in(reason, "reason"))


def _order(asked: ActAsked) -> Decided:
    """The order by a place for each problem; those of equal numbers share one."""
    places: dict[int, list[str]] = {}
    for id, text in zip(asked.form.getlist("id"), asked.form.getlist("place"), strict=False):
        if place := number_in(text, "place"):
            places.setdefault(place, []).append(id)
    words = [SHARED.join(places[place]) for place in sorted(places)]
    return Decided(jury_ordered(asked.event.state, words), reason_in(asked.text("reason")))


CONTEST_ACTS: Final[Mapping[str, Callable[[ActAsked], Decided]]] = {"problem": _problem, "mark": _mark, "order": _order}
