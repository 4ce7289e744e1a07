"""Corrections: of the entry of somebody, of the name and the date of the event, and the removal of an entry before the draw."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from msgspec import structs

from rules.errors import Phrase, Sentence, _
from tournament.articles import article_said
from tournament.errors import TournamentError
from tournament.events.act import Act, Decided, Done, Event, IncompleteAct, Kind, given, reason
from tournament.events.changes import Entrant, EntrantCorrected, EntrantRemoved, EventCorrected, EventNamed
from tournament.events.entering import EntryFault, is_same_person, remarks
from tournament.events.groups import is_swiss
from tournament.events.headings import heading_said
from tournament.events.remedies import Remedy
from tournament.events.starting import late_lists
from tournament.events.state import EventState, after
from tournament.events.texts_given import GivenTextFault, class_in, date_in, line_in, number_in

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
    NOTHING = "nothing is corrected: give a name, a club, a class, a date of birth or a rating"
    SAME = "{id} has entered like that already, and nothing would change"
    DRAWN = "the draw is made, and the class of {id} counts in it ({article})"
    DRAWN_BY_AGE = "the draw is made, and the age of {id} counts in it ({article})"
    DRAWN_BY_RATING = "the draw is made, and the rating of {id} counts in it ({article})"


def corrected(state: EventState, id: str, given: Mapping[str, str], *, has_reason: bool) -> EntrantCorrected:
    """The correction by the fields that are given, by HEADINGS of lists; TournamentError where it cannot be, or wants a reason.

    An empty text takes anything but the name away.
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
        rating=number_in(given["rating"], heading_said("rating")) if "rating" in given else was.rating,
    )


def _check_draw(state: EventState, was: Entrant, now: Entrant) -> None:
    """TournamentError where the draw rests on what is corrected."""
    if not (state.lot or state.rounds):
        return
    for field, is_other, fault in (
        ("class", was.in_class != now.in_class, CorrectionFault.DRAWN),
        ("born", was.born != now.born, CorrectionFault.DRAWN_BY_AGE),
        ("rating", was.rating != now.rating, CorrectionFault.DRAWN_BY_RATING),
    ):
        in_swiss = article_said("appendix 3") if field == "rating" and is_swiss(state) else ""  # numbers go by ratings
        article = in_swiss or COUNTS_IN.get((state.made.competition, field))
        if is_other and article:
            raise TournamentError(fault.said(Remedy.GIVE_REASON.said(), id=was.id, article=article))


def event_corrected(state: EventState, name: str | None, date: str | None, *, has_reason: bool) -> EventCorrected:
    """The event with another name or date, None for those of now; TournamentError where it cannot be, or wants a reason."""
    was = EventNamed(state.made.name, state.made.date)
    now = EventNamed(was.name if name is None else line_in(name, "name"), was.date if date is None else date_in(date, "date"))
    if name is None and date is None:
        raise IncompleteAct(_("nothing is corrected: give the name or the date of the event, or the id of somebody who has entered"))
    if was.name and not now.name:
        raise TournamentError(GivenTextFault.EMPTY.said(what="name"))
    if now == was:
        raise TournamentError(_("the event has this name and this date already, and nothing would change"))
    if not has_reason:
        raise TournamentError(Sentence("", _("the name and the date of the event are corrected"), remedy=Remedy.GIVE_REASON.said()))
    return EventCorrected(was, now)


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
    """Corrects the name, the club, the class, the date of birth or the rating of somebody who has entered; an empty text takes anything but
    the name away. Without ID it corrects the name or the date of the event itself, with --reason. Pairings and results stay. Once the draw
    is made, what it rests on wants a reason: the class, in competition E the date of birth, and in the Swiss system the rating, by which
    numbers go until round 4 is paired."""

    id: str = given("", "whose entry it is; without it the event itself is corrected", word=True, key="correct", metavar="ID")
    name: str | None = given(_("Name"), "the name", default=None)
    date: str | None = given(_("Date"), "the day on which the event begins", kind=Kind.DAY, metavar="YYYY-MM-DD", default=None)
    club: str | None = given(_("Club"), "the club", default=None)
    in_class: str | None = given(_("Class"), "the class, such as HA", kind=Kind.CLASS, key="class", default=None)
    born: str | None = given(_("Born"), "the date of birth", kind=Kind.DAY, metavar="YYYY-MM-DD", default=None)
    rating: str | None = given(_("Rating"), "the rating", kind=Kind.NUMBER, metavar="N", default=None)
    reason: str | None = reason()


def _correct(event: Event, given: Correct) -> Decided:
    texts = {"name": given.name, "club": given.club, "class": given.in_class, "born": given.born, "rating": given.rating}
    told = {field: text for field, text in texts.items() if text is not None}
    state, has_reason = event.state, given.reason is not None
    if given.id:
        if given.date is not None:
            raise IncompleteAct(_("the date is that of the event, which is corrected without an id"))
        change = corrected(state, given.id, told, has_reason=has_reason)
        return Decided(change, remarks(state, [change.now]))
    if told.keys() - {"name"}:
        raise IncompleteAct(_("an event has a name and a date to correct; for those of somebody who has entered give the id"))
    change_of_event = event_corrected(state, given.name, given.date, has_reason=has_reason)
    then = after(state, change_of_event)
    of_date = [*remarks(then, then.entrants), *late_lists(then)] if given.date else []
    keep = Sentence("", _("boards that were given games go on to show the former name of the event"))
    return Decided(change_of_event, [*of_date, *([keep] if state.boards and then.made.name != state.made.name else [])])


def _correction_told(done: Done) -> list[dict[str, Any]]:
    now, why = done.change.now, done.given.reason
    if isinstance(now, EventNamed):
        return [{"corrected": None, "name": now.name or None, "date": now.date or None, "reason": why}]
    told = {"name": now.name, "club": now.club, "class": now.in_class, "born": now.born, "rating": now.rating}
    return [{"corrected": now.id, **{key: value or None for key, value in told.items()}, "reason": why}]


@dataclass(frozen=True, slots=True)
class Remove:
    """Removes an entry that was made by mistake, before the lot is drawn or round 1 is paired. Afterwards whoever leaves withdraws."""

    id: str = given("", "whose entry it is", word=True, required=True, metavar="ID")
    reason: str | None = reason()


def _remove(event: Event, given: Remove) -> Decided:
    return Decided(removed(event.state, given.id))


def _removal_told(done: Done) -> list[dict[str, Any]]:
    return [{"removed": done.change.id, "entries": len(done.after.state.entrants), "reason": done.given.reason}]


CORRECT = Act(
    "correct",
    Correct,
    _correct,
    "correct the entry of somebody, or the name and date of the event",
    _("Correct"),
    _correction_told,
    is_for_games=False,
)
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
