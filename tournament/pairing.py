"""The question `pair`: the next round of a Swiss event (D 4, F 3, appendix 3), with an engine that is handed in."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules.errors import Phrase, Sentence
from tournament.fields import Fields, QuestionError
from tournament.swiss import BYE, BYE_POINTS, NOTHING, RESULTS, SwissBye, SwissEngine, SwissEvent, SwissFault, SwissGame, paired

ARTICLES: Final = {"D": "D 4, appendix 3", "F": "F 3, appendix 3"}
HA: Final = "HA"
CLASSES_OF_D: Final = (HA, "1", "2", "3")
FROM: Final = 9
"""D 4: the HA plays by the Swiss system from so many players on."""
ROUNDS: Final = 6
"""D 4: the rounds that the HA plays by the Swiss system."""
MOST_ROUNDS: Final = 100
MOST_PLAYERS: Final = 200
"""So many are paired within five seconds."""


class PairFault(Phrase):
    """Why a round is not paired, or what the arbiter is warned of."""

    UNKNOWN = "{field} is {id}, who is missing in players"
    ITSELF = "{field} pairs {id} with the same player"
    LATER = "{field} is {round}; a round before round {before} was expected"
    NO_RESULT = "the game {white} - {black} of round {round} has no result; a round is paired when the rounds before it are complete"
    TWICE = "{id} stands twice in round {round}"
    MET = "{white} and {black} met in an earlier round, and opponents meet once at most (appendix 3)"
    ABSENT = "{id} is absent, and is paired or free in this round"
    NOBODY = "nobody is left to pair"
    BYE_POINTS = "{field} is {points}; a bye is 1 point, 0.5 or 0"
    TOO_MANY = "players has {count} players; {most} at most are paired"
    TWO_FREE = "with {id} free an odd number of players is left; only one can be free in a round"
    TABLES = "the classes 1 to 3 of D play by the tables of A 4 (D 5); only the HA and F are paired by the Swiss system (D 4, F 3)"
    FEW = "the HA plays by the Swiss system from 9 players on; up to 8 all meet once (D 4)"
    ROUNDS = "the HA plays 6 rounds by the Swiss system (D 4)"


@dataclass(frozen=True, slots=True)
class RoundAsked:
    """The question, with what the arbiter has fixed of the round."""

    ids: Sequence[str]
    event: SwissEvent
    forced: Sequence[tuple[str, str]]
    free: Sequence[str]
    """Who has the bye of the round from the arbiter, one at most."""


def pair(question: Fields, engine: SwissEngine) -> dict[str, object]:
    """The answer to `pair`; "warnings" are sentences for the arbiter."""
    question.only("competition", "class", "rounds", "round", "players", "games", "byes", "absent", "forced")
    competition = question.one_of("competition", ARTICLES)
    if competition == "D" and question.one_of("class", CLASSES_OF_D, HA) != HA:
        raise QuestionError(PairFault.TABLES.said())
    asked = _asked(question)
    event, numbers = asked.event, {id: number for number, id in enumerate(asked.ids, 1)}
    for white, black in asked.forced:
        if {numbers[white], numbers[black]} in event.met:
            raise QuestionError(PairFault.MET.said(white=repr(white), black=repr(black)))
    if not (event.to_pair or event.placed):
        raise QuestionError(PairFault.NOBODY.said())
    if asked.free and (len(event.to_pair) % 2 or len(asked.free) > 1):
        raise QuestionError(PairFault.TWO_FREE.said(id=repr(asked.free[0])))
    proposed = paired(engine, event)
    pairs = [*asked.forced, *((asked.ids[white - 1], asked.ids[black - 1]) for white, black in proposed.pairs)]
    free = asked.free[0] if asked.free else asked.ids[proposed.bye - 1] if proposed.bye else None
    again = [SwissFault.SECOND_BYE.said(id=repr(id)) for id in asked.free if numbers[id] in event.had_bye]
    return {
        "pairs": [{"white": white, "black": black} for white, black in pairs],
        "bye": free,
        "warnings": [*(_of_d_4(asked) if competition == "D" else []), *again],
        "article": ARTICLES[competition],
    }


def _of_d_4(asked: RoundAsked) -> list[Sentence]:
    few = [PairFault.FEW.said()] if len(asked.ids) < FROM else []
    return [*few, *([PairFault.ROUNDS.said()] if asked.event.rounds != ROUNDS else [])]


def _asked(question: Fields) -> RoundAsked:
    ids = question.texts("players")
    if len(ids) > MOST_PLAYERS:
        raise QuestionError(PairFault.TOO_MANY.said(count=len(ids), most=MOST_PLAYERS))
    rounds = question.whole("rounds", least=1, most=MOST_ROUNDS)
    number = question.whole("round", least=1, most=rounds)
    numbers = {id: at for at, id in enumerate(ids, 1)}
    games = tuple(_game(row, numbers, number) for row in question.rows("games", ()))
    byes = [_bye(row, numbers, number) for row in question.rows("byes", ())]
    absent = question.texts("absent", ())
    for one in absent:
        if one not in numbers:
            raise QuestionError(PairFault.UNKNOWN.said(field=question.path("absent"), id=repr(one)))
    forced = [_opponents(row.only("white", "black"), numbers) for row in question.rows("forced", ())]
    in_pairs = {id for pair in forced for id in pair}
    of_games = [(game.round, ids[player - 1]) for game in games for player in game.players]
    of_byes = [(bye.round, ids[bye.player - 1]) for bye in byes]
    _once_a_round([*of_games, *of_byes, *((number, id) for pair in forced for id in pair)])
    now = [bye for bye in byes if bye.round == number]
    for id in (*in_pairs, *(ids[bye.player - 1] for bye in now if bye.points != NOTHING)):
        if id in absent:
            raise QuestionError(PairFault.ABSENT.said(id=repr(id)))
    free = [bye.player for bye in now if bye.points == BYE]
    event = SwissEvent(
        players=len(ids),
        rounds=rounds,
        round=number,
        games=games,
        byes=tuple(bye for bye in byes if bye.round < number),
        away=frozenset(numbers[id] for id in absent) | {bye.player for bye in now if bye.points != BYE},
        placed=frozenset(free) | {numbers[id] for id in in_pairs},
    )
    return RoundAsked(ids=ids, event=event, forced=forced, free=[ids[player - 1] for player in free])


def _game(row: Fields, numbers: Mapping[str, int], before: int) -> SwissGame:
    row.only("round", "white", "black", "result", "default")
    number = row.whole("round", least=1)
    if number >= before:
        raise QuestionError(PairFault.LATER.said(field=row.path("round"), round=number, before=before))
    white, black = _opponents(row, numbers)
    result = row.one_of("result", RESULTS) if row.has("result") else None
    default = row.flag("default", False)
    if result is None and not default:
        raise QuestionError(PairFault.NO_RESULT.said(white=white, black=black, round=number))
    return SwissGame(number, numbers[white], numbers[black], result, default)


def _bye(row: Fields, numbers: Mapping[str, int], last: int) -> SwissBye:
    row.only("round", "id", "points")
    number, id = row.whole("round", least=1, most=last), _known(row, "id", numbers)
    points = row.points("points", BYE)
    if points not in BYE_POINTS:
        raise QuestionError(PairFault.BYE_POINTS.said(field=row.path("points"), points=str(float(points))))
    return SwissBye(number, numbers[id], points)


def _opponents(row: Fields, ids: Collection[str]) -> tuple[str, str]:
    white, black = _known(row, "white", ids), _known(row, "black", ids)
    if white == black:
        raise QuestionError(PairFault.ITSELF.said(field=row.path("black"), id=repr(white)))
    return white, black


def _known(row: Fields, name: str, ids: Collection[str]) -> str:
    one = row.ident(name)
    if one not in ids:
        raise QuestionError(PairFault.UNKNOWN.said(field=row.path(name), id=repr(one)))
    return one


def _once_a_round(placed: Iterable[tuple[int, str]]) -> None:
    """QuestionError where somebody stands twice in a round."""
    seen: set[tuple[int, str]] = set()
    for number, one in placed:
        if (number, one) in seen:
            raise QuestionError(PairFault.TWICE.said(id=repr(one), round=number))
        seen.add((number, one))
