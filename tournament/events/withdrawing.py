"""Withdrawals for good and who comes back from one, the arbiter's decisions, and taking back."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.errors import Phrase, Sentence, _
from tournament.articles import article_said
from tournament.errors import TournamentError
from tournament.events.act import Act, Decided, Done, Event, Kind, given, reason
from tournament.events.changes import ChangeRow, ChangeUndone, EntrantReturned, EntrantWithdrawn, OrderDecided
from tournament.events.faults import EventFileFault
from tournament.events.groups import is_swiss, rounds_of_swiss
from tournament.events.pairing_faults import games_said
from tournament.events.play_offs import check_over
from tournament.events.played import LAPSE, WON
from tournament.events.remedies import Remedy
from tournament.events.resting import check_resting
from tournament.events.standing import all_standings
from tournament.events.state import EventState, after, standing_rows
from tournament.events.tables import rounds_of_tables
from tournament.events.telling import change_said
from tournament.final_order import Needs


class EndingFault(Phrase):
    """Why somebody does not withdraw, or no order is entered."""

    UNKNOWN = "nobody here has the id {id}"
    OUT_ALREADY = "{id} has withdrawn already"
    NOTHING_LEFT = "{id} has no game left to play; a withdrawal after the last round changes nothing, and is not entered"
    SAY_WHICH = "competition {competition} leaves the games of {id} to the arbiter: they lapse, or are won by the opponents"
    ARTICLE_SAYS = "competition {competition} says itself what becomes of the games ({article})"
    NOT_EQUAL = "{ids} are not equal to the end, so that their order is not the arbiter's; those who are: {open}"
    NONE = "nobody"


def withdrawn(state: EventState, id: str, games: str) -> EntrantWithdrawn:
    """The withdrawal; TournamentError where it cannot be entered. `games`: what the arbiter decides of them, or empty."""
    if id not in state.by_id:
        raise TournamentError(EndingFault.UNKNOWN.said(id=repr(id)))
    if id in state.out:
        raise TournamentError(EndingFault.OUT_ALREADY.said(Remedy.RETURN.said(), id=id))
    if not _has_games_left(state, id):
        raise TournamentError(EndingFault.NOTHING_LEFT.said(id=id))
    competition = state.made.competition
    article = "C 14" if competition == "C" else "appendix 3" if is_swiss(state) else ""
    if article and games:
        raise TournamentError(EndingFault.ARTICLE_SAYS.said(competition=competition, article=article_said(article)))
    if not article and games not in (LAPSE, WON):
        raise TournamentError(EndingFault.SAY_WHICH.said(competition=competition, id=id))
    change = EntrantWithdrawn(id, games)
    check_resting(state, change)
    return change


def returned(state: EventState, id: str) -> EntrantReturned:
    """The end of a withdrawal; TournamentError where there is none, or a play-off or a decision rests on it."""
    if id not in state.by_id:
        raise TournamentError(EndingFault.UNKNOWN.said(id=repr(id)))
    if id not in state.out:
        raise TournamentError(_("{id} has not withdrawn"), id=id)
    change = EntrantReturned(id)
    check_resting(state, change)
    return change


def _has_games_left(state: EventState, id: str) -> bool:
    """Whether a game of this one is unpaired or has no result, or nothing is paired yet."""
    if any(id in game.pair and not state.result_of(one.round, game) for one in state.rounds for game in one.games):
        return True
    if is_swiss(state):
        return len(state.rounds) < rounds_of_swiss(state)
    if not state.rounds:
        return True
    return any(id in game.pair for games, _ in rounds_of_tables(state)[len(state.rounds) :] for game in games)


def order_decided(state: EventState, ids: Sequence[str]) -> OrderDecided:
    """The order that the arbiter decides among some who are equal to the end; TournamentError where they are not."""
    for id in ids:
        if id not in state.by_id:
            raise TournamentError(EndingFault.UNKNOWN.said(id=repr(id)))
    if ids:
        check_over(state, ids[0])
    equal = [place.ids for place in all_standings(state).open if place.needs is not Needs.NOTHING]
    if sorted(ids) not in [sorted(one) for one in equal]:
        named = tuple(" = ".join(one) for one in equal) or (EndingFault.NONE.said(),)
        raise TournamentError(EndingFault.NOT_EQUAL.said(ids=tuple(ids), open=named))
    return OrderDecided(tuple(ids))


def undone(rows: Sequence[ChangeRow]) -> ChangeUndone:
    """The change that takes back the last one that stands; TournamentError where none is left."""
    standing = standing_rows(rows)
    if len(standing) < 2:
        raise TournamentError(EventFileFault.NOTHING_TO_UNDO.said())
    return ChangeUndone(standing[-1].number)


def asks_games(state: EventState) -> bool:
    """Whether the arbiter says what becomes of the games of somebody who withdraws, because the regulation does not."""
    return state.made.competition != "C" and not is_swiss(state)


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Withdraws somebody for good. Competition C says what becomes of the games (C 14), and in the Swiss system they stand. Elsewhere the
    arbiter says it: they lapse, or those that are left are won by the opponents."""

    id: str = given(_("Who"), "who withdraws", word=True, required=True, kind=Kind.ENTRANT, metavar="ID")
    games: str = given(
        _("The games"),
        "what becomes of the games, where the regulation does not say it",
        kind=Kind.CHOICE,
        choices={LAPSE: _("none of them counts"), WON: _("those that are left are won by the opponents")},
        asks=asks_games,
    )
    reason: str | None = reason(required=True)


def _withdraw(event: Event, given: Withdraw) -> Decided:
    return Decided(withdrawn(event.state, given.id, given.games))


def _withdrawal_told(done: Done) -> list[dict[str, Any]]:
    return [{"withdrawn": done.change.id, "games": done.change.games or None, "reason": done.given.reason}]


@dataclass(frozen=True, slots=True)
class Return:
    """Lets somebody who has withdrawn take part again, from the next round on: who comes back, or was withdrawn by mistake. What became of
    his games by the withdrawal is no longer so: those that were played count, and those that he has missed wait for a result. They are
    caught up, or entered by default."""

    id: str = given(_("Who"), "who takes part again", word=True, required=True, kind=Kind.WITHDRAWN, metavar="ID")
    reason: str | None = reason(required=True)


def _return(event: Event, given: Return) -> Decided:
    state, change = event.state, returned(event.state, given.id)
    waiting = [one for one in after(state, change).missing() if one not in state.missing()]
    wait = _("these games wait for a result, and are caught up or entered by default: {games}")
    return Decided(change, [Sentence("", wait, {"games": games_said(waiting)})] if waiting else [])


def _return_told(done: Done) -> list[dict[str, Any]]:
    return [{"returned": done.change.id, "reason": done.given.reason}]


@dataclass(frozen=True, slots=True)
class Decide:
    """Enters the order of some who are equal to the end, where the arbiter decides it: by a schedule of his own, or by lot. All of them are
    named, the best first."""

    ids: tuple[str, ...] = given("", "those who are equal, the best first", word=True, required=True, key="id", metavar="ID", default=())
    reason: str | None = reason("how it was decided", required=True)


def _decide(event: Event, given: Decide) -> Decided:
    return Decided(order_decided(event.state, given.ids))


def _decision_told(done: Done) -> list[dict[str, Any]]:
    return [{"decided": list(done.change.ids), "reason": done.given.reason}]


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes back the last change that stands; given again, the one before it, down to the event as it was made. The log keeps both."""

    reason: str | None = reason(label=_("Reason, if you like"))


def _undo(event: Event, _given: Undo) -> Decided:
    return Decided(undone(event.rows))


def _undo_told(done: Done) -> list[dict[str, Any]]:
    before = done.after.rows[done.change.of - 1].change
    return [{"undone": done.change.of, "kind": type(before).__name__, "what": str(change_said(before))}]


WITHDRAW = Act(
    "withdraw",
    Withdraw,
    _withdraw,
    "withdraw a player or team for good",
    _("Withdraw"),
    _withdrawal_told,
    offered=lambda state: bool(state.entrants),
    explains=_("For good. Who misses one round is marked absent when it is paired."),
)
RETURN = Act(
    "return",
    Return,
    _return,
    "let somebody who has withdrawn take part again",
    _("Take part again"),
    _return_told,
    offered=lambda state: bool(state.withdrawn),
    explains=_("From the next round on. Games that were missed wait for a result, and are caught up or entered by default."),
)
DECIDE = Act("decide", Decide, _decide, "enter the arbiter's order of some who are equal", _("Decide"), _decision_told)
UNDO = Act("undo", Undo, _undo, "take back the last change", _("Take back the last change"), _undo_told, is_for_games=False)
