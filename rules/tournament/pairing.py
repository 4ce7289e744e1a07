"""The question `pair`: the next round of a Swiss event (D 4, F 3, appendix 3), with an engine that is handed in."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from rules.errors import Phrase, Sentence
from rules.tournament.dividing import CLASSES_OF_D, HA
from rules.tournament.fields import Fields, QuestionError
from rules.tournament.swiss import CheckedRound, SwissEngine, SwissFault, SwissRound, checked
from rules.tournament.swiss_history import RESULTS, SwissGame, histories

ARTICLES: Final = {"D": "D 4, appendix 3", "F": "F 3, appendix 3"}
FROM: Final = 9
"""D 4: the HA plays by the Swiss system from so many players on."""
ROUNDS: Final = 6
"""D 4: the rounds that the HA plays by the Swiss system."""
MOST_ROUNDS: Final = 100
MOST_PLAYERS: Final = 200
"""Engines take minutes beyond."""


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
    TOO_MANY = "players has {count} players; {most} at most are paired"
    TWO_FREE = "with {id} free an odd number of players is left; only one can be free in a round"
    TABLES = "the classes 1 to 3 of D play by the tables of A 4 (D 5); only the HA and F are paired by the Swiss system (D 4, F 3)"
    FEW = "the HA plays by the Swiss system from 9 players on; up to 8 all meet once (D 4)"
    ROUNDS = "the HA plays 6 rounds by the Swiss system (D 4)"


@dataclass(frozen=True, slots=True)
class RoundAsked:
    """What is fixed before the engine pairs the rest."""

    ids: Sequence[str]
    number: int
    rounds: int
    games: Sequence[SwissGame]
    byes: Sequence[tuple[int, str]]
    absent: Sequence[str]
    forced: Sequence[tuple[str, str]]


def pair(question: Fields, engine: SwissEngine) -> dict[str, object]:
    """The answer to `pair`; "warnings" are sentences for the arbiter."""
    competition = question.one_of("competition", ARTICLES)
    if competition == "D" and question.one_of("class", CLASSES_OF_D, HA) != HA:
        raise QuestionError(PairFault.TABLES.said())
    asked = _asked(question)
    past = histories(asked.ids, asked.games, asked.byes, asked.number)
    for white, black in asked.forced:
        if past[white].number in past[black].met:
            raise QuestionError(PairFault.MET.said(white=repr(white), black=repr(black)))
    free = [one for number, one in asked.byes if number == asked.number]
    fixed = {*asked.absent, *free, *(one for pair in asked.forced for one in pair)}
    left = [past[one] for one in asked.ids if one not in fixed]
    if not (left or asked.forced or free):
        raise QuestionError(PairFault.NOBODY.said())
    if free and (len(left) % 2 or len(free) > 1):
        raise QuestionError(PairFault.TWO_FREE.said(id=repr(free[0])))
    found = checked(engine, left, asked.number, asked.rounds) if left else CheckedRound(SwissRound((), ()))
    pairs = [*asked.forced, *((asked.ids[white - 1], asked.ids[black - 1]) for white, black in found.proposed.pairs)]
    free += [asked.ids[one - 1] for one in found.proposed.byes]
    second = next((one for one in free if past[one].unplayed.byes), None)
    return {
        "pairs": [{"white": white, "black": black} for white, black in pairs],
        "bye": free[0] if free else None,
        "warnings": [*(_of_d_4(asked) if competition == "D" else []), *_of(found, second, asked.number)],
        "article": ARTICLES[competition],
    }


def _of(found: CheckedRound, second: str | None, number: int) -> list[Sentence]:
    return [
        *([SwissFault.SECOND_BYE.said(id=repr(second))] if second else []),
        *([SwissFault.WITHOUT_COLOURS.said(round=number)] if found.without_colours else []),
    ]


def _of_d_4(asked: RoundAsked) -> list[Sentence]:
    few = [PairFault.FEW.said()] if len(asked.ids) < FROM else []
    return [*few, *([PairFault.ROUNDS.said()] if asked.rounds != ROUNDS else [])]


def _asked(question: Fields) -> RoundAsked:
    ids = question.texts("players")
    if len(ids) > MOST_PLAYERS:
        raise QuestionError(PairFault.TOO_MANY.said(count=len(ids), most=MOST_PLAYERS))
    rounds = question.whole("rounds", least=1, most=MOST_ROUNDS)
    number = question.whole("round", least=1, most=rounds)
    games = [_game(row, set(ids), number) for row in question.rows("games", ())]
    byes = [(row.whole("round", least=1, most=number), _known(row, "id", set(ids))) for row in question.rows("byes", ())]
    absent = question.texts("absent", ())
    for one in absent:
        if one not in ids:
            raise QuestionError(PairFault.UNKNOWN.said(field=question.path("absent"), id=repr(one)))
    forced = [_opponents(row, set(ids)) for row in question.rows("forced", ())]
    _once_a_round(games, byes, [(number, one) for pair in forced for one in pair])
    for one in (*(one for pair in forced for one in pair), *(one for at, one in byes if at == number)):
        if one in absent:
            raise QuestionError(PairFault.ABSENT.said(id=repr(one)))
    return RoundAsked(ids=ids, number=number, rounds=rounds, games=games, byes=byes, absent=absent, forced=forced)


def _game(row: Fields, ids: Collection[str], before: int) -> SwissGame:
    number = row.whole("round", least=1)
    if number >= before:
        raise QuestionError(PairFault.LATER.said(field=row.path("round"), round=number, before=before))
    white, black = _opponents(row, ids)
    result = row.one_of("result", RESULTS) if row.has("result") else None
    default = row.flag("default", False)
    if result is None and not default:
        raise QuestionError(PairFault.NO_RESULT.said(white=white, black=black, round=number))
    return SwissGame(number, white, black, result, default)


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


def _once_a_round(games: Iterable[SwissGame], byes: Iterable[tuple[int, str]], forced: Iterable[tuple[int, str]]) -> None:
    stands = [*((game.number, one) for game in games for one in (game.white, game.black)), *byes, *forced]
    seen: set[tuple[int, str]] = set()
    for number, one in stands:
        if (number, one) in seen:
            raise QuestionError(PairFault.TWICE.said(id=repr(one), round=number))
        seen.add((number, one))
