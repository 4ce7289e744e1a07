"""The time control of an event: that of its regulation, or another one that the arbiter has set."""

from dataclasses import dataclass
from typing import Any, Final

from clock.control import ControlError, parse_control
from clock.presets import PRESETS
from record.telling.of_clock import clock_sentence
from rules.errors import Sentence, _
from tournament.errors import TournamentError
from tournament.events.act import Act, Decided, Done, Event, given, reason
from tournament.events.changes import EventMade, TimeControlChanged
from tournament.events.remedies import Remedy
from tournament.events.state import EventState

_OF_COMPETITION: Final = {"B": "clubs-{teams}", "C": "{in_class}", "E": "{in_class}", "F": "sneldammen"}
_OF_HA, _OF_CLASSES_OF_D = "HA", "{in_class}e"


@dataclass(frozen=True, slots=True)
class EventTime:
    """A time control of an event."""

    notation: str
    """As `clock.control` writes it; empty where neither the regulation nor the arbiter says it, and boards keep their own."""
    article: str
    """The article that prescribes it; empty where it is the arbiter's."""


def time_of_regulation(made: EventMade, entries: int) -> EventTime:
    """The time control that the regulation prescribes. In B it depends on how many teams have entered; A and G prescribe none."""
    of_d = _OF_HA if made.in_class == _OF_HA else _OF_CLASSES_OF_D
    name = of_d if made.competition == "D" else _OF_COMPETITION.get(made.competition, "")
    preset = PRESETS.get(name.format(teams=entries, in_class=made.in_class))
    return EventTime(preset.notation, preset.article) if preset else EventTime("", "")


def time_of_event(state: EventState) -> EventTime:
    """The time control that the boards of the event are given."""
    prescribed = time_of_regulation(state.made, len(state.entrants))
    changed = state.made.time_control
    return EventTime(changed, "") if changed else prescribed


@dataclass(frozen=True, slots=True)
class TimeOfEvent:
    """Changes the time control that the boards of the event are given. An event begins with that of its regulation; another one in its
    place wants --reason. An empty text goes back to that of the regulation."""

    control: str = given(
        _("Time control, or empty for that of the regulation"),
        "such as 80m+60s; an empty text goes back to that of the regulation",
        word=True,
        required=True,
    )
    reason: str | None = reason("why it is not that of the regulation")


def _change(event: Event, given: TimeOfEvent) -> Decided:
    state = event.state
    prescribed, now = time_of_regulation(state.made, len(state.entrants)), time_of_event(state)
    try:
        wanted = str(parse_control(given.control)) if given.control.strip() else ""
    except ControlError as error:
        raise TournamentError(clock_sentence(error)) from error
    if (wanted or prescribed.notation) == now.notation:
        raise TournamentError(_("the event has the time control {control} already, and nothing would change"), control=now.notation or "-")
    if wanted not in ("", prescribed.notation) and prescribed.notation and given.reason is None:
        other = _("{article} prescribes {control}")
        raise TournamentError(
            Sentence("", other, {"article": prescribed.article, "control": prescribed.notation}, Remedy.GIVE_REASON.said())
        )
    notes = [Sentence("", _("boards that have their games keep their time control until they are given again"))] if state.boards else []
    return Decided(TimeControlChanged(now.notation, "" if wanted == prescribed.notation else wanted), notes)


def _as_json(done: Done) -> list[dict[str, Any]]:
    time = time_of_event(done.after.state)
    return [{"time_control": time.notation or None, "article": time.article or None}]


TIME_CONTROL = Act(
    "time-control",
    TimeOfEvent,
    _change,
    "change the time control that the boards of an event are given",
    _("Change the time control"),
    _as_json,
    explains=_("Boards are given this time control with the names."),
)
