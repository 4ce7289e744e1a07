"""Who sits in the commission of appeal, and what it decides: appendix 5."""

from collections.abc import Mapping, Sequence
from typing import Final

from rules.errors import Phrase
from tournament.fields import Fields, QuestionError

UPHOLD, REJECT = "uphold", "reject"
VOTES: Final = (UPHOLD, REJECT)


class CommitteeFault(Phrase):
    """Why nothing is decided."""

    NO_MEMBER = "{field} is {id}, who is no member of the commission: each club with an internal competition has one"
    NOBODY = "votes has {id}, who is a member for no club"
    ONE_PERSON = "chair and vice are both {id}"
    NO_VOTE = "the vote of {id} is {value}; one of {choices} was expected"


def committee(question: Fields) -> dict[str, object]:
    """The answer to `committee`: who sits and who stands back, the outcome by majority, and whose vote decided a tie (R25)."""
    question.only("clubs", "persons", "disputing_clubs", "chair", "vice", "votes")
    clubs = [row.only("club", "member", "internal") for row in question.rows("clubs")]
    members = {row.ident("member"): row.ident("club") for row in clubs if row.flag("internal")}
    everybody = [row.ident("member") for row in clubs]
    for several in (everybody, [row.ident("club") for row in clubs]):
        question.once("clubs", several)
    persons, disputing = question.texts("persons", ()), question.texts("disputing_clubs", ())
    stand_back = [one for one, club in members.items() if one in persons or club in disputing]
    sit = [one for one in members if one not in stand_back]
    outcome, casting = decided(_votes(question, everybody), sit, _chairs(question, members))
    return {"sit": sit, "stand_back": stand_back, "outcome": outcome, "casting": casting, "article": "appendix 5"}


def decided(votes: Mapping[str, str], sit: Sequence[str], chairs: Sequence[str]) -> tuple[str | None, str | None]:
    """The outcome, None without one, and whose vote decided a tie. `chairs` are the chair and the vice-chair.

    Votes of those who do not sit do not count. At a tie the vote of the chair decides, or of the vice-chair where the chair stands back;
    it is no outcome where both stand back, or where he did not vote.
    """
    counted = [vote for one, vote in votes.items() if one in sit]
    uphold, reject = counted.count(UPHOLD), counted.count(REJECT)
    if uphold != reject:
        return (UPHOLD if uphold > reject else REJECT), None
    casting = next((one for one in chairs if one in sit), None)
    return (None, None) if casting is None or casting not in votes else (votes[casting], casting)


def _chairs(question: Fields, members: Mapping[str, str]) -> tuple[str, str]:
    chair, vice = question.ident("chair"), question.ident("vice")
    for field, one in (("chair", chair), ("vice", vice)):
        if one not in members:
            raise QuestionError(CommitteeFault.NO_MEMBER.said(field=field, id=repr(one)))
    if chair == vice:
        raise QuestionError(CommitteeFault.ONE_PERSON.said(id=repr(chair)))
    return chair, vice


def _votes(question: Fields, everybody: Sequence[str]) -> dict[str, str]:
    votes = question.pairs("votes", {})
    for one, vote in votes.items():
        if one not in everybody:
            raise QuestionError(CommitteeFault.NOBODY.said(id=repr(one)))
        if vote not in VOTES:
            raise QuestionError(CommitteeFault.NO_VOTE.said(id=repr(one), value=repr(vote), choices=VOTES))
    return votes
