"""Appeals on a game as a dossier tells them (appendix 5). The file of the event has them; here they are texts."""

from dataclasses import dataclass

from record.telling.dates import day_said, moment_said
from record.telling.sentences import tell
from record.texts import in_context, marked, say
from rules.errors import Sentence

ADMISSIBLE = marked("admissible")
NOT_ADMISSIBLE = marked("not admissible: {reasons}")
SOON = marked("as soon as may be")
BEFORE = marked("before the match day {date}")
VERDICT = in_context("appeal", "Verdict")
NOT_YET = marked("not decided yet")
OUTCOMES = {
    "uphold": marked("the appeal is upheld"),
    "reject": marked("the appeal is rejected"),
    "": marked("no outcome: the votes are equal"),
}
CASTING = marked("{outcome}; at equal votes the vote of {member} decided")
VOTES = {"uphold": in_context("vote", "uphold"), "reject": in_context("vote", "reject")}
CHAIR, VICE = marked("{member} (chair)"), marked("{member} (vice-chair)")
UNREAD = marked("The event file {file} could not be read. Appeals in it are not shown here.")


@dataclass(frozen=True, slots=True)
class ToldCommission:
    """Who sits on an appeal, who stands back, and how they voted: member and vote."""

    sit: tuple[str, ...]
    stand_back: tuple[str, ...]
    chair: str
    vice: str
    votes: tuple[tuple[str, str], ...] = ()
    outcome: str | None = None
    """`uphold`, `reject`, empty where the votes give none; None while it is not decided."""
    casting: str = ""
    said: str = ""
    """What the commission says of it."""


@dataclass(frozen=True, slots=True)
class ToldAppeal:
    """An appeal on a game."""

    event: str
    number: int
    party: str
    against: str
    grounds: str
    told: str
    made: str
    reasons: tuple[Sentence, ...]
    until: str
    decide_before: str
    commission: ToldCommission | None = None
    on: Sentence | None = None
    """The board, or the match of teams, or the play-off; None for a game of two players in a round."""


@dataclass(frozen=True, slots=True)
class GameAppeals:
    """The appeals on a game, and the names of the event files that could not be read."""

    told: tuple[ToldAppeal, ...] = ()
    unread: tuple[str, ...] = ()


def appeal_rows(one: ToldAppeal, lang: str) -> list[tuple[str, str]]:
    """Labels and values, in that order; what is not known is left out."""
    reasons = ", ".join(tell(reason, lang) for reason in one.reasons)
    before = say(lang, BEFORE, date=tell(day_said(one.decide_before), lang)) if one.decide_before else say(lang, SOON)
    rows = [
        (say(lang, "Appeal made by"), one.party),
        (say(lang, "Appeal on"), tell(one.on, lang) if one.on else ""),
        (say(lang, "Against the ruling"), one.against),
        (say(lang, "Grounds"), one.grounds),
        (say(lang, "Ruling told to the parties"), tell(moment_said(one.told), lang)),
        (say(lang, "Appeal made"), tell(moment_said(one.made), lang)),
        (say(lang, "Could be made until"), tell(moment_said(one.until), lang)),
        (say(lang, "The appeal is"), say(lang, NOT_ADMISSIBLE, reasons=reasons) if reasons else say(lang, ADMISSIBLE)),
        (say(lang, "To be decided"), "" if reasons else before),
        *(_commission_rows(one.commission, lang) if one.commission else []),
    ]
    return [(label, value) for label, value in rows if value]


def unread_lines(appeals: GameAppeals, lang: str) -> list[str]:
    """What is said of the event files that could not be read."""
    return [say(lang, UNREAD, file=name) for name in appeals.unread]


def _commission_rows(one: ToldCommission, lang: str) -> list[tuple[str, str]]:
    outcome = say(lang, NOT_YET) if one.outcome is None else say(lang, OUTCOMES[one.outcome])
    if one.casting:
        outcome = say(lang, CASTING, outcome=outcome, member=one.casting)
    votes = ", ".join(f"{member}: {say(lang, VOTES[vote])}" for member, vote in one.votes)
    return [
        (say(lang, "In the commission"), ", ".join(_member(name, one, lang) for name in one.sit)),
        (say(lang, "Stands back"), ", ".join(_member(name, one, lang) for name in one.stand_back)),
        (say(lang, "Votes"), votes),
        (say(lang, VERDICT), outcome),
        (say(lang, "The commission says"), one.said),
    ]


def _member(name: str, one: ToldCommission, lang: str) -> str:
    if name == one.chair:
        return say(lang, CHAIR, member=name)
    return say(lang, VICE, member=name) if name == one.vice else name
