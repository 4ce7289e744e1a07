"""The questions of `damcam event ask`. No other program asks the regulations in JSON."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, inspect

from pi.commands.event_answers import Answer, eights_answer, first_answer, ranking_answer, standings_answer, teams_answer
from rules.errors import sentence_of
from tournament.appeals import ARTICLE as APPEAL_ARTICLE
from tournament.appeals import Appeal, ClubMember, Commission, Vote, appeal_terms, decide
from tournament.competitions import BOARDS, EIGHT, GROUPS_OF_EIGHT, Competition, PlayerClass
from tournament.eligibility import age_classes, age_in_season, classes_at_club_events
from tournament.errors import TournamentError
from tournament.final_order import final_order
from tournament.games import WIN, Bye, Game, Match, Result
from tournament.group_winners import first_of_groups
from tournament.groups import divide
from tournament.match import ARTICLES as MATCH_ARTICLES
from tournament.match import team_match
from tournament.pairing_tables import pairing_table
from tournament.prizes import ARTICLE as PRIZES_ARTICLE
from tournament.prizes import PlacedPlayer, prizes
from tournament.promotion import part_classes, promote_players, promote_teams
from tournament.ranking import Season, rank_seasons
from tournament.simultaneous import ARTICLE as SIMULTANEOUS_ARTICLE
from tournament.simultaneous import Colour, colours_against, colours_in_turn
from tournament.standings import Group, standings
from tournament.swiss import ARTICLES as SWISS_ARTICLES
from tournament.swiss import SwissEvent, pair_round
from tournament.times import day_in, moment_in, written_like

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

    @abstractmethod
    def answer(self) -> Answer:
        """The answer as JSON has it. TournamentError: the regulations have none, or ids contradict one another."""


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
            _check_class(self.competition, self.class_)
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
            "article": APPEAL_ARTICLE,
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
    persons: list[Id] = []
    disputing_clubs: list[Id] = []
    votes: dict[Id, Vote] = {}

    def answer(self) -> Answer:
        _once("persons", self.persons)
        _once("disputing_clubs", self.disputing_clubs)
        commission = Commission(
            members=[ClubMember(row.club, row.member, row.internal) for row in self.clubs],
            chair=self.chair,
            vice=self.vice,
            persons=self.persons,
            disputing_clubs=self.disputing_clubs,
        )
        decision = decide(commission, self.votes)
        seats = {"sit": list(decision.sit), "stand_back": list(decision.stand_back)}
        return {**seats, "outcome": decision.outcome, "casting": decision.casting, "article": APPEAL_ARTICLE}


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
    "simultaneous": SimultaneousQuestion,
    "appeal": AppealQuestion,
    "committee": CommitteeQuestion,
}
"""The questions by the name in `ask`."""


def answer(question: Mapping[str, object]) -> Answer:
    """The answer to a question, always with "article". TournamentError: there is none, and why."""
    name = question.get("ask")
    if not isinstance(name, str) or name not in QUESTIONS:
        raise QuestionError("ask is {value}; one of {choices} was expected", value=_shown(name), choices=_quoted([*QUESTIONS]))
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
