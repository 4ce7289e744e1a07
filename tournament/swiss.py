"""The Swiss system (D 4, F 3, appendix 3): a round of the pairs that the arbiter gives and of those that an engine finds for the others.

`pair_round` is the place to begin; `tournament.dutch` has the engine.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from rules.errors import Sentence, _
from tournament.competitions import FROM_SWISS, ROUNDS_OF_HA, Competition
from tournament.errors import RegulationError, TournamentError
from tournament.games import DRAW, LOSS, WIN, Bye, Game, as_number, check_known, check_once_a_round, check_opponents

ARTICLES: Final[Mapping[Competition, str]] = {Competition.D: "D 4, appendix 3", Competition.F: "F 3, appendix 3"}
MOST_PLAYERS: Final = 200
"""Larger events were never measured."""
BYE_POINTS: Final = (WIN, DRAW, LOSS)
"""The points of a round without an opponent: the bye (R21), half a point, or nothing for who is absent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwissEvent:
    """The whole history of an event, and the round that is to be paired.

    Who stands in no game or bye of an earlier round was absent from it.
    """

    competition: Competition
    """F, or D for the HA."""
    rounds: int
    """The number of all rounds: the last one has rules of its own."""
    round: int
    """The round that is to be paired, from 1 to `rounds`."""
    players: tuple[str, ...]
    """All ids in the order of their entry numbers."""
    games: tuple[Game, ...] = ()
    """The games of the earlier rounds, with their results."""
    byes: tuple[Bye, ...] = ()
    """Those of the earlier rounds, and those that the arbiter gives in this one: of a full point the bye, of less to who is absent."""
    absent: tuple[str, ...] = ()
    forced: tuple[tuple[str, str], ...] = ()
    """The pairs that the arbiter gives, White first."""

    @property
    def free(self) -> tuple[str, ...]:
        """Who has the bye of this round from the arbiter."""
        return tuple(bye.id for bye in self.byes if bye.round == self.round and bye.points == WIN)

    @property
    def placed(self) -> frozenset[str]:
        """Who has an opponent or the bye of this round from the arbiter."""
        return frozenset(self.free) | {id for pair in self.forced for id in pair}

    @property
    def to_pair(self) -> frozenset[str]:
        """Who is left for the engine."""
        away = {bye.id for bye in self.byes if bye.round == self.round}
        return frozenset(self.players) - {*self.absent} - away - self.placed

    @property
    def earlier_byes(self) -> tuple[Bye, ...]:
        return tuple(bye for bye in self.byes if bye.round < self.round)

    @property
    def met(self) -> frozenset[frozenset[str]]:
        """The pairs that have played. Two whose game was booked by default have not met (R27)."""
        return frozenset(game.pair for game in self.games if not game.by_default)

    @property
    def had_bye(self) -> frozenset[str]:
        """Who gets no bye of the system any more: who had one, or won by default (FIDE C.04.3, C2)."""
        won = {game.winner for game in self.games if game.by_default and game.winner}
        return frozenset(bye.id for bye in self.earlier_byes if bye.points == WIN) | won


@dataclass(frozen=True, slots=True)
class SwissRound:
    """The pairs of a round, White first, and who has no opponent."""

    pairs: tuple[tuple[str, str], ...]
    bye: str | None = None
    warnings: tuple[Sentence, ...] = ()
    """For the arbiter."""


SwissEngine = Callable[[SwissEvent], SwissRound | None]
"""Pairs those of `to_pair`; returns None where no pairing exists. TournamentError: the engine fails."""


def pair_round(event: SwissEvent, engine: SwissEngine) -> SwissRound:
    """Return the round, the pairs of the arbiter first, then those of the engine for everybody else who is there.

    RegulationError: the event cannot be, or no pairing exists. TournamentError: the engine fails.
    """
    _check_event(event)
    to_pair, free = event.to_pair, event.free
    if not (to_pair or event.placed):
        raise RegulationError(_("nobody is left to pair"))
    if free and (len(to_pair) % 2 or len(free) > 1):
        raise RegulationError(_("with {id} free an odd number of players is left; only one can be free in a round"), id=free[0])
    paired = _paired_by(engine, event) if to_pair else SwissRound(())
    again = _("{id} had a bye or a win by default before, and is free again because the arbiter says so")
    warnings = [Sentence("", again, {"id": id}) for id in free if id in event.had_bye]
    if event.competition == Competition.D:
        warnings = [*_warnings_of_ha(event), *warnings]
    return SwissRound((*event.forced, *paired.pairs), free[0] if free else paired.bye, tuple(warnings))


def _warnings_of_ha(event: SwissEvent) -> list[Sentence]:
    """Where the event is none of D 4."""
    few = _("the HA plays by the Swiss system from 9 players on; up to 8 all meet once (D 4)")
    rounds = _("the HA plays 6 rounds by the Swiss system (D 4)")
    broken = {few: len(event.players) < FROM_SWISS, rounds: event.rounds != ROUNDS_OF_HA}
    return [Sentence("", sentence) for sentence, holds in broken.items() if holds]


def _paired_by(engine: SwissEngine, event: SwissEvent) -> SwissRound:
    """The engine's round, checked."""
    paired = engine(event)
    if paired is None:
        sentence = _(
            "round {round} has no pairing left in which nobody meets an opponent again, has a second bye or gets a colour"
            " that is not allowed (appendix 3, FIDE C.04.3)"
        )
        remedy = Sentence("", _("the arbiter pairs it by hand, or lets the event end with the round before it"))
        raise RegulationError(Sentence("", sentence, {"round": event.round}, remedy))
    if not is_valid(paired, event):
        why = _("in its proposal somebody is missing, stands twice, meets an opponent again or has a second bye")
        raise engine_failed(event, Sentence("", why))
    return paired


def is_valid(paired: SwissRound, event: SwissEvent) -> bool:
    """Return whether everybody of `to_pair` plays once or has the bye, nobody meets an opponent again, and the bye is a first one."""
    seats = Counter(id for pair in paired.pairs for id in pair)
    if paired.bye is not None:
        seats[paired.bye] += 1
    met = event.met
    return seats == Counter(event.to_pair) and paired.bye not in event.had_bye and not any(frozenset(pair) in met for pair in paired.pairs)


def engine_failed(event: SwissEvent, why: Sentence) -> TournamentError:
    """The error of an engine that could not pair the round."""
    sentence = _("the pairing program could not pair round {round}: {why}; the arbiter pairs it by hand")
    return TournamentError(sentence, round=event.round, why=why)


def _check_event(event: SwissEvent) -> None:
    """RegulationError: the round is none of the event, or somebody cannot have played, been free, or be paired as it is said."""
    if len(event.players) > MOST_PLAYERS:
        raise RegulationError(_("there are {count} players; {most} at most are paired"), count=len(event.players), most=MOST_PLAYERS)
    if not 1 <= event.round <= event.rounds:
        raise RegulationError(_("there is no round {round}; this event has {rounds} rounds"), round=event.round, rounds=event.rounds)
    for game in event.games:
        where = Sentence("", _("a game of round {round}"), {"round": game.round})
        check_opponents(game, event.players, where)
        _check_round(game.round, event.round - 1, where)
        if game.points is None and not game.by_default:
            sentence = _(
                "the game {white} - {black} of round {round} has no result; a round is paired when the rounds before it are complete"
            )
            raise RegulationError(sentence, white=game.white, black=game.black, round=game.round)
    for bye in event.byes:
        where = Sentence("", _("a bye of round {round}"), {"round": bye.round})
        check_known([bye.id], event.players, where)
        _check_round(bye.round, event.round, where)
        if bye.points not in BYE_POINTS:
            raise RegulationError(_("{where} is {points}; a bye is 1 point, 0.5 or 0"), where=where, points=as_number(bye.points))
    _check_this_round(event)


def _check_round(round_: int, last: int, where: Sentence) -> None:
    if round_ > last:
        raise RegulationError(_("{where} cannot be yet; rounds up to {last} were expected"), where=where, last=last)


def _check_this_round(event: SwissEvent) -> None:
    """RegulationError: a pair of the arbiter cannot be, or somebody is absent and plays or is free."""
    check_known(event.absent, event.players, Sentence("", _("the list of those who are absent")))
    forced = [Game(event.round, white, black) for white, black in event.forced]
    for pair in forced:
        check_opponents(pair, event.players, Sentence("", _("a pair of the arbiter")))
    check_once_a_round([*event.games, *forced], event.byes)
    met = event.met
    for game in forced:
        if game.pair in met:
            sentence = _("{white} and {black} met in an earlier round, and opponents meet once at most (appendix 3)")
            raise RegulationError(sentence, white=game.white, black=game.black)
    there = event.placed | {bye.id for bye in event.byes if bye.round == event.round and bye.points != LOSS}
    for id in event.absent:
        if id in there:
            raise RegulationError(_("{id} is absent, and is paired or free in this round"), id=id)
