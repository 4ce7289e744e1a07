"""Corrections of an entry: the name, the club, the class or the date of birth of somebody who has entered."""

from collections.abc import Mapping
from typing import Final

from msgspec import structs

from hub.events.changes import Entrant, EntrantCorrected
from hub.events.entering import EntryFault, is_same_person
from hub.events.state import EventState
from hub.events.texts_given import GivenTextFault, class_in, date_in, line_in
from rules.errors import Phrase
from tournament.errors import TournamentError

FIELDS: Final = ("name", "club", "class", "born")
"""What can be corrected."""
COUNTS_IN: Final[Mapping[tuple[str, str], str]] = {
    ("A", "class"): "A 3",
    ("D", "class"): "D 4",
    ("E", "class"): "E 4",
    ("E", "born"): "E 4",
    ("F", "class"): "F 5",
}
"""The article by which a field says who plays where or for what, by competition: it is not corrected in silence after the draw."""


class CorrectionFault(Phrase):
    """Why an entry is not corrected."""

    UNKNOWN = "nobody here has the id {id}"
    NOTHING = "nothing is corrected: give --name, --club, --class or --born"
    SAME = "{id} has entered like that already, and nothing would change"
    DRAWN = "the draw is made, and the class of {id} counts in it ({article})"
    DRAWN_BY_AGE = "the draw is made, and the age of {id} counts in it ({article})"
    GIVE_REASON = "a correction of it wants a reason: --reason"


def corrected(state: EventState, id: str, given: Mapping[str, str], *, has_reason: bool) -> EntrantCorrected:
    """The correction by the fields that are given, of FIELDS; TournamentError where it cannot be, or wants a reason.

    An empty text takes the club, the class or the date of birth away.
    """
    was = state.by_id.get(id)
    if was is None:
        raise TournamentError(CorrectionFault.UNKNOWN.said(id=repr(id)))
    if not given:
        raise TournamentError(CorrectionFault.NOTHING.said())
    now = _with(was, given)
    if now == was:
        raise TournamentError(CorrectionFault.SAME.said(id=id))
    for other in state.entrants:
        if other.id != id and is_same_person(now, other):
            raise TournamentError(EntryFault.NAME_ENTERED.said(name=now.name, id=other.id))
    if not has_reason:
        _check_draw(state, was, now)
    return EntrantCorrected(was, now)


def _with(was: Entrant, given: Mapping[str, str]) -> Entrant:
    """The entrant with these fields in their form; TournamentError where one cannot be."""
    name = line_in(given.get("name", was.name), "name")
    if was.name and not name:
        raise TournamentError(GivenTextFault.EMPTY.said(what="name"))
    return structs.replace(
        was,
        name=name,
        club=line_in(given.get("club", was.club), "club"),
        in_class=class_in(given.get("class", was.in_class), "class"),
        born=date_in(given.get("born", was.born), "born"),
    )


def _check_draw(state: EventState, was: Entrant, now: Entrant) -> None:
    """TournamentError where the draw rests on what is corrected."""
    if not (state.lot or state.rounds):
        return
    for field, is_other, fault in (
        ("class", was.in_class != now.in_class, CorrectionFault.DRAWN),
        ("born", was.born != now.born, CorrectionFault.DRAWN_BY_AGE),
    ):
        article = COUNTS_IN.get((state.made.competition, field))
        if is_other and article:
            raise TournamentError(fault.said(CorrectionFault.GIVE_REASON.said(), id=was.id, article=article))
