"""Appeals (appendix 5): whether the commission takes one, by when it decides, who sits in it, and what its votes come to."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Final

from rules.errors import _
from tournament.competitions import Competition, PlayerClass
from tournament.errors import RegulationError

ARTICLE: Final = "appendix 5"
TERM: Final = timedelta(hours=24)
"""The time for an appeal after the ruling was told (point 3); its last second belongs to it (R20)."""
WITH_APPEAL: Final = frozenset({Competition.B, Competition.C, Competition.D, Competition.E, Competition.F})
"""The regulations that name the commission: B 8, C 16, D 8, E 6, F 7 (R25)."""


class Inadmissible(StrEnum):
    """Why the commission does not take an appeal."""

    NO_APPEAL = "no appeal"
    """The competition knows none."""
    NO_RULING = "no ruling"
    """The arbiter has made none."""
    NO_PARTY = "no party"
    """Who appeals is no party of the dispute."""
    TOO_EARLY = "too early"
    """The ruling was not told yet."""
    TOO_LATE = "too late"
    """More than 24 hours after the ruling was told."""
    FORM = "form"
    """It is not in writing with its grounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Appeal:
    """An appeal against a ruling of the arbiter."""

    competition: Competition
    player_class: str = ""
    """Of C and D."""
    ruled: bool
    """Whether the arbiter has made a ruling."""
    by_party: bool
    told: datetime | None
    """When the ruling was told to the parties; None without a ruling."""
    made: datetime
    """When the appeal was made; it has a zone where `told` has one."""
    in_writing: bool
    with_grounds: bool
    next_match_day: date | None = None


@dataclass(frozen=True, slots=True)
class AppealTerms:
    """What the regulations say of an appeal."""

    reasons: tuple[Inadmissible, ...]
    """Why it is not admissible; empty where it is."""
    until: datetime | None
    """The end of the 24 hours; None where the ruling was not told."""
    decide_before: date | None
    """The match day before which the commission decides; None where it decides as soon as may be."""

    @property
    def is_admissible(self) -> bool:
        return not self.reasons


def appeal_terms(appeal: Appeal) -> AppealTerms:
    """Return whether the appeal is admissible, and its terms. RegulationError: the times cannot be compared."""
    until = None if appeal.told is None else _until(appeal.told)
    holds = {
        Inadmissible.NO_APPEAL: appeal.competition not in WITH_APPEAL,
        Inadmissible.NO_RULING: not appeal.ruled,
        Inadmissible.NO_PARTY: not appeal.by_party,
        Inadmissible.TOO_EARLY: appeal.told is not None and _is_before(appeal, appeal.made, appeal.told),
        Inadmissible.TOO_LATE: until is not None and _is_before(appeal, until, appeal.made),
        Inadmissible.FORM: not (appeal.in_writing and appeal.with_grounds),
    }
    is_urgent = appeal.competition == Competition.C or (appeal.competition == Competition.D and appeal.player_class == PlayerClass.HA)
    return AppealTerms(tuple(reason for reason in Inadmissible if holds[reason]), until, appeal.next_match_day if is_urgent else None)


def _until(told: datetime) -> datetime:
    try:
        return told + TERM
    except OverflowError as error:
        raise RegulationError(_("told is {value}, and no calendar has a day after it"), value=told.isoformat()) from error


def _is_before(appeal: Appeal, one: datetime, other: datetime) -> bool:
    if (one.tzinfo is None) != (other.tzinfo is None):
        names = ("made", "told") if appeal.made.tzinfo else ("told", "made")
        raise RegulationError(_("{one} has a zone and {other} has none; both or neither must have one"), one=names[0], other=names[1])
    return one < other


class Vote(StrEnum):
    """A vote on an appeal, and the outcome."""

    UPHOLD = "uphold"
    REJECT = "reject"


@dataclass(frozen=True, slots=True)
class ClubMember:
    """A club and its member of the commission."""

    club: str
    name: str
    has_competition: bool = True
    """Whether the club has an internal competition; without one it has no member (point 1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Commission:
    """The commission of appeal in a dispute."""

    members: Sequence[ClubMember]
    chair: str
    vice: str
    """The vice-chair."""
    persons: Collection[str] = ()
    """The names of those whom the dispute is about."""
    disputing_clubs: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """Who sits and who stands back, and what was decided."""

    sit: tuple[str, ...]
    stand_back: tuple[str, ...]
    outcome: Vote | None
    """None where the votes give none (R25)."""
    casting: str | None
    """Whose vote decided a tie."""


def decide(commission: Commission, votes: Mapping[str, Vote]) -> Decision:
    """Return who sits, and the outcome by majority of the votes by name; those of who does not sit do not count.

    At a tie the vote of the chair decides, or of the vice-chair where the chair stands back. It is no outcome where both stand back, or
    where the one whose vote decides did not vote. RegulationError: the chairs or the votes are not of members.
    """
    clubs = {member.name: member.club for member in commission.members if member.has_competition}
    _check(commission, clubs, votes)
    stand_back = tuple(name for name, club in clubs.items() if name in commission.persons or club in commission.disputing_clubs)
    sit = tuple(name for name in clubs if name not in stand_back)
    counted = [vote for name, vote in votes.items() if name in sit]
    uphold, reject = counted.count(Vote.UPHOLD), counted.count(Vote.REJECT)
    if uphold != reject:
        return Decision(sit, stand_back, Vote.UPHOLD if uphold > reject else Vote.REJECT, None)
    casting = next((name for name in (commission.chair, commission.vice) if name in sit), None)
    if casting is None or casting not in votes:
        return Decision(sit, stand_back, None, None)
    return Decision(sit, stand_back, votes[casting], casting)


def _check(commission: Commission, clubs: Mapping[str, str], votes: Mapping[str, Vote]) -> None:
    """RegulationError: a club or a member stands there twice, a chair is no member, or somebody votes who is a member for no club."""
    names, club_names = [member.name for member in commission.members], [member.club for member in commission.members]
    for several in (names, club_names):
        if (twice := next((one for at, one in enumerate(several) if one in several[:at]), None)) is not None:
            raise RegulationError(_("{name} stands twice among the clubs and their members of the commission"), name=twice)
    for field, name in (("chair", commission.chair), ("vice", commission.vice)):
        if name not in clubs:
            sentence = _("{field} is {id}, who is no member of the commission: each club with an internal competition has one")
            raise RegulationError(sentence, field=field, id=name)
    if commission.chair == commission.vice:
        raise RegulationError(_("chair and vice are both {id}"), id=commission.chair)
    for name in votes:
        if name not in names:
            raise RegulationError(_("votes has {id}, who is a member for no club"), id=name)
