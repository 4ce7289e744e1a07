"""A press of the clock as it truly was, with the rulings that are right for it."""

from dataclasses import dataclass, replace

from rules.board.position import Position
from rules.board.squares import Side
from rules.play.moves import Move
from tests.bench.refereeing.naming import Contents

PLAY = "play"
"""The kind of a press with a legal move."""


@dataclass(frozen=True)
class Word:
    """A ruling that is right for a press: a verdict, the move if one was made, and the board after it."""

    verdict: str
    move: Move | None
    board: Contents


@dataclass(frozen=True)
class Press:
    """A press of the clock: the board after it, and the rulings that are right for it, the likeliest first."""

    seq: int
    side: Side
    start: Position
    """The position before the press."""
    board: Contents
    words: tuple[Word, ...]
    hands_back: bool = False
    either_way: bool = False
    """It cannot be known whether it hands the turn back, because the fault before was not shown."""
    kind: str = PLAY
    """The simulator's name for what was done."""
    untold: frozenset[int] = frozenset()
    """The squares of which its picture tells nothing, so that a legal move may be told with anything on them."""

    @property
    def event(self) -> str:
        return self.words[0].verdict

    def unseen(self) -> "Press":
        """The press if the fault was not seen: a correction may then be called legal."""
        return self.accepting(*(replace(word, verdict="legal") for word in self.words if word.verdict == "corrected"))

    def accepting(self, *words: Word) -> "Press":
        """The press with these words accepted as well."""
        return replace(self, words=tuple(dict.fromkeys((*self.words, *words))))


@dataclass(frozen=True)
class Game:
    """The start position of a game, and its presses in order."""

    start: Position
    presses: tuple[Press, ...]
