"""The acts of an appeal (appendix 5): the appeal itself, its commission and the verdict."""

from dataclasses import dataclass

from rules.errors import Phrase, Sentence, _
from tournament.events.act import Act, Decided, Event, IncompleteAct, Kind, given, reason
from tournament.events.appeals import (
    appeal_entered,
    appeal_remarks,
    commission_remarks,
    commission_seated,
    next_step,
    verdict_given,
    verdict_remarks,
)
from tournament.events.changes import AppealMade, CommissionMember, MemberVote
from tournament.events.state import EventState
from tournament.events.texts_given import line_in


class AppealActFault(Phrase):
    """What is missing of an appeal, its commission or its verdict."""

    NEEDS = "an appeal needs who makes it and when, and with a ruling also when it was told"
    NO_MEMBER = "{text} is no member; a club and its member were expected, such as Drachten=anna"
    NO_VOTE = "{text} is no vote; a member and uphold or reject were expected, such as anna=uphold"


@dataclass(frozen=True, slots=True)
class Appeal:
    """Enters an appeal to the commission against a ruling on a game (appendix 5), and tells whether it is admissible, until when it could
    be made, and by when it is decided. One that is not admissible is kept too, with the reasons. Without a game it shows the appeals of
    the event. The dossier of the game tells of them where this file is in the folder events of [board] state."""

    round: str = given("", "the round of the game; of a play-off play-off-1", word=True)
    white: str = given("", "who has White", word=True)
    black: str = given("", "who has Black", word=True)
    board: int = given("", "of a match of teams: the board; without it the whole match", metavar="N", default=0)
    party: str = given(_("Who appeals"), "who appeals; white and black stand for the parties of the game", metavar="ID")
    against: str = given(_("Against the ruling"), "the ruling; without it the arbiter has made none", most=1000)
    told: str = given(
        _("Ruling told to the parties"),
        "when the ruling was told to the parties, such as 2026-03-07T18:30",
        kind=Kind.MOMENT,
        metavar="TIME",
    )
    grounds: str = given(_("Grounds"), "why", most=1000)
    made: str = given(_("Appeal made"), "when the appeal was made", form_needs=True, kind=Kind.MOMENT, metavar="TIME")
    next_match_day: str = given(_("Next match day"), "the next match day, such as 2026-03-14", kind=Kind.DAY, metavar="DATE")
    written: bool = given(_("in writing or by mail"), "it was made in writing or by mail", kind=Kind.MARK, default=False)
    corrects: int = given("", "the number of the appeal that this one corrects, which is not decided yet", metavar="N", default=0)
    reason: str | None = reason("why it is corrected")


def _appeal(event: Event, given: Appeal) -> Decided:
    if not (given.round and given.white and given.black):
        raise IncompleteAct("ROUND WHITE BLACK were expected, such as 3 anna bate, or nothing, which shows the appeals")
    if not given.party or not given.made or (given.against and not given.told):
        raise IncompleteAct(AppealActFault.NEEDS.said())
    told = AppealMade(
        number=given.corrects,
        round=0,
        white="",
        black="",
        party=given.party,
        against=given.against,
        grounds=given.grounds,
        told=given.told,
        made=given.made,
        written=given.written,
        next_match_day=given.next_match_day,
        board=given.board,
    )
    change = appeal_entered(event.state, (given.round, given.white, given.black), told, has_reason=bool(given.reason))
    return Decided(change, appeal_remarks(event.state, change))


@dataclass(frozen=True, slots=True)
class EnterCommission:
    """Enters the commission of an appeal: the member of each club with an internal competition. Who plays in the game, or whose club one of
    the players is of, stands back (appendix 5, point 6); the clubs of the players are those of their entries."""

    number: int = given("", "the number of the appeal", word=True, required=True, default=0)
    member: tuple[str, ...] = given("", "a club and its member; given once for each", metavar="CLUB=NAME", default=())
    chair: str = given(_("Chair"), "the chair", required=True, metavar="NAME")
    vice: str = given(_("Vice-chair"), "the vice-chair", required=True, metavar="NAME")


def _commission(event: Event, given: EnterCommission) -> Decided:
    members = [_member(text) for text in given.member]
    chairs = line_in(given.chair, Sentence("", _("Chair"))), line_in(given.vice, Sentence("", _("Vice-chair")))
    change = commission_seated(event.state, given.number, members, chairs)
    return Decided(change, commission_remarks(event.state, change.number))


def _member(text: str) -> CommissionMember:
    club, _is_there, member = (part.strip() for part in text.partition("="))
    if not (club and member):
        raise IncompleteAct(AppealActFault.NO_MEMBER.said(text=repr(text[:60])))
    return CommissionMember(line_in(club, Sentence("", _("Club"))), line_in(member, Sentence("", _("Name"))))


@dataclass(frozen=True, slots=True)
class EnterVerdict:
    """Enters how the commission voted on an appeal, and tells the outcome: the majority, and at equal votes the vote of the chair, or of
    the vice-chair where the chair stood back (appendix 5, point 7)."""

    number: int = given("", "the number of the appeal", word=True, required=True, default=0)
    vote: tuple[str, ...] = given("", "a member and uphold or reject; given once for each", metavar="NAME=VOTE", default=())
    reason: str | None = reason(
        "what the commission says of it, such as what holds now",
        required=True,
        label=_("What the commission says, such as what holds now"),
        most=1000,
    )


def _verdict(event: Event, given: EnterVerdict) -> Decided:
    change = verdict_given(event.state, given.number, [_vote(text) for text in given.vote], given.reason or "")
    step = next_step(change)
    return Decided(change, [*verdict_remarks(event.state, change.number, event.now.date()), *([step] if step else [])])


def _vote(text: str) -> MemberVote:
    member, _is_there, vote = (part.strip() for part in text.rpartition("="))
    if not member or vote not in ("uphold", "reject"):
        raise IncompleteAct(AppealActFault.NO_VOTE.said(text=repr(text[:60])))
    return MemberVote(member, vote)


def _of_game(state: EventState, given: Appeal) -> object:
    """The appeals, and what the two have played."""
    return state.appeals, [one for key, one in state.results.items() if {*key[1:]} == {given.white, given.black}]


def _of_appeal(state: EventState, given: EnterCommission | EnterVerdict) -> object:
    """What is kept of that appeal."""
    return [kept.get(given.number) for kept in (state.appeals, state.commissions, state.verdicts)]


APPEAL = Act(
    "appeal",
    Appeal,
    _appeal,
    "enter an appeal against a ruling, or show the appeals",
    _("Enter the appeal"),
    rests_on=_of_game,
    is_for_games=False,
    explains=_(
        "Against a ruling on a game (appendix 5). One that is not admissible is kept too, with the reasons. Without a ruling leave its two"
        " fields empty."
    ),
)
COMMISSION = Act(
    "commission",
    EnterCommission,
    _commission,
    "enter who sits on an appeal",
    _("Enter the commission"),
    rests_on=_of_appeal,
    is_for_games=False,
)
VERDICT = Act(
    "verdict",
    EnterVerdict,
    _verdict,
    "enter the votes of the commission on an appeal",
    _("Enter the verdict"),
    rests_on=_of_appeal,
    is_for_games=False,
)
