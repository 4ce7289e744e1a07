"""How long the referee is silent, and what stays wrong: streaks of `unsure`, wrong kings, faults kept though they were put right."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from rules.board.evidence import Evidence
from rules.board.squares import board
from rules.irregularity import Verdict
from rules.referee.belief import Ruling
from tests.bench.refereeing.judging import AGAINST_NATS
from tests.bench.refereeing.naming import Contents, differing
from tests.bench.refereeing.presses import Press
from tests.bench.refereeing.sightings import View

FEW_UNSEEN = 1
"""With more unseen presses than this in it, a streak has a cause that no referee can mend."""
MAX_STREAK = 3
"""The limit for a streak of `unsure` presses with measured noise."""


@dataclass(frozen=True)
class Stuck:
    """The counts of one or more games."""

    streak: int = 0
    """The most presses in a row that were `unsure` as they came, where at most `FEW_UNSEEN` of them were not seen (`is_unseen`)."""
    streak_hidden: int = 0
    """The same where only a hidden square that changed counts as not seen."""
    longest: int = 0
    """The most presses in a row that were `unsure` as they came, whatever was seen of them."""
    silence: int = 0
    """The most presses in a row, whatever was seen of them, that were `unsure` without a move as they came."""
    wrong_kings: int = 0
    """The presses with a verdict whose last row has a piece that stood still as a king for a man, or as a man for a king."""
    put_right: int = 0
    """The faults that were told, and then put right and answered within one clear picture."""
    kept: int = 0
    """Those of them whose last row still tells the fault."""
    second_discs: int = 0
    """The promotions that stay `unsure` with their move: it is not seen whether the man got its second disc."""

    def __add__(self, other: "Stuck") -> "Stuck":
        return Stuck(
            max(self.streak, other.streak),
            max(self.streak_hidden, other.streak_hidden),
            max(self.longest, other.longest),
            max(self.silence, other.silence),
            self.wrong_kings + other.wrong_kings,
            self.put_right + other.put_right,
            self.kept + other.kept,
            self.second_discs + other.second_discs,
        )


@dataclass(frozen=True)
class Ruled:
    """A press with its picture and its rulings, the first one as it came."""

    press: Press
    view: View
    evidence: Evidence
    """What the reader made of the picture."""
    before: Contents
    """The true board before the press."""
    rows: tuple[Ruling, ...]

    @property
    def is_hidden(self) -> bool:
        """Whether the picture hides a square that changed."""
        return self.view.blind or not self.view.hidden.isdisjoint(differing(self.before, self.press.board))

    @property
    def is_unseen(self) -> bool:
        """Whether its picture does not show the board that the press left.

        A square that changed is hidden, the picture shows the answer or a piece in the opponent's hand, or its heights tell nothing of the
        second disc of a promotion.
        """
        return self.is_hidden or bool(self.view.ahead) or any(self._tells_no_disc(square) for square in self._promoted)

    @property
    def is_unsure(self) -> bool:
        return self.rows[0].verdict is Verdict.UNSURE

    @property
    def is_silent(self) -> bool:
        return self.is_unsure and self.rows[0].move is None

    @property
    def leaves_a_disc_open(self) -> bool:
        """Whether its last row tells the move of a promotion, and not whether the man got its second disc."""
        last = self.rows[-1]
        return last.verdict is Verdict.UNSURE and last.move is not None and bool(self._promoted)

    @property
    def _promoted(self) -> list[int]:
        """The squares on which a man may have been promoted."""
        start = self.press.start
        row = board(start.rules.board_size).promotion_row(self.press.side)
        moves = [word.move for word in self.press.words if word.move]
        return [move.target for move in moves if move.target in row and not start.content(move.origin).is_king]

    def _tells_no_disc(self, square: int) -> bool:
        return abs(self.evidence.height_margin(square, self.press.board[square - 1])) < AGAINST_NATS

    @property
    def has_wrong_king(self) -> bool:
        told, last = self.rows[-1].position.contents(), self.rows[-1]
        stood = (now for now, was in zip(zip(told, self.press.board, strict=True), self.before, strict=True) if now[1] is was)
        return last.verdict is not Verdict.UNSURE and any(said.side is true.side and said is not true for said, true in stood)


def stuck(
    start: Contents, presses: Sequence[Press], views: Sequence[View], seen: Sequence[Evidence], rulings: Sequence[Ruling], *, flat: bool
) -> Stuck:
    """The counts of a game from `start`; `seen` is the evidence of each view.

    Where heights are not seen (`flat`), no king can be known to be wrong.
    """
    boards = [start, *(press.board for press in presses)]
    rows = {press.seq: tuple(row for row in rulings if row.seq == press.seq) for press in presses}
    pictures = zip(presses, views, seen, boards, strict=False)
    ruled = [Ruled(press, view, read, was, rows[press.seq]) for press, view, read, was in pictures if rows[press.seq]]
    answered = [one for one, then in pairwise(ruled) if _puts_right(one, then)]
    streaks = _runs(ruled, "is_unsure")
    return Stuck(
        max((len(run) for run in streaks if sum(one.is_unseen for one in run) <= FEW_UNSEEN), default=0),
        max((len(run) for run in streaks if sum(one.is_hidden for one in run) <= FEW_UNSEEN), default=0),
        max(map(len, streaks), default=0),
        max(map(len, _runs(ruled, "is_silent")), default=0),
        0 if flat else sum(one.has_wrong_king for one in ruled),
        len(answered),
        sum(one.rows[-1].is_irregular for one in answered),
        sum(one.leaves_a_disc_open for one in ruled),
    )


def _runs(ruled: Sequence[Ruled], what: str) -> list[list[Ruled]]:
    return [list(run) for is_so, run in groupby(ruled, key=lambda one: bool(getattr(one, what))) if is_so]


def _puts_right(fault: Ruled, then: Ruled) -> bool:
    """Whether the second press shows that the fault of the first was put right, by its picture and by no other course of play."""
    only = len(then.press.words) == 1 and then.press.kind == "put_right"
    return only and then.view.clear and any(row.is_irregular for row in fault.rows)
