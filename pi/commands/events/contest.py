"""What the tasks of a problem contest print: the problems with their conditions and marks, and the jury's order."""

from argparse import Namespace
from collections.abc import Mapping
from typing import Any

from pi.commands.events.opening import place_said
from pi.setup.output import print_json, print_table, wants_json
from rules.errors import Phrase
from tournament.events.contest import ARTICLE, places_of, sum_of
from tournament.events.contest_words import FoundSays, conditions_said
from tournament.events.state import EventState


class ContestHeads(Phrase):
    """The headings of the tables."""

    PLACE = "Place"
    PROBLEM = "Problem"
    AUTHOR = "Author"
    MARKS = "Marks"
    SUM = "Sum"


def print_problem(state: EventState, id: str, args: Namespace) -> None:
    """Print a problem with what was found of its conditions, and its marks."""
    if wants_json(args.json):
        print_json(_problem_told(state, id))
        return
    one = state.problems[id]
    print(f"{one.id} · {one.author} · {one.fen}" + (f" · {one.solution}" if one.solution else ""))
    for article, demand, found in conditions_said(one.conditions):
        print(f"  {article}  {demand!s}: {found!s}")
    if marks := _marks_told(state, id):
        print(f"  {ContestHeads.MARKS.said()!s}: {marks} = {sum_of(state, id)}")


def print_contest(state: EventState, args: Namespace) -> None:
    """Print the jury's order; without one the problems in the order of entry, and that there is none."""
    places: Mapping[str, tuple[int, int]] = {id: place for place, id in places_of(state)}
    order = list(places) or list(state.problems)
    if wants_json(args.json):
        table = [{"place": list(places[id]) if places else None, **_problem_told(state, id)} for id in order]
        print_json({"ordered": bool(places), "table": table, "article": ARTICLE})
        return
    says = ContestHeads
    heads = [str(one.said()) for one in (says.PLACE, says.PROBLEM, says.AUTHOR, says.MARKS, says.SUM)]
    cells = [
        (place_said(places[id]) if places else "", id, state.problems[id].author, _marks_told(state, id), sum_of(state, id)) for id in order
    ]
    print_table(heads, cells)
    print(str((FoundSays.IN_ORDER if places else FoundSays.NO_ORDER).said()))


def _marks_told(state: EventState, id: str) -> str:
    return " + ".join(f"{mark} ({juror})" for (problem, juror), mark in state.marks.items() if problem == id)


def _problem_told(state: EventState, id: str) -> dict[str, Any]:
    one = state.problems[id]
    found = [{"article": c.article, "demand": c.demand, "found": c.found, "squares": list(c.squares)} for c in one.conditions]
    marks = {juror: float(mark) for (problem, juror), mark in state.marks.items() if problem == id}
    total = sum_of(state, id)
    more = {"conditions": found, "marks": marks, "sum": float(total) if total else None}
    return {"id": id, "author": one.author, "fen": one.fen, "solution": one.solution or None, **more}
