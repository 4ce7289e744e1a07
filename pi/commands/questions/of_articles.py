"""Questions of single articles: groups, tables, who may play where, prizes and the colours of an exhibition."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pi.commands.questions.answers import Answer
from pi.commands.questions.fields import Count, Id, Positive, Question, QuestionError, Row, check_class, check_once
from tournament.competitions import EIGHT, GROUPS_OF_EIGHT, Competition, PlayerClass
from tournament.eligibility import age_classes, age_in_season, classes_at_club_events
from tournament.groups import divide
from tournament.pairing_tables import pairing_table
from tournament.prizes import ARTICLE as PRIZES_ARTICLE
from tournament.prizes import PlacedPlayer, prizes
from tournament.simultaneous import ARTICLE as SIMULTANEOUS_ARTICLE
from tournament.simultaneous import Colour, colours_against, colours_in_turn
from tournament.times import day_in


class GroupsQuestion(Question):
    """Into groups of which sizes so many entries are divided."""

    competition: Literal["A", "B", "D", "G"]
    entries: Count
    class_: str = msgspec.field(name="class", default="")

    def answer(self) -> Answer:
        if self.competition == Competition.D:
            check_class(self.competition, self.class_)
        division = divide(Competition(self.competition), self.entries, self.class_)
        return {"sizes": list(division.sizes), "article": division.article}


class ScheduleQuestion(Question):
    """The rounds of the table for so many."""

    competition: Literal["A", "B", "C", "D", "G"]
    players: Count
    class_: str = msgspec.field(name="class", default="")

    def answer(self) -> Answer:
        competition = Competition(self.competition)
        check_class(competition, self.class_)
        table = pairing_table(competition, self.players, self.class_)
        rounds = [
            {"round": number, "pairs": [list(pair) for pair in pairs], "free": list(table.free(number))}
            for number, pairs in enumerate(table.rounds, 1)
        ]
        return {"rounds": rounds, "days": list(table.days) if table.days else None, "article": table.article}


class AgeQuestion(Question):
    """The age of somebody in a season, and the championships of juniors for it."""

    born: str
    year: Annotated[int, Meta(ge=1, le=9999)]

    def answer(self) -> Answer:
        age = age_in_season(day_in(self.born, "born"), self.year)
        return {"age": age, "may_play": [*age_classes(age)], "article": "E 4"}


class ClassesQuestion(Question):
    """The classes at club events of a player with that number in a list."""

    list_: Literal["KK", "HAA", "RHAA", "HA", "1", "2", "3"] = msgspec.field(name="list")
    number: Positive | None = None

    def answer(self) -> Answer:
        player_class = PlayerClass(self.list_)
        if self.number is None and player_class == PlayerClass.RHAA:
            raise QuestionError("number is missing; the numbers 5 to 8 of the RHAA choose between EK and HA")
        if self.number and self.number > EIGHT and player_class in GROUPS_OF_EIGHT:
            raise QuestionError("number is {number}; a whole number from 1 to {most} was expected", number=self.number, most=EIGHT)
        return {"may_play": [*classes_at_club_events(player_class, self.number or 0)], "article": "A 2"}


class PlacedRow(Row):
    """A player of a final order; the class is empty for somebody who is no member."""

    id: Id
    place: tuple[Positive, Positive]
    class_: Literal["KK", "HAA", "RHAA", "HA", "1", "2", "3", ""] = msgspec.field(name="class")


class PrizesQuestion(Question):
    """The prizes of the open championship."""

    standing: list[PlacedRow]

    def answer(self) -> Answer:
        check_once("standing", [row.id for row in self.standing])
        players = [PlacedPlayer(row.id, row.place, PlayerClass(row.class_) if row.class_ else None) for row in self.standing]
        told = {
            str(category): [{"place": prize.place, "ids": list(prize.ids)} for prize in of_category]
            for category, of_category in prizes(players).items()
        }
        return {**told, "article": PRIZES_ARTICLE}


class SimultaneousQuestion(Question):
    """The colours of a simultaneous exhibition: in turn from that of the first player, or against a giver with one colour."""

    players: Positive
    first: Colour | None = None
    giver: Colour | None = None

    def answer(self) -> Answer:
        if self.first and not self.giver:
            colours = colours_in_turn(self.players, self.first)
        elif self.giver and not self.first:
            colours = colours_against(self.players, self.giver)
        else:
            raise QuestionError(
                "either first or giver is wanted: the colour of the first player by lot, or that of the giver everywhere (I 4)"
            )
        return {"players": [*map(str, colours)], "article": SIMULTANEOUS_ARTICLE}
