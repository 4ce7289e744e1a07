"""What a new event is made as: its competition, its class and its rounds."""

from datetime import date

from msgspec import structs

from rules.errors import Phrase
from tournament.competitions import ROUNDS_OF_HA
from tournament.errors import TournamentError
from tournament.events.changes import EventMade
from tournament.events.texts_given import AGES, class_in, date_in, line_in, time_in

COMPETITIONS = ("A", "B", "C", "D", "E", "F", "G")
"""The competitions over the board."""
WITH_FILE = (*COMPETITIONS, "H")
"""Those whose events are kept in files."""
CLASSES_OF = {"A": ("EK", "HA", "1", "2", "3"), "C": ("KK", "HAA", "RHAA"), "D": ("HA", "1", "2", "3"), "E": AGES, "G": ("1", "2", "3")}
NEED_CLASS = {"C": "C 2", "D": "D 3"}
ROUNDS_OF_C = 7
MAX_ROUNDS = 99


class MakingFault(Phrase):
    """Why no such event can be made."""

    NO_ROUNDS = "the simultaneous exhibition has no rounds to pair; competitions with an event file are {known}"
    NO_ROUNDS_IN_H = "the problem contest has no rounds"
    NO_COMPETITION = "{text} is no competition; there are {known}"
    NO_CLASS_HERE = "competition {competition} has no classes"
    CLASS_MISSING = "competition {competition} needs a class: one of {classes} ({article})"
    GROUP_MISSING = "competition B needs its group, such as I: the first place of group I is played off by its own rule (B 7)"
    NO_GROUP = "{text} is no group; the groups of B are I, II, III, IV and so on (B 2)"
    NO_GROUP_HERE = "competition {competition} takes no group; the lot makes its groups"
    ROUNDS_MISSING = "the arbiter sets how many rounds are played (F 3); give their number"
    TOO_MANY_ROUNDS = "{rounds} rounds are too many; {most} are the most"
    ROUNDS_ARE_SET = "{rounds} rounds cannot be: {article} says how many there are"


def checked(made: EventMade) -> EventMade:
    """The event with its texts in their form; TournamentError where it cannot be."""
    competition = made.competition.upper()
    if competition == "I":
        raise TournamentError(MakingFault.NO_ROUNDS.said(known=WITH_FILE))
    if competition not in WITH_FILE:
        raise TournamentError(MakingFault.NO_COMPETITION.said(text=repr(made.competition), known=WITH_FILE))
    made = structs.replace(
        made,
        competition=competition,
        in_class=_class(competition, made.in_class),
        group=_group(competition, made.group.strip().upper()),
        name=line_in(made.name, "name"),
        date=date_in(made.date, "date"),
        start=time_in(made.start, "start"),
    )
    _check_rounds(made)
    return made


def _class(competition: str, text: str) -> str:
    classes = CLASSES_OF.get(competition, ())
    if text.strip() and not classes:
        raise TournamentError(MakingFault.NO_CLASS_HERE.said(competition=competition))
    if not text.strip() and competition in NEED_CLASS:
        missing = MakingFault.CLASS_MISSING.said(competition=competition, classes=classes, article=NEED_CLASS[competition])
        raise TournamentError(missing)
    return class_in(text, "class", classes)


def _group(competition: str, text: str) -> str:
    if competition != "B":
        if text:
            raise TournamentError(MakingFault.NO_GROUP_HERE.said(competition=competition))
        return ""
    if not text:
        raise TournamentError(MakingFault.GROUP_MISSING.said())
    if set(text) - set("IVXLC"):
        raise TournamentError(MakingFault.NO_GROUP.said(text=repr(text[:20])))
    return text


def _check_rounds(made: EventMade) -> None:
    """TournamentError where the rounds are missing, or others than the regulation has."""
    if made.competition == "F":
        if not made.rounds:
            raise TournamentError(MakingFault.ROUNDS_MISSING.said())
        if made.rounds > MAX_ROUNDS:
            raise TournamentError(MakingFault.TOO_MANY_ROUNDS.said(rounds=made.rounds, most=MAX_ROUNDS))
        return
    if made.competition == "H":
        if made.rounds:
            raise TournamentError(MakingFault.NO_ROUNDS_IN_H.said())
        return
    is_ha = made.competition == "D" and made.in_class == "HA"
    known = {"C": ROUNDS_OF_C, **({"D": ROUNDS_OF_HA} if is_ha else {})}.get(made.competition)
    if made.rounds and made.rounds != known:
        article = {"A": "A 4", "B": "B 4", "C": "C 7", "D": "D 4", "E": "A 4", "G": "G 4"}[made.competition]
        raise TournamentError(MakingFault.ROUNDS_ARE_SET.said(rounds=made.rounds, article=article))


def season_of(made: EventMade) -> int:
    """The year in which the season of the event begins, on 1 September (R17); that of today for an event without a date."""
    day = date.fromisoformat(made.date) if made.date else date.today()
    return day.year if day.month >= 9 else day.year - 1
