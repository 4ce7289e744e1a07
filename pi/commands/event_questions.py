"""The questions of `damcam event ask` and their answers as JSON. No other program asks the regulations in JSON."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, inspect

from hub.events.standing import EventStandings, GroupStandings
from rules.errors import sentence_of
from tournament.competitions import BOARDS, EIGHT, GROUPS_OF_EIGHT, Competition, PlayerClass
from tournament.eligibility import age_classes, age_in_season, classes_at_club_events
from tournament.errors import TournamentError
from tournament.final_order import PlacedBy, final_order
from tournament.games import WIN, Bye, Game, Match, Result
from tournament.group_winners import ARTICLE as FIRST_OF_GROUPS_ARTICLE
from tournament.group_winners import FirstOfGroups, first_of_groups
from tournament.groups import divide
from tournament.match import ARTICLES as MATCH_ARTICLES
from tournament.match import team_match
from tournament.pairing_tables import pairing_table
from tournament.play_offs import Colours
from tournament.prizes import ARTICLE as PRIZES_ARTICLE
from tournament.prizes import PlacedPlayer, prizes
from tournament.promotion import ARTICLE_OF_TEAMS as TEAMS_ARTICLE
from tournament.promotion import GroupsOfEight, TeamGroups, part_classes, promote_players, promote_teams
from tournament.questions import QUESTIONS as OTHER_QUESTIONS
from tournament.questions import answer as other_answer
from tournament.ranking import ARTICLE as RANKING_ARTICLE
from tournament.ranking import PointsRanking, RankingRow, Season, rank_seasons
from tournament.standings import Group, OpenPlaces, Standing, Standings, standings
from tournament.swiss import ARTICLES as SWISS_ARTICLES
from tournament.swiss import SwissEvent, pair_round
from tournament.times import day_in

Answer = dict[str, object]
MANY: Final = 10_000
"""More players, teams or rounds than this are a slip, and would only cost time."""
SHOWN: Final = 60
"""Characters of a wrong value that are shown."""
Count = Annotated[int, Meta(ge=0, le=MANY)]
Positive = Annotated[int, Meta(ge=1, le=MANY)]
Id = Annotated[str, Meta(pattern=r"\S")]
"""The id of a player, team or club, which is not empty."""
Points = Annotated[float, Meta(ge=0, le=MANY, multiple_of=0.5)]


class QuestionError(TournamentError):
    """A question that has no such fields. Only programs read what it says, in English."""


class Question(msgspec.Struct, kw_only=True):
    """The fields of a question, which are checked; null is as good as missing."""

    def answer(self) -> Answer:
        """The answer as JSON has it. TournamentError: the regulations have none, or ids contradict one another."""
        raise NotImplementedError


class GroupsQuestion(Question):
    """Into groups of which sizes so many entries are divided."""

    competition: Literal["A", "B", "D", "G"]
    entries: Count
    class_: str = msgspec.field(name="class", default="")

    def answer(self) -> Answer:
        if self.competition == Competition.D:
            _check_class(self.competition, self.class_)
        division = divide(Competition(self.competition), self.entries, self.class_)
        return {"sizes": list(division.sizes), "article": division.article}


class ScheduleQuestion(Question):
    """The rounds of the table for so many."""

    competition: Literal["A", "B", "C", "D", "G"]
    players: Count
    class_: str = msgspec.field(name="class", default="")

    def answer(self) -> Answer:
        competition = Competition(self.competition)
        _check_class(competition, self.class_)
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


class Row(msgspec.Struct, kw_only=True):
    """An object in a list of a question."""


class GameRow(Row):
    """A game of two players; its round is needed but in a play-off."""

    white: Id
    black: Id
    result: Result | None = None
    default: bool = False
    round: Count = 0

    def game(self, round_: int) -> Game:
        return Game(round_, self.white, self.black, self.result, self.default)


class MatchRow(Row):
    """A match of two teams; its round is needed but in a play-off."""

    first: Id
    second: Id
    board_points: tuple[Points, Points] | None = None
    default: bool = False
    round: Count = 0

    def match(self, round_: int, boards: int) -> Match:
        if self.board_points and sum(self.board_points) > boards:
            sentence = "board_points is {value}; a match of {boards} boards has no more points than that"
            raise QuestionError(sentence, value="[{:g}, {:g}]".format(*self.board_points), boards=boards)
        return Match(round_, self.first, self.second, self.board_points, self.default)


class ByeRow(Row):
    """A round without an opponent."""

    round: Positive
    id: Id


class _OfStandings(Question, kw_only=True):
    """What the questions of players and of teams have in common."""

    competition: Literal["A", "B", "C", "D", "E", "F", "G"]
    players: list[Id]
    class_: str = msgspec.field(name="class", default="")
    swiss: bool | None = None
    group: str = ""
    byes: list[ByeRow] = []
    withdrawn: list[Id] = []
    decided: list[list[Id]] = []

    def _answer(self, games: Sequence[Game | Match], play_offs: Sequence[Game | Match]) -> Answer:
        competition = Competition(self.competition)
        _check_class(competition, self.class_)
        _once("players", self.players)
        _once("withdrawn", self.withdrawn)
        for at, ids in enumerate(self.decided):
            _once(f"decided[{at}]", ids)
        group = Group(
            order=final_order(competition, len(self.players), player_class=self.class_, group=self.group, is_swiss=self.swiss),
            players=tuple(self.players),
            games=tuple(games),
            byes=tuple(Bye(bye.round, bye.id) for bye in self.byes),
            withdrawn=tuple(self.withdrawn),
            play_offs=tuple(play_offs),
            decided=tuple(map(tuple, self.decided)),
        )
        return standings_answer(standings(group))


class StandingsQuestion(_OfStandings, kw_only=True):
    """The final order of an event of players."""

    games: list[GameRow]
    playoffs: list[GameRow] = []

    def answer(self) -> Answer:
        games = [row.game(_round(row.round, f"games[{at}].round")) for at, row in enumerate(self.games)]
        return self._answer(games, [row.game(0) for row in self.playoffs])


class TeamStandingsQuestion(_OfStandings, kw_only=True):
    """The final order of an event of teams."""

    games: list[MatchRow]
    playoffs: list[MatchRow] = []

    def answer(self) -> Answer:
        boards = BOARDS[self.competition]
        games = [row.match(_round(row.round, f"games[{at}].round"), boards) for at, row in enumerate(self.games)]
        return self._answer(games, [row.match(0, boards) for row in self.playoffs])


class MatchQuestion(Question):
    """The boards of a match with their colours, and the points of both teams."""

    competition: Literal["B", "G"]
    first: list[Id | None]
    second: list[Id | None]
    results: list[object]

    def answer(self) -> Answer:
        competition = Competition(self.competition)
        for field, ids in (("first", self.first), ("second", self.second)):
            if len(ids) != BOARDS[competition]:
                sentence = "{field} has {count} places; {boards} were expected, null where a board is empty"
                raise QuestionError(sentence, field=field, count=len(ids), boards=BOARDS[competition])
        if len(self.results) != BOARDS[competition]:
            sentence = "results has {count} entries; a result or null for each of the {boards} boards was expected"
            raise QuestionError(sentence, count=len(self.results), boards=BOARDS[competition])
        match = team_match(self.first, self.second, [*self._results()])
        boards = [
            {"board": one.number, "white": one.white, "black": one.black, "result": one.result, "default": one.by_default}
            for one in match.boards
        ]
        return {
            "boards": boards,
            "board_points": list(match.board_points),
            "match_points": list(match.match_points),
            "is_over": match.is_over,
            "article": MATCH_ARTICLES[competition],
        }

    def _results(self) -> Iterator[Result | None]:
        """The results of the boards; what stands at an empty board is not looked at."""
        for number, (first, second, text) in enumerate(zip(self.first, self.second, self.results, strict=True), 1):
            is_empty = first is None or second is None
            if not is_empty and text is not None and text not in {*Result}:
                sentence = "the result of board {board} is {value}; a result is one of {results}, or null"
                raise QuestionError(sentence, board=number, value=_shown(text), results=_quoted([*Result]))
            yield None if is_empty or text is None else Result(str(text))


class PairRow(Row):
    """Two opponents."""

    white: Id
    black: Id


class PointsByeRow(ByeRow):
    """A round without an opponent in a Swiss event, with what it gives."""

    points: Points = WIN


class PairQuestion(Question):
    """The next round of a Swiss event."""

    competition: Literal["D", "F"]
    rounds: Annotated[int, Meta(ge=1, le=100)]
    round: Positive
    players: list[Id]
    class_: str = msgspec.field(name="class", default="")
    games: list[GameRow] = []
    byes: list[PointsByeRow] = []
    absent: list[Id] = []
    forced: list[PairRow] = []

    def answer(self) -> Answer:
        from tournament.dutch import dutch  # networkx takes a moment to load

        competition = Competition(self.competition)
        _check_class(competition, self.class_)
        if competition == Competition.D and self.class_ not in ("", PlayerClass.HA):
            raise QuestionError("the classes 1 to 3 of D play by the tables of A 4 (D 5); the HA and F play by the Swiss system (D 4, F 3)")
        _once("players", self.players)
        _once("absent", self.absent)
        event = SwissEvent(
            competition=competition,
            rounds=self.rounds,
            round=self.round,
            players=tuple(self.players),
            games=tuple(row.game(_round(row.round, f"games[{at}].round")) for at, row in enumerate(self.games)),
            byes=tuple(Bye(row.round, row.id, row.points) for row in self.byes),
            absent=tuple(self.absent),
            forced=tuple((row.white, row.black) for row in self.forced),
        )
        paired = pair_round(event, dutch)
        return {
            "pairs": [{"white": white, "black": black} for white, black in paired.pairs],
            "bye": paired.bye,
            "warnings": [str(warning) for warning in paired.warnings],
            "article": SWISS_ARTICLES[competition],
        }


class WinnerRow(Row):
    """The winner of a group."""

    id: Id
    points: Points


class FirstOfGroupsQuestion(Question):
    """The first place of all groups of a club event."""

    winners: list[WinnerRow]
    playoffs: list[GameRow] = []
    decided: list[Id] = []
    withdrawn: list[Id] = []

    def answer(self) -> Answer:
        _once("winners", [row.id for row in self.winners])
        _once("decided", self.decided)
        games = [row.game(0) for row in self.playoffs]
        return first_answer(first_of_groups({row.id: row.points for row in self.winners}, games, self.decided, self.withdrawn))


class PlayersPromotionQuestion(Question):
    """The groups of eight of the next championship."""

    kk: list[Id] = msgspec.field(name="KK")
    haa: list[Id] = msgspec.field(name="HAA")
    rhaa: list[Id] = msgspec.field(name="RHAA")
    ha: list[Id] = msgspec.field(name="HA")
    absent: list[Id] = []
    competition: Literal["C", "D"] = "C"

    def answer(self) -> Answer:
        orders = {PlayerClass.KK: self.kk, PlayerClass.HAA: self.haa, PlayerClass.RHAA: self.rhaa, PlayerClass.HA: self.ha}
        for player_class, order in orders.items():
            _once(player_class, order)
        _once("absent", self.absent)
        return eights_answer(promote_players(orders, self.absent))


class TeamsPromotionQuestion(Question):
    """The groups of the next club championships."""

    order: list[list[Id]]
    absent: Id | list[Id] = []
    competition: Literal["B"] = "B"
    merged: bool = False

    def answer(self) -> Answer:
        for at, order in enumerate(self.order):
            _once(f"order[{at}]", order)
        return teams_answer(promote_teams(self.order, _several("absent", self.absent)))


class MergedPromotionQuestion(Question):
    """Two classes of the club championships that were merged, and are parted."""

    order: list[Id]
    upper: list[Id]
    lower: list[Id]
    absent: Id | list[Id] = []
    competition: Literal["B"] = "B"
    merged: bool = True

    def answer(self) -> Answer:
        for field, ids in (("order", self.order), ("upper", self.upper), ("lower", self.lower)):
            _once(field, ids)
        return teams_answer(part_classes(self.upper, self.lower, self.order, _several("absent", self.absent)))


class SeasonRow(Row):
    """The final orders of a season."""

    year: Annotated[int, Meta(ge=0, le=9999)]
    club: list[list[Id]] = []
    swiss: list[list[Id]] = []
    championship: list[list[Id]] = []


class RankingQuestion(Question):
    """The points ranking over seasons."""

    classes: dict[Id, PlayerClass]
    seasons: list[SeasonRow]

    def answer(self) -> Answer:
        seasons = [Season(row.year, row.club, row.swiss, row.championship) for row in self.seasons]
        return ranking_answer(rank_seasons(self.classes, seasons))


class PlacedRow(Row):
    """A player of a final order; the class is empty for somebody who is no member."""

    id: Id
    place: tuple[Positive, Positive]
    class_: Literal["KK", "HAA", "RHAA", "HA", "1", "2", "3", ""] = msgspec.field(name="class")


class PrizesQuestion(Question):
    """The prizes of the open championship."""

    standing: list[PlacedRow]

    def answer(self) -> Answer:
        _once("standing", [row.id for row in self.standing])
        players = [PlacedPlayer(row.id, row.place, PlayerClass(row.class_) if row.class_ else None) for row in self.standing]
        told = {
            str(category): [{"place": prize.place, "ids": list(prize.ids)} for prize in of_category]
            for category, of_category in prizes(players).items()
        }
        return {**told, "article": PRIZES_ARTICLE}


def eights_answer(found: GroupsOfEight) -> Answer:
    """The groups of eight as the answer to `promotion`."""
    groups = {str(player_class): list(ids) for player_class, ids in found.groups.items()}
    return {**groups, "to_HA": list(found.to_ha), "article": found.article}


def teams_answer(found: TeamGroups) -> Answer:
    """The groups of teams as the answer to `promotion`, of merged classes with who goes up and down."""
    groups = [list(group) for group in found.groups]
    if not found.promoted:
        return {"groups": groups, "article": TEAMS_ARTICLE}
    upper, lower = groups
    return {"promoted": found.promoted, "relegated": found.relegated, "upper": upper, "lower": lower, "article": TEAMS_ARTICLE}


def ranking_answer(found: PointsRanking) -> Answer:
    """The points ranking as the answer to `ranking`."""
    seasons = [
        {
            "year": season.year,
            "rows": [_ranking_row(row) for row in season.rows],
            "promoted": list(season.promoted),
            "may_go_down": list(season.may_go_down),
            "best": list(season.best),
        }
        for season in found.seasons
    ]
    classes = {id: str(player_class) for id, player_class in found.classes.items()}
    return {"seasons": seasons, "classes": classes, "article": RANKING_ARTICLE}


def _ranking_row(row: RankingRow) -> Answer:
    points = {"wp": row.wp, "kp": row.kp, "sp": row.sp, "tp": row.tp, "last_four": row.last_four}
    return {"id": row.id, "class": str(row.player_class), **points}


def standings_answer(found: Standings | GroupStandings) -> Answer:
    """The final order of a group as the answer to `standings`; `articles` are those of the places by id."""
    odd_white = [place.next.pairs[0][0] for place in found.open if place.next and place.next.colours is Colours.EACH_REVERSED]
    return {
        "table": [_row(standing) for standing in found.table],
        "open": [_open(place) for place in found.open],
        "lapsed": list(found.lapsed),
        "awarded": [
            {"round": game.round, "white": game.white, "black": game.black, "result": game.result, "default": game.by_default}
            for game in found.awarded
        ],
        "article": found.article,
        "articles": {standing.id: standing.article for standing in found.table},
        **({"odd_white": odd_white} if odd_white else {}),
    }


def event_standings_answer(found: EventStandings) -> Answer:
    """The standings of an event: the answer to `standings` with `over`; of several groups `groups`, with their names."""
    groups = [{**standings_answer(group), "over": group.is_over} for group in found.groups]
    if len(groups) == 1:
        return groups[0]
    named = [{"group": group.name, **answered} for group, answered in zip(found.groups, groups, strict=True)]
    first = {"first_of_groups": first_answer(found.first)} if found.first else {}
    return {"groups": named, "article": found.groups[0].article, **first}


def first_answer(found: FirstOfGroups) -> Answer:
    """The first place of all groups as the answer to `first-of-groups`."""
    if found.open is None:
        return {"first": found.first, **_by(found.by), "open": [], "needs": None, "next": [], "article": FIRST_OF_GROUPS_ARTICLE}
    open_ = _open(found.open)
    ids = {"open": open_.pop("ids")}
    del open_["places"]
    return {"first": None, **_by(found.by), **ids, **open_, "article": FIRST_OF_GROUPS_ARTICLE}


def _row(standing: Standing) -> Answer:
    of_teams = {} if standing.board_points is None else {"board_points": standing.board_points}
    of_swiss = {} if standing.resistance is None else {"resistance": standing.resistance}
    figures = {"points": standing.points, "sb": standing.sb, **of_teams, **of_swiss}
    return {"id": standing.id, "place": list(standing.places), **figures, **_by(standing.by)}


def _by(by: PlacedBy) -> Answer:
    """What set somebody apart; the arbiter's order is marked as `decided`."""
    return {"by": by.criterion, **({"decided": True} if by is PlacedBy.DECIDED else {})}


def _open(place: OpenPlaces) -> Answer:
    """Open places with the games that are to be played now. Teams stand in the order of their numbers; `odd_white` tells their colours."""
    told: Answer = {"places": list(place.places), "ids": list(place.ids), "needs": str(place.needs)}
    if place.next is None:
        return {**told, "next": []}
    match place.next.colours:
        case Colours.BY_LOT:
            games: list[Answer] = [{"players": list(pair)} for pair in place.next.pairs]
        case Colours.EACH_REVERSED:
            games = [{"first": place.ids[0], "second": place.ids[1]}]
        case Colours.REVERSED:
            games = [{"white": white, "black": black} for white, black in place.next.pairs]
    return {**told, "colours": str(place.next.colours), "next": games}


def _round(round_: int, field: str) -> int:
    if not round_:
        raise QuestionError("{field} is missing or 0; a whole number from 1 to {most} was expected", field=field, most=MANY)
    return round_


def _once(field: str, ids: Sequence[str]) -> None:
    """QuestionError: an id stands in the field twice."""
    seen: set[str] = set()
    for id in ids:
        if id in seen:
            raise QuestionError("{field} has {id} twice", field=field, id=repr(id))
        seen.add(id)


def _several(field: str, ids: str | Sequence[str]) -> Sequence[str]:
    """The ids of a field that may have one alone. QuestionError: as `_once`."""
    several = [ids] if isinstance(ids, str) else ids
    _once(field, several)
    return several


_CLASSES: Final[Mapping[str, Sequence[str]]] = {
    "A": tuple(PlayerClass),
    "C": GROUPS_OF_EIGHT,
    "D": (PlayerClass.HA, PlayerClass.FIRST, PlayerClass.SECOND, PlayerClass.THIRD),
}
"""The classes of each competition; of the others none is asked."""


def _check_class(competition: str, player_class: str) -> None:
    """QuestionError: the competition has no such class."""
    classes = _CLASSES.get(competition)
    if player_class and classes and player_class not in classes:
        raise QuestionError("class is {value}; one of {choices} was expected", value=_shown(player_class), choices=_quoted(classes))


QUESTIONS: Final[Mapping[str, type[Question]]] = {
    "groups": GroupsQuestion,
    "schedule": ScheduleQuestion,
    "age": AgeQuestion,
    "classes": ClassesQuestion,
    "match": MatchQuestion,
    "standings": StandingsQuestion,
    "first-of-groups": FirstOfGroupsQuestion,
    "pair": PairQuestion,
    "promotion": PlayersPromotionQuestion,
    "ranking": RankingQuestion,
    "prizes": PrizesQuestion,
}
"""The questions by the name in `ask`."""


def answer(question: Mapping[str, object]) -> Answer:
    """The answer to a question, always with "article". TournamentError: there is none, and why."""
    name = question.get("ask")
    if isinstance(name, str) and name in OTHER_QUESTIONS:
        return other_answer(question)
    if not isinstance(name, str) or name not in QUESTIONS:
        known = _quoted((*QUESTIONS, *OTHER_QUESTIONS))
        raise QuestionError("ask is {value}; one of {choices} was expected", value=_shown(name), choices=known)
    fields = {key: value for key, value in question.items() if key != "ask"}
    return _question_in(fields, _type_of(name, fields)).answer()


def _type_of(name: str, fields: Mapping[str, object]) -> type[Question]:
    """The question of that name; of teams it has other fields. A `promotion` without `competition` is of teams where it has their order."""
    is_of_teams = fields.get("competition") in list(BOARDS)
    if name == "standings" and is_of_teams:
        return TeamStandingsQuestion
    if name == "promotion" and (is_of_teams or (fields.get("competition") is None and fields.get("order") is not None)):
        return MergedPromotionQuestion if fields.get("merged") is True else TeamsPromotionQuestion
    return QUESTIONS[name]


def _question_in(fields: Mapping[str, object], of_question: type[Question]) -> Question:
    """The question of these fields. QuestionError: a field is missing, not known, or cannot be."""
    known = _of_known_fields(fields, inspect.type_info(of_question), "")
    try:
        return msgspec.convert(known, of_question)
    except msgspec.ValidationError as error:
        raise QuestionError(sentence_of(error)) from error


def _of_known_fields(value: object, type_: inspect.Type, where: str) -> object:
    """The value without what is null in its objects. QuestionError names the first field that is not known, and those that are."""
    if isinstance(type_, inspect.StructType) and isinstance(value, Mapping):
        types = {field.encode_name: field.type for field in type_.fields}
        for name in value:
            if name not in types:
                field, known = _shown(f"{where}{name}"), tuple(types)
                raise QuestionError("{field} is not a field of this question; here it has {known}", field=field, known=known)
        there = {name: content for name, content in value.items() if content is not None}
        return {name: _of_known_fields(content, types[name], f"{where}{name}") for name, content in there.items()}
    if isinstance(type_, inspect.ListType | inspect.VarTupleType) and isinstance(value, list):
        return [_of_known_fields(row, type_.item_type, f"{where}[{at}].") for at, row in enumerate(value)]
    return value


def _shown(value: object) -> str:
    """A wrong value as JSON writes it, cut where it is long."""
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def _quoted(choices: Sequence[str]) -> tuple[str, ...]:
    return tuple(repr(str(choice)) for choice in choices)
