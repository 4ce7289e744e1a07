"""The page of a problem contest: the problems with their conditions and marks, in the jury's order."""

from typing import Any

from hub.organiser.shown import ShownEvent
from record.telling.sentences import tell
from tournament.events.contest import places_of, sum_of
from tournament.events.contest_words import conditions_said


def contest_page(shown: ShownEvent) -> dict[str, Any]:
    """The problems, ready for the template: in the jury's order, else as they were entered."""
    state, lang = shown.state, shown.lang
    places = {id: place for place, id in places_of(state)}
    problems = []
    for id in list(places) or list(state.problems):
        one = state.problems[id]
        first, last = places.get(id, (0, 0))
        problems.append(
            {
                "id": id,
                "author": one.author,
                "fen": one.fen,
                "solution": one.solution,
                "place": "" if not first else str(first) if first == last else f"{first}-{last}",
                "conditions": [
                    (article, tell(demand, lang), tell(found, lang)) for article, demand, found in conditions_said(one.conditions)
                ],
                "marks": [(juror, mark) for (problem, juror), mark in state.marks.items() if problem == id],
                "sum": sum_of(state, id),
            }
        )
    return {"problems": problems, "is_ordered": bool(places)}
