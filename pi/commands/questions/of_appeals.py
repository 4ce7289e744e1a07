"""Questions of appeals and the commission (appendix 5)."""

import msgspec

from pi.commands.questions.answers import Answer
from pi.commands.questions.fields import Id, Question, QuestionError, Row, check_class, check_once
from tournament.appeals import ARTICLE, Appeal, ClubMember, Commission, Vote, appeal_terms, decide
from tournament.competitions import Competition
from tournament.times import day_in, moment_in, written_like


class AppealQuestion(Question):
    """Whether an appeal is admissible, and its terms. Without a ruling `told` may be missing."""

    competition: Competition
    ruled: bool
    party: bool
    made: str
    written: bool
    grounds: bool
    class_: str = msgspec.field(name="class", default="")
    told: str | None = None
    next_match_day: str | None = None

    def answer(self) -> Answer:
        if self.competition in (Competition.C, Competition.D):
            check_class(self.competition, self.class_)
        if self.competition == Competition.D and not self.class_:
            raise QuestionError("class is missing; it says before when an appeal in D is decided")
        appeal = Appeal(
            competition=self.competition,
            player_class=self.class_,
            ruled=self.ruled,
            by_party=self.party,
            told=moment_in(self.told or "", "told") if self.told is not None or self.ruled else None,
            made=moment_in(self.made, "made"),
            in_writing=self.written,
            with_grounds=self.grounds,
            next_match_day=day_in(self.next_match_day, "next_match_day") if self.next_match_day is not None else None,
        )
        terms = appeal_terms(appeal)
        return {
            "admissible": terms.is_admissible,
            "reasons": [*map(str, terms.reasons)],
            "until": written_like(self.told, terms.until) if self.told and terms.until else None,
            "decide_before": terms.decide_before.isoformat() if terms.decide_before else None,
            "article": ARTICLE,
        }


class ClubRow(Row):
    """A club with its member of the commission."""

    club: Id
    member: Id
    internal: bool


class CommitteeQuestion(Question):
    """Who sits in the commission of appeal, and what its votes come to."""

    clubs: list[ClubRow]
    chair: Id
    vice: Id
    persons: tuple[Id, ...] = ()
    disputing_clubs: tuple[Id, ...] = ()
    votes: dict[Id, Vote] = msgspec.field(default_factory=dict)

    def answer(self) -> Answer:
        check_once("persons", self.persons)
        check_once("disputing_clubs", self.disputing_clubs)
        commission = Commission(
            members=[ClubMember(row.club, row.member, row.internal) for row in self.clubs],
            chair=self.chair,
            vice=self.vice,
            persons=self.persons,
            disputing_clubs=self.disputing_clubs,
        )
        decision = decide(commission, self.votes)
        seats = {"sit": list(decision.sit), "stand_back": list(decision.stand_back)}
        return {**seats, "outcome": decision.outcome, "casting": decision.casting, "article": ARTICLE}
