"""Questions of whole seasons: promotion and the points ranking."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pi.commands.questions.answers import Answer, eights_answer, ranking_answer, teams_answer
from pi.commands.questions.fields import Id, Question, Row, check_once, several
from tournament.competitions import PlayerClass
from tournament.promotion import part_classes, promote_players, promote_teams
from tournament.ranking import Season, rank_seasons


class PlayersPromotionQuestion(Question):
    """The groups of eight of the next championship."""

    kk: list[Id] = msgspec.field(name="KK")
    haa: list[Id] = msgspec.field(name="HAA")
    rhaa: list[Id] = msgspec.field(name="RHAA")
    ha: list[Id] = msgspec.field(name="HA")
    absent: tuple[Id, ...] = ()
    competition: Literal["C", "D"] = "C"

    def answer(self) -> Answer:
        orders = {PlayerClass.KK: self.kk, PlayerClass.HAA: self.haa, PlayerClass.RHAA: self.rhaa, PlayerClass.HA: self.ha}
        for player_class, order in orders.items():
            check_once(player_class, order)
        check_once("absent", self.absent)
        return eights_answer(promote_players(orders, self.absent))


class TeamsPromotionQuestion(Question):
    """The groups of the next club championships."""

    order: list[list[Id]]
    absent: Id | tuple[Id, ...] = ()
    competition: Literal["B"] = "B"
    merged: bool = False

    def answer(self) -> Answer:
        for at, order in enumerate(self.order):
            check_once(f"order[{at}]", order)
        return teams_answer(promote_teams(self.order, several("absent", self.absent)))


class MergedPromotionQuestion(Question):
    """Two classes of the club championships that were merged, and are parted."""

    order: list[Id]
    upper: list[Id]
    lower: list[Id]
    absent: Id | tuple[Id, ...] = ()
    competition: Literal["B"] = "B"
    merged: bool = True

    def answer(self) -> Answer:
        for field, ids in (("order", self.order), ("upper", self.upper), ("lower", self.lower)):
            check_once(field, ids)
        return teams_answer(part_classes(self.upper, self.lower, self.order, several("absent", self.absent)))


class SeasonRow(Row):
    """The final orders of a season."""

    year: Annotated[int, Meta(ge=0, le=9999)]
    club: tuple[list[Id], ...] = ()
    swiss: tuple[list[Id], ...] = ()
    championship: tuple[list[Id], ...] = ()


class RankingQuestion(Question):
    """The points ranking over seasons."""

    classes: dict[Id, PlayerClass]
    seasons: list[SeasonRow]

    def answer(self) -> Answer:
        seasons = [Season(row.year, row.club, row.swiss, row.championship) for row in self.seasons]
        return ranking_answer(rank_seasons(self.classes, seasons))
