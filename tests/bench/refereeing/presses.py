"""A press of the clock as it truly was, and what is right to say of it."""

from dataclasses import dataclass, replace

from rules.board.position import Position
from rules.board.squares import Side
from rules.play.moves import Move
from tests.bench.refereeing.naming import Contents

PLAY = "play"
"""The kind of a press after a legal move."""


@dataclass(frozen=True)
class Word:
    """What may be said of a press: a verdict, and for `legal` and `corrected` the move and the board after it."""

    verdict: str
    move: Move | None
    board: Contents


@dataclass(frozen=True)
class Press:
    """A press of the clock: what stands on the board after it, and what is right to say of it, the likeliest first."""

    seq: int
    side: Side
    start: Position
    """What the press is explained from."""
    board: Contents
    words: tuple[Word, ...]
    hands_back: bool = False
    either_way: bool = False
    """Whether it hands the turn back is not to be told: the fault before was not shown."""
    kind: str = PLAY
    """What was done, as the simulator has it."""

    @property
    def event(self) -> str:
        return self.words[0].verdict

    def unseen(self) -> "Press":
        """The same where nobody saw the fault: what was put right later may be called legal."""
        return self.accepting(*(replace(word, verdict="legal") for word in self.words if word.verdict == "corrected"))

    def accepting(self, *words: Word) -> "Press":
        """The same with more that is right."""
        return replace(self, words=tuple(dict.fromkeys((*self.words, *words))))


@dataclass(frozen=True)
class Game:
    """Where it began, and every press in order."""

    start: Position
    presses: tuple[Press, ...]
