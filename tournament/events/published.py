"""An event as it is published: with names or with initials."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from msgspec import structs

from rules.errors import Phrase, Sentence, _
from tournament.errors import TournamentError
from tournament.events.act import Act, Decided, Done, Event, Kind, given
from tournament.events.anonymous import is_anonymous, number_of
from tournament.events.changes import EventSettled, LineUpGiven
from tournament.events.state import EventState

NAMES, INITIALS, NOBODY = "names", "initials", ""
SHOWN_AS = (NAMES, INITIALS, NOBODY)


class PublishingFault(Phrase):
    """Why an event is not published so."""

    NOT_SO = "{text} is no way to publish an event; names, initials or nobody were expected"


class PublishingSays(Phrase):
    """What is told of a way to publish."""

    BOARDS_KEEP = (
        "{count} game was given its board with whole names, and keeps them on the wall, in the broadcast and in the record",
        "{count} games were given their boards with whole names, and keep them on the wall, in the broadcast and in the record",
    )
    BOARDS_SHOW = (
        "{count} game was given its board with its names: the wall, the broadcast and the pages of the board go on to show them",
        "{count} games were given their boards with their names: the wall, the broadcast and the pages of the boards go on to show them",
    )
    CORRECT_NAMES = "correct the names at the boards where they are not to be seen"
    SHOWN_BY_BOARDS = "the event is shown to nobody, but a board shows the names that it is given to whoever may see its pages"
    GIVE_AGAIN = "give the games that have not begun their boards again, and correct the names of the others"


def settled(before: EventSettled, public: str, *, at_once: bool | None = None) -> EventSettled:
    """The settings with these changed; TournamentError where `public` is none of `names`, `initials`, `nobody`."""
    shown = NOBODY if public == "nobody" else public
    if shown not in SHOWN_AS:
        raise TournamentError(PublishingFault.NOT_SO.said(text=repr(public[:20])))
    return EventSettled(shown, before.at_once if at_once is None else at_once)


def publishing_remarks(state: EventState, now: EventSettled) -> list[Sentence]:
    """What the arbiter is told of a new way to publish: where names stay that were given to boards before."""
    if now.public == NOBODY and state.settled.public != NOBODY and state.boards:
        return [PublishingSays.BOARDS_SHOW.said(PublishingSays.CORRECT_NAMES.said(), count=len(state.boards))]
    if now.public != INITIALS or state.settled.public == INITIALS or not state.boards:
        return []
    return [PublishingSays.BOARDS_KEEP.said(PublishingSays.GIVE_AGAIN.said(), count=len(state.boards))]


def giving_remarks(state: EventState) -> list[Sentence]:
    """What the arbiter is told when boards are given: an event that is published to nobody does not hide what its boards show."""
    return [PublishingSays.SHOWN_BY_BOARDS.said()] if state.settled.public == NOBODY else []


def initials_of(name: str) -> str:
    """`Jelle de Vries` as `J.d.V.`; a word that does not begin with a letter is left out."""
    return "".join(f"{part[0]}." for word in name.split() for part in [word.strip("'\u2019\"(")] if part[:1].isalpha())


def shown_names(state: EventState) -> dict[str, str]:
    """The name of each entrant by which the event is published: initials where it is set so.

    Two who have the same initials have the number of their entry with them. Teams keep their names.
    """
    if state.settled.public != INITIALS or state.is_of_teams:
        return state.names
    short = {one.id: one.shown if is_anonymous(one) else initials_of(one.shown) or "?" for one in state.entrants}
    times = Counter(short.values())
    numbers = {one.id: at for at, one in enumerate(state.entrants, 1)}
    return {id: f"{text} ({numbers[id]})" if times[text] > 1 else text for id, text in short.items()}


def with_shown_names(state: EventState) -> EventState:
    """The event with the names by which it is published, and without dates of birth."""
    names = shown_names(state)
    entrants = tuple(structs.replace(one, name=names[one.id], born="") for one in state.entrants)
    return replace(state, entrants=entrants, line_ups={team: _shown_list(state, one) for team, one in state.line_ups.items()})


def _shown_list(state: EventState, given: LineUpGiven) -> LineUpGiven:
    """The list of a team with the names by which the event is published."""
    if state.settled.public != INITIALS:
        return given
    players = (name if not name or number_of(name) else initials_of(name) or "?" for name in given.players)
    return structs.replace(given, players=tuple(players))


def with_whole_names(state: EventState) -> EventState:
    """The event with the whole names as it is published with them, whatever is set."""
    return with_shown_names(replace(state, settled=structs.replace(state.settled, public=NAMES)))


def with_initials(state: EventState) -> EventState:
    """The event with initials in place of the names, whatever is set."""
    return with_shown_names(replace(state, settled=structs.replace(state.settled, public=INITIALS)))


@dataclass(frozen=True, slots=True)
class Publish:
    """Says who sees the pairings and the standings on the pages of the hub: everybody with names, everybody with initials, or nobody who is
    not signed in, as with a new event. With initials the boards are given initials too. Besides it says whether the result of a board
    counts without the arbiter's tap."""

    public: str = given(
        _("Who sees the pairings and the standings"),
        "how the event is shown",
        word=True,
        required=True,
        kind=Kind.CHOICE,
        choices={
            "names": _("everybody, with names"),
            "initials": _("everybody, with initials"),
            "nobody": _("nobody who is not signed in"),
        },
    )
    at_once: bool | None = given(
        _("count at once, without a tap of the arbiter"), "the results of boards count at once, or wait for the arbiter", default=None
    )


def _publish(event: Event, given: Publish) -> Decided:
    change = settled(event.state.settled, given.public, at_once=given.at_once)
    return Decided(change, publishing_remarks(event.state, change))


def _publishing_told(done: Done) -> list[dict[str, Any]]:
    return [{"public": done.change.public or None, "at_once": done.change.at_once}]


PUBLISH = Act("publish", Publish, _publish, "say who sees the event on the pages of the hub", _("Publish"), _publishing_told)
