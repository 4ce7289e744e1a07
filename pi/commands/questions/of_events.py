"""Questions of what is played in an event: matches, rounds of the Swiss system, standings and the first of several groups."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pi.commands.questions.answers import Answer, first_answer, standings_answer
from pi.commands.questions.fields import (
    Count,
    Id,
    Points,
    Positive,
    Question,
    QuestionError,
    Row,
    check_class,
    check_once,
    quoted,
    round_in,
    shown,
)
from tournament.competitions import BOARDS, Competition, PlayerClass
from tournament.final_order import final_order
from tournament.games import WIN, Bye, Game, Match, Result
from tournament.group_winners import first_of_groups
from tournament.match import ARTICLES as MATCH_ARTICLES
from tournament.match import team_match
from tournament.standings import Group, standings
from tournament.swiss import ARTICLES as SWISS_ARTICLES
from tournament.swiss import SwissEvent, pair_round


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
    byes: tuple[ByeRow, ...] = ()
    withdrawn: tuple[Id, ...] = ()
    decided: tuple[list[Id], ...] = ()

    def _answer(self, games: Sequence[Game | Match], play_offs: Sequence[Game | Match]) -> Answer:
        competition = Competition(self.competition)
        check_class(competition, self.class_)
        check_once("players", self.players)
        check_once("withdrawn", self.withdrawn)
        for at, ids in enumerate(self.decided):
            check_once(f"decided[{at}]", ids)
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
    playoffs: tuple[GameRow, ...] = ()

    def answer(self) -> Answer:
        games = [row.game(round_in(row.round, f"games[{at}].round")) for at, row in enumerate(self.games)]
        return self._answer(games, [row.game(0) for row in self.playoffs])


class TeamStandingsQuestion(_OfStandings, kw_only=True):
    """The final order of an event of teams."""

    games: list[MatchRow]
    playoffs: tuple[MatchRow, ...] = ()

    def answer(self) -> Answer:
        boards = BOARDS[self.competition]
        games = [row.match(round_in(row.round, f"games[{at}].round"), boards) for at, row in enumerate(self.games)]
        return self._answer(games, [row.match(0, boards) for row in self.playoffs])


class WinnerRow(Row):
    """The winner of a group."""

    id: Id
    points: Points


class FirstOfGroupsQuestion(Question):
    """The first place of all groups of a club event."""

    winners: list[WinnerRow]
    playoffs: tuple[GameRow, ...] = ()
    decided: tuple[Id, ...] = ()
    withdrawn: tuple[Id, ...] = ()

    def answer(self) -> Answer:
        check_once("winners", [row.id for row in self.winners])
        check_once("decided", self.decided)
        games = [row.game(0) for row in self.playoffs]
        return first_answer(first_of_groups({row.id: row.points for row in self.winners}, games, self.decided, self.withdrawn))


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
                raise QuestionError(sentence, board=number, value=shown(text), results=quoted([*Result]))
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
    games: tuple[GameRow, ...] = ()
    byes: tuple[PointsByeRow, ...] = ()
    absent: tuple[Id, ...] = ()
    forced: tuple[PairRow, ...] = ()

    def answer(self) -> Answer:
        from tournament.dutch import dutch  # networkx takes a moment to load

        competition = Competition(self.competition)
        check_class(competition, self.class_)
        if competition == Competition.D and self.class_ not in ("", PlayerClass.HA):
            raise QuestionError("the classes 1 to 3 of D play by the tables of A 4 (D 5); the HA and F play by the Swiss system (D 4, F 3)")
        check_once("players", self.players)
        check_once("absent", self.absent)
        event = SwissEvent(
            competition=competition,
            rounds=self.rounds,
            round=self.round,
            players=tuple(self.players),
            games=tuple(row.game(round_in(row.round, f"games[{at}].round")) for at, row in enumerate(self.games)),
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
