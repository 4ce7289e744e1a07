"""Games with a fault in which one square is read wrong at the press of the fault or at one of the next two, all others being plain."""

import random
from collections.abc import Container, Sequence
from dataclasses import dataclass
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
from tests.support.misread_square import CLEAR_PRESSES, PLAIN_NATS, WRONG_NATS, JudgedMisreading, plain_row

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


@dataclass(frozen=True)
class MisreadFault:
    """A game, and the square that is read wrong in some pictures."""

    start: Position
    presses: tuple[Press, ...]
    square: int
    reads: Content
    pictures: range
    """The indices of the presses at which it is read wrong."""
    wrong_nats: float
    plain_nats: float

    def judged(self) -> JudgedMisreading | None:
        """The legal moves that are lost and the wrong rulings, which a plain picture of the square would not have; None if others are."""
        plain, misread = self._rulings(()), self._rulings(self.pictures)
        if any(words[-1:] != ["right"] for words in plain):
            return None
        known = enumerate(zip(self.presses, misread, strict=True), 1)
        rows = [(seq, press, words) for seq, (press, words) in known]
        settled = rows[: len(rows) - CLEAR_PRESSES]
        lost = tuple(seq for seq, press, words in settled if press.event in FINE and words[-1:] != ["right"])
        wrong = tuple(f"press {seq}: {word}" for seq, _, words in rows for word in words if word in WRONG)
        return JudgedMisreading(lost, wrong)

    def _rulings(self, pictures: Container[int]) -> list[list[str]]:
        """For each press the judgement of its own ruling and of each amendment."""
        belief = Belief.at(self.start)
        words: list[list[str]] = [[] for _ in self.presses]
        for index, press in enumerate(self.presses):
            rows = [plain_row(content, self.plain_nats) for content in press.board]
            if index in pictures:
                rows[self.square - 1] = plain_row(self.reads, self.wrong_nats)
            belief, rulings = rule(belief, press.seq, press.side, Evidence.of(rows))
            for ruling in rulings:
                words[ruling.seq - 1].append(judged(ruling, self.presses[ruling.seq - 1]))
        return words


def misread_fault(seed: int) -> MisreadFault:
    """The game with that number."""
    draw = random.Random(f"misread fault {seed}")
    while True:
        played = game(draw, False, Rates(irregular=IRREGULAR))
        fault = next((index for index in PRESSES_BEFORE if _is_fault(played.presses, index)), None)
        if fault is None:
            continue
        presses = tuple(islice(played.presses, fault + 1 + PRESSES_AFTER))
        first = fault + draw.choice(FIRST_WRONG)
        pictures = range(first, first + draw.choice((1, 1, 2)))
        if pictures.stop > len(presses) - CLEAR_PRESSES or any(press.event in UNNAMED for press in presses):
            continue
        board = presses[first].board
        changes = differing(presses[first].start.contents(), board)
        near = changes and draw.random() < AT_A_CHANGE_P
        square = draw.choice(changes) if near else draw.randint(1, len(board))
        reads = draw.choice([content for content in Content if content is not board[square - 1]])
        return MisreadFault(played.start, presses, square, reads, pictures, draw.uniform(*WRONG_NATS), draw.uniform(*PLAIN_NATS))


def _is_fault(presses: Sequence[Press], index: int) -> bool:
    if index >= len(presses):
        return False
    press = presses[index]
    return press.event not in (*FINE, *UNNAMED) and not press.hands_back
