"""Corrections of an entry: the name, the club, the class or the date of birth of somebody, or the whole entry before the draw."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from msgspec import structs

from rules.errors import Phrase, Sentence, _
from tournament.errors import TournamentError
from tournament.events.act import Act, Decided, Done, Event, IncompleteAct, Kind, given, reason
from tournament.events.changes import Entrant, EntrantCorrected, EntrantRemoved
from tournament.events.entering import EntryFault, is_same_person, remarks
from tournament.events.remedies import Remedy
from tournament.events.state import EventState
from tournament.events.texts_given import GivenTextFault, class_in, date_in, line_in

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
    NOTHING = "nothing is corrected: give a name, a club, a class or a date of birth"
    SAME = "{id} has entered like that already, and nothing would change"
    DRAWN = "the draw is made, and the class of {id} counts in it ({article})"
    DRAWN_BY_AGE = "the draw is made, and the age of {id} counts in it ({article})"


def corrected(state: EventState, id: str, given: Mapping[str, str], *, has_reason: bool) -> EntrantCorrected:
    """The correction by the fields that are given, of FIELDS; TournamentError where it cannot be, or wants a reason.

    An empty text takes the club, the class or the date of birth away.
    """
    was = state.by_id.get(id)
    if was is None:
        raise TournamentError(CorrectionFault.UNKNOWN.said(id=repr(id)))
    if not given:
        raise IncompleteAct(CorrectionFault.NOTHING.said())
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
            raise TournamentError(fault.said(Remedy.GIVE_REASON.said(), id=was.id, article=article))


def removed(state: EventState, id: str) -> EntrantRemoved:
    """The removal of an entry; TournamentError where the draw is made, after which whoever leaves withdraws."""
    if id not in state.by_id:
        raise TournamentError(CorrectionFault.UNKNOWN.said(id=repr(id)))
    if state.rounds:
        raise TournamentError(Sentence("", _("round 1 is paired, and whoever leaves now withdraws"), remedy=Remedy.WITHDRAW.said()))
    if state.lot:
        raise TournamentError(Sentence("", _("the lot is drawn, and whoever leaves now withdraws"), remedy=Remedy.WITHDRAW.said()))
    return EntrantRemoved(id)


@dataclass(frozen=True, slots=True)
class Correct:
    """Corrects the name, the club, the class or the date of birth of somebody who has entered; an empty text takes club, class or date
    away. Pairings and results stay. Once the draw is made, what it rests on wants a reason: the class, and in competition E the date of
    birth."""

    id: str = given("", "whose entry it is", word=True, required=True, key="correct", metavar="ID")
    name: str | None = given(_("Name"), "the name", default=None)
    club: str | None = given(_("Club"), "the club", default=None)
    in_class: str | None = given(_("Class"), "the class, such as HA", kind=Kind.CLASS, key="class", default=None)
    born: str | None = given(_("Born"), "the date of birth", kind=Kind.DAY, metavar="YYYY-MM-DD", default=None)
    reason: str | None = reason()


def _correct(event: Event, given: Correct) -> Decided:
    texts = {"name": given.name, "club": given.club, "class": given.in_class, "born": given.born}
    told = {field: text for field, text in texts.items() if text is not None}
    change = corrected(event.state, given.id, told, has_reason=given.reason is not None)
    return Decided(change, remarks(event.state, [change.now]))


def _correction_told(done: Done) -> list[dict[str, Any]]:
    now = done.change.now
    told = {"name": now.name, "club": now.club, "class": now.in_class, "born": now.born}
    return [{"corrected": now.id, **{key: text or None for key, text in told.items()}, "reason": done.given.reason}]


@dataclass(frozen=True, slots=True)
class Remove:
    """Removes an entry that was made by mistake, before the lot is drawn or round 1 is paired. Afterwards whoever leaves withdraws."""

    id: str = given("", "whose entry it is", word=True, required=True, metavar="ID")
    reason: str | None = reason()


def _remove(event: Event, given: Remove) -> Decided:
    return Decided(removed(event.state, given.id))


def _removal_told(done: Done) -> list[dict[str, Any]]:
    return [{"removed": done.change.id, "entries": len(done.after.state.entrants), "reason": done.given.reason}]


CORRECT = Act("correct", Correct, _correct, "correct the entry of somebody", _("Correct"), _correction_told)
REMOVE = Act(
    "remove",
    Remove,
    _remove,
    "remove a wrong entry, before the draw",
    _("Remove"),
    _removal_told,
    rests_on=lambda state, given: (state.by_id.get(given.id), state.lot, state.rounds),
    offered=lambda state: not (state.lot or state.rounds),
)
