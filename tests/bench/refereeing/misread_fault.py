"""Games with a fault in which a square is read wrong near it, in one picture or another one in each of two, all others being plain."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice

from rules.board.evidence import Evidence
from rules.board.position import Position
from rules.board.squares import Content
from rules.referee.belief import Belief
from rules.referee.rule import rule
from tests.bench.refereeing.games import Rates, game
from tests.bench.refereeing.judging import FINE, WRONG, judged
from tests.bench.refereeing.naming import differing
from tests.bench.refereeing.presses import Press
from tests.bench.refereeing.sightings import UNNAMED
from tests.support.misread_square import CLEAR_PRESSES, PLAIN_NATS, WRONG_NATS, JudgedMisreading, MisreadSquare, plain_row

IRREGULAR = 0.12
"""The share of irregular presses; one in a game is looked for."""
PRESSES_BEFORE = range(1, 9)
"""The presses before the fault."""
PRESSES_AFTER = 5
"""The most presses after the fault."""
FIRST_WRONG = (0, 1, 1, 1, 2)
"""The press of the first wrong picture, counted from that of the fault: while the fault is pending, more often than not."""
AT_A_CHANGE_P = 0.5
"""The chance that the square is one that changed at that press, and not any."""


class NearFault(StrEnum):
    """What is read wrong near a fault."""

    ANY_SQUARE = "any square, near a fault"
    OWN_PICTURE = "any square, in the picture of a fault"
    TWO_SQUARES = "two squares in two pictures, near a fault"


PICTURES_NEAR = 4
"""The pictures from that of the fault on, in two of which another square is read wrong (`TWO_SQUARES`)."""


@dataclass(frozen=True)
class MisreadFault:
    """A game, and the squares that are read wrong."""

    start: Position
    presses: tuple[Press, ...]
    misread: tuple[MisreadSquare, ...]
    plain_nats: float

    def judged(self) -> JudgedMisreading | None:
        """The legal moves that are lost and the wrong rulings, which plain pictures would not have; None if others are."""
        plain, misread = self._rulings(()), self._rulings(self.misread)
        if any(words[-1:] != ["right"] for words in plain):
            return None
        known = enumerate(zip(self.presses, misread, strict=True), 1)
        rows = [(seq, press, words) for seq, (press, words) in known]
        settled = rows[: len(rows) - CLEAR_PRESSES]
        lost = tuple(seq for seq, press, words in settled if press.event in FINE and words[-1:] != ["right"])
        wrong = tuple(f"press {seq}: {word}" for seq, _, words in rows for word in words if word in WRONG)
        return JudgedMisreading(lost, wrong)

    def _rulings(self, misread: Iterable[MisreadSquare]) -> list[list[str]]:
        """For each press the judgement of its own ruling and of each amendment."""
        belief = Belief.at(self.start)
        words: list[list[str]] = [[] for _ in self.presses]
        for index, press in enumerate(self.presses):
            rows = [plain_row(content, self.plain_nats) for content in press.board]
            for wrong in misread:
                if wrong.picture == index:
                    rows[wrong.square - 1] = plain_row(wrong.reads, wrong.nats)
            belief, rulings = rule(belief, press.seq, press.side, Evidence.of(rows))
            for ruling in rulings:
                words[ruling.seq - 1].append(judged(ruling, self.presses[ruling.seq - 1]))
        return words


def misread_fault(seed: int, kind: NearFault = NearFault.ANY_SQUARE) -> MisreadFault:
    """The game of that kind with that number."""
    draw = random.Random(f"misread fault {seed}" if kind is NearFault.ANY_SQUARE else f"misread fault {kind.name} {seed}")
    while True:
        played = game(draw, False, Rates(irregular=IRREGULAR))
        fault = next((index for index in PRESSES_BEFORE if _is_fault(played.presses, index)), None)
        if fault is None:
            continue
        presses = tuple(islice(played.presses, fault + 1 + PRESSES_AFTER))
        pictures = _pictures(draw, kind, fault)
        if pictures[-1] >= len(presses) - CLEAR_PRESSES or any(press.event in UNNAMED for press in presses):
            continue
        misread = [_misread(draw, presses[picture], picture) for picture in pictures]
        if kind is NearFault.ANY_SQUARE:
            misread = [replace(misread[0], picture=picture) for picture in pictures]
        return MisreadFault(played.start, presses, tuple(misread), draw.uniform(*PLAIN_NATS))


def _pictures(draw: random.Random, kind: NearFault, fault: int) -> Sequence[int]:
    """The indices of the presses at which a square is read wrong, in ascending order."""
    match kind:
        case NearFault.OWN_PICTURE:
            return (fault,)
        case NearFault.TWO_SQUARES:
            return sorted(draw.sample(range(fault, fault + PICTURES_NEAR), 2))
    first = fault + draw.choice(FIRST_WRONG)
    return range(first, first + draw.choice((1, 1, 2)))


def _misread(draw: random.Random, press: Press, picture: int) -> MisreadSquare:
    """A square of the picture of that press, read as anything that it does not hold."""
    changes = differing(press.start.contents(), press.board)
    near = changes and draw.random() < AT_A_CHANGE_P
    square = draw.choice(changes) if near else draw.randint(1, len(press.board))
    reads = draw.choice([content for content in Content if content is not press.board[square - 1]])
    return MisreadSquare(picture, square, reads, draw.uniform(*WRONG_NATS))


def _is_fault(presses: Sequence[Press], index: int) -> bool:
    if index >= len(presses):
        return False
    press = presses[index]
    return press.event not in (*FINE, *UNNAMED) and not press.hands_back
