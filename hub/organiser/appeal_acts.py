"""What an organiser enters of appeals (appendix 5) on the page: the appeal, its commission and the verdict."""

from collections.abc import Callable, Mapping
from datetime import date
from itertools import zip_longest
from typing import Final

from hub.events.appeal_changes import AppealMade, CommissionMember, MemberVote
from hub.events.appeals import (
    appeal_entered,
    appeal_remarks,
    commission_remarks,
    commission_seated,
    verdict_given,
    verdict_remarks,
)
from hub.events.texts_given import line_in, number_in, reason_in
from hub.organiser.act_asked import BETWEEN, ActAsked, Decided
from rules.errors import Phrase
from tournament.errors import TournamentError


class AppealActFault(Phrase):
    """What is missing in a form about an appeal."""

    NEEDS = "an appeal needs who makes it and when, and with a ruling also when it was told"
    MEMBER_ALONE = "{text} stands alone; the club and its member were expected"
    NO_VOTE = "the vote of {member} is {text}; uphold or reject was expected"


def _appeal(asked: ActAsked) -> Decided:
    text, game = asked.text, (asked.text("game").split(BETWEEN) + [""] * 4)[:4]
    if not text("party") or not text("made") or (text("against") and not text("told")):
        raise TournamentError(AppealActFault.NEEDS.said())
    given = AppealMade(
        number=0,
        round=0,
        white="",
        black="",
        party=text("party"),
        against=text("against"),
        grounds=text("grounds"),
        told=text("told"),
        made=text("made"),
        written=bool(text("written")),
        next_match_day=text("next_match_day"),
        board=number_in(game[3], "board"),
    )
    made = appeal_entered(asked.event.state, game[:3], given)
    return Decided(made, "", appeal_remarks(asked.event.state, made))


def _commission(asked: ActAsked) -> Decided:
    rows = zip_longest(asked.form.getlist("club"), asked.form.getlist("member"), fillvalue="")
    members = [_member(club, member) for club, member in rows if club.strip() or member.strip()]
    chairs = line_in(asked.text("chair"), "chair"), line_in(asked.text("vice"), "vice-chair")
    seated = commission_seated(asked.event.state, number_in(asked.text("number"), "number"), members, chairs)
    return Decided(seated, "", commission_remarks(asked.event.state, seated.number))


def _member(club: str, member: str) -> CommissionMember:
    told = CommissionMember(line_in(club, "club"), line_in(member, "member"))
    if not (told.club and told.member):
        raise TournamentError(AppealActFault.MEMBER_ALONE.said(text=repr(told.club or told.member)))
    return told


def _verdict(asked: ActAsked) -> Decided:
    """The votes, one for each member who sits; who did not vote is left out."""
    state, number = asked.event.state, number_in(asked.text("number"), "number")
    cast = zip(asked.form.getlist("member"), asked.form.getlist("vote"), strict=False)
    votes = [_vote(member, vote) for member, vote in cast if vote]
    made = verdict_given(state, number, votes, reason_in(asked.text("reason")))
    return Decided(made, made.said, verdict_remarks(state, number, date.today()))


def _vote(member: str, vote: str) -> MemberVote:
    if vote not in ("uphold", "reject"):
        raise TournamentError(AppealActFault.NO_VOTE.said(member=repr(member), text=repr(vote)))
    return MemberVote(member, vote)


APPEAL_ACTS: Final[Mapping[str, Callable[[ActAsked], Decided]]] = {"appeal": _appeal, "commission": _commission, "verdict": _verdict}
