"""The interface of a Swiss pairing engine (appendix 3), and the check of what it proposes."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Protocol

from rules.errors import Phrase
from tournament.fields import QuestionError

WIN: Final = Fraction(1)
DRAW: Final = Fraction(1, 2)
NOTHING: Final = Fraction()
BYE: Final = WIN
"""R21: the points of the bye that the system gives."""
BYE_POINTS: Final = (BYE, DRAW, NOTHING)
"""What a player without an opponent may get: the bye of the system, half a point, or nothing in a round in which he is absent."""
RESULTS: Final[Mapping[str, tuple[Fraction, Fraction]]] = {"1-0": (WIN, NOTHING), "0-1": (NOTHING, WIN), "draw": (DRAW, DRAW)}
"""What White and Black get."""


class SwissFault(Phrase):
    """Why no pairing is proposed, or what the arbiter is warned of."""

    NOT_PAIRED = (
        "round {round} has no pairing left in which nobody meets an opponent again, has a second bye or gets a colour that is not allowed"
        " (appendix 3, FIDE C.04.3)"
    )
    WHAT_TO_DO = "the arbiter pairs it by hand, or lets the event end with the round before it"
    ENGINE_FAILED = "the pairing program could not pair round {round}: {why}; the arbiter pairs it by hand"
    BREAKS_RULES = "in its proposal somebody is missing, stands twice, meets an opponent again or has a second bye"
    SECOND_BYE = "{id} had a bye or a win by default before, and is free again because the arbiter says so"


@dataclass(frozen=True, slots=True)
class SwissGame:
    """A game of an earlier round, by entry numbers."""

    round: int
    white: int
    black: int
    result: str | None
    """A key of RESULTS. None only by default: neither came, and nobody gets a point."""
    default: bool
    """It was not played, but booked (R4)."""

    @property
    def players(self) -> tuple[int, int]:
        return self.white, self.black

    @property
    def points(self) -> tuple[Fraction, Fraction]:
        """Those of White and of Black."""
        return RESULTS[self.result] if self.result else (NOTHING, NOTHING)


@dataclass(frozen=True, slots=True)
class SwissBye:
    """A round in which a player had no opponent."""

    round: int
    player: int
    """The entry number."""
    points: Fraction
    """One of BYE_POINTS."""


@dataclass(frozen=True, slots=True)
class SwissEvent:
    """The whole history of an event, and the round that is to be paired. Players are their entry numbers, from 1 on.

    Who stands in no game or bye of an earlier round was absent from it.
    """

    players: int
    """How many have entered."""
    rounds: int
    """How many the event has: the last one has rules of its own."""
    round: int
    """The round to pair, from 1 to `rounds`."""
    games: tuple[SwissGame, ...]
    byes: tuple[SwissBye, ...]
    """Those of the earlier rounds."""
    away: frozenset[int]
    """Who is absent from this round."""
    placed: frozenset[int]
    """Who is there, and has an opponent or the bye of this round from the arbiter."""

    @property
    def to_pair(self) -> frozenset[int]:
        """Who is left for the engine."""
        return frozenset(range(1, self.players + 1)) - self.away - self.placed

    @property
    def met(self) -> frozenset[frozenset[int]]:
        """The pairs that have played. Two whose game was booked by default have not met (R27)."""
        return frozenset(frozenset(game.players) for game in self.games if not game.default)

    @property
    def had_bye(self) -> frozenset[int]:
        """Who gets no bye of the system any more: who had one, or won by default (FIDE C.04.3, C2)."""
        byes = {bye.player for bye in self.byes if bye.points == BYE}
        booked = [game for game in self.games if game.default]
        won = {player for game in booked for player, points in zip(game.players, game.points, strict=True) if points == WIN}
        return frozenset(byes | won)


@dataclass(frozen=True, slots=True)
class SwissRound:
    """A proposed round, by entry numbers."""

    pairs: tuple[tuple[int, int], ...]
    """White and Black."""
    bye: int | None = None


class SwissEngine(Protocol):
    """Pairs those who are left of an event."""

    def __call__(self, event: SwissEvent) -> SwissRound | None:
        """The round; None where no pairing exists. QuestionError: the engine fails."""


def paired(engine: SwissEngine, event: SwissEvent) -> SwissRound:
    """The engine's round for those who are left, checked. QuestionError: there is none."""
    if not event.to_pair:
        return SwissRound(())
    proposed = engine(event)
    if proposed is None:
        raise QuestionError(SwissFault.NOT_PAIRED.said(SwissFault.WHAT_TO_DO.said(), round=event.round))
    if not holds(proposed, event):
        raise QuestionError(SwissFault.ENGINE_FAILED.said(round=event.round, why=SwissFault.BREAKS_RULES.said()))
    return proposed


def holds(proposed: SwissRound, event: SwissEvent) -> bool:
    """Whether everybody who is left plays once or has the bye, nobody meets an opponent again, and the bye is a first one."""
    placed = Counter(player for pair in proposed.pairs for player in pair)
    if proposed.bye is not None:
        placed[proposed.bye] += 1
    return (
        placed == Counter(event.to_pair)
        and proposed.bye not in event.had_bye
        and not any(frozenset(pair) in event.met for pair in proposed.pairs)
    )
