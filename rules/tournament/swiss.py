"""The interface of a Swiss pairing engine (appendix 3), and the check of what it proposes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, NamedTuple, Protocol

from rules.errors import Phrase
from rules.tournament.fields import QuestionError

PlayedColour = Literal["white", "black"]
Float = Literal["up", "down", "none"]


class SwissFault(Phrase):
    """Why no pairing is told, or what the arbiter is warned of."""

    NOT_PAIRED = "round {round} cannot be paired without players meeting again (appendix 3); the arbiter pairs it by hand"
    ENGINE_FAILED = "the pairing program could not pair round {round}: {why}; the arbiter pairs it by hand"
    SECOND_BYE = "{id} is free a second time, because nobody else can be; the arbiter may pair by hand"
    WITHOUT_COLOURS = "round {round} can only be paired without regard to earlier colours"


class Unplayed(NamedTuple):
    """How often a player got a point without a game."""

    byes: int
    default_wins: int


@dataclass(frozen=True, slots=True)
class SwissPlayer:
    """What the rounds before say of one player."""

    number: int
    """The entry number, from 1 on."""
    points: Fraction
    colours: tuple[PlayedColour, ...]
    """Those of the games that were played, the first round first."""
    floats: tuple[Float, ...]
    """One a round: down from a higher score or by a point without a game, up from a lower one."""
    unplayed: Unplayed
    met: frozenset[int]
    """The numbers of those he was paired with."""


@dataclass(frozen=True, slots=True)
class SwissRound:
    """A proposed round, by entry numbers."""

    pairs: tuple[tuple[int, int], ...]
    """White and Black."""
    byes: tuple[int, ...]


class SwissEngine(Protocol):
    """Proposes the pairs of a round for all these players."""

    def __call__(self, players: Sequence[SwissPlayer], number: int, rounds: int) -> SwissRound:
        """`number` is the round to pair, from 1 to `rounds`. QuestionError: the engine fails."""


@dataclass(frozen=True, slots=True)
class CheckedRound:
    """A round in which nobody plays twice or meets somebody again."""

    proposed: SwissRound
    without_colours: bool = False
    """Whether earlier colours were left out of account."""


def holds(proposed: SwissRound, players: Sequence[SwissPlayer]) -> bool:
    """Whether everybody plays once or is free, one is free where the number is odd, and nobody meets somebody again."""
    placed = sorted((*(one for pair in proposed.pairs for one in pair), *proposed.byes))
    met = {player.number: player.met for player in players}
    return (
        placed == sorted(met)
        and len(proposed.byes) == len(players) % 2
        and not any(black in met[white] or white in met[black] for white, black in proposed.pairs)
    )


def checked(engine: SwissEngine, players: Sequence[SwissPlayer], number: int, rounds: int) -> CheckedRound:
    """The engine's round, checked. QuestionError: there is none.

    Where the engine frees somebody a second time or pairs nothing that holds, each player who was not yet free is tried as the free
    one, from the lowest score up; then the round is paired without regard to colours; a second bye is the last resort.
    """
    proposed = engine(players, number, rounds)
    if holds(proposed, players) and not _has_second_bye(proposed, players):
        return CheckedRound(proposed)
    plain = [replace(player, colours=()) for player in players]
    for given, without_colours in ((players, False), (plain, True)):
        if (found := _other(engine, given, number, rounds)) is not None:
            return CheckedRound(found, without_colours=without_colours)
    if holds(proposed, players):
        return CheckedRound(proposed)
    proposed = engine(plain, number, rounds)
    if not holds(proposed, players):
        raise QuestionError(SwissFault.NOT_PAIRED.said(round=number))
    return CheckedRound(proposed, without_colours=True)


def _has_second_bye(proposed: SwissRound, players: Sequence[SwissPlayer]) -> bool:
    return any(player.unplayed.byes and player.number in proposed.byes for player in players)


def _other(engine: SwissEngine, players: Sequence[SwissPlayer], number: int, rounds: int) -> SwissRound | None:
    """A round that holds, with nobody free a second time; None where the engine has none."""
    if len(players) % 2 == 0:
        proposed = engine(players, number, rounds)
        return proposed if holds(proposed, players) else None
    never_free = [player for player in players if not player.unplayed.byes]
    for free in sorted(never_free, key=lambda player: (player.unplayed.default_wins, player.points, -player.number)):
        proposed = engine([player for player in players if player is not free], number, rounds)
        whole = SwissRound(proposed.pairs, (*proposed.byes, free.number))
        if holds(whole, players):
            return whole
    return None
