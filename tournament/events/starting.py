"""The hour at which an event begins, changed after it was made."""

from dataclasses import dataclass
from typing import Any

from rules.errors import Phrase, Sentence, _
from tournament.errors import TournamentError
from tournament.events.act import Act, Decided, Done, Event, Kind, given, reason
from tournament.events.changes import StartChanged
from tournament.events.line_ups import line_up_remarks
from tournament.events.remedies import Remedy
from tournament.events.state import EventState, after
from tournament.events.texts_given import time_in


class StartFault(Phrase):
    """Why the hour is not changed."""

    SAME = "the event begins at {start} already, and nothing would change"
    NO_HOUR = "the event has no hour of its start, and nothing would change"
    LISTS = "lists of players are in, which are due by the start (B 6)"


def start_changed(state: EventState, text: str, *, has_reason: bool) -> StartChanged:
    """The new hour, none for an empty text; TournamentError where it is none, or lists of players wait for a reason."""
    start, was = time_in(text, "start"), state.made.start
    if start == was:
        raise TournamentError(StartFault.SAME.said(start=was) if was else StartFault.NO_HOUR.said())
    if state.line_ups and state.made.competition == "B" and not has_reason:
        raise TournamentError(StartFault.LISTS.said(Remedy.GIVE_REASON.said()))
    return StartChanged(was, start)


def late_lists(state: EventState) -> list[Sentence]:
    """What the arbiter is told of lists of players where the start is known: which came too late for it (B 6)."""
    return [told for one in state.line_ups.values() for told in line_up_remarks(state, one)] if state.made.start else []


@dataclass(frozen=True, slots=True)
class Start:
    """Changes the hour at which the event begins, by which lists of players are due (B 6). Where lists of B are in, it wants --reason, and
    the lists that come too late for the new hour are told."""

    start: str = given(
        _("Hour, or empty where it is not known"),
        "the hour; an empty text where it is not known any more",
        word=True,
        required=True,
        kind=Kind.HOUR,
        metavar="HH:MM",
    )
    reason: str | None = reason("why it is changed")


def _start(event: Event, given: Start) -> Decided:
    change = start_changed(event.state, given.start, has_reason=given.reason is not None)
    return Decided(change, late_lists(after(event.state, change)))


def _start_told(done: Done) -> list[dict[str, Any]]:
    return [{"start": done.change.now or None}]


START = Act("start", Start, _start, "change the hour at which an event begins", _("Change the start"), _start_told, is_for_games=False)
