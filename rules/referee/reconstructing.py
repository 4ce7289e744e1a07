"""The moves of some presses without a ruling: the one line that leads from the last known position to the board that is seen.

A line is made of legal moves. A player may also have made a fault, which his opponent handed back, and then the right move.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from rules.board.evidence import Evidence
from rules.board.position import Position
from rules.board.squares import Side
from rules.irregularity import Verdict
from rules.play.moves import Move, legal_moves, play
from rules.play.notation import write_move
from rules.referee.belief import Ruling, Silence, sides
from rules.referee.leads import CLEAR_NATS, MIN_COLOUR_NATS, PLAIN_HEIGHT_NATS
from rules.referee.priors import MAX_BIAS_NATS, MIN_RULING_P

MAX_RECONSTRUCTED_PLIES = 4
"""Longer lines are not looked for: there are too many, and hardly ever one alone."""
MAX_LINES = 20_000
"""Where there are more lines, none is looked for, so that a press is ruled in well under a second."""
FAULT_PRESSES = 2
"""The presses before the right move after a fault: that of the fault, and that of the opponent who hands it back."""


@dataclass(frozen=True, slots=True)
class FoundPly:
    """One legal move of a line."""

    before: Position
    move: Move
    after: Position
    corrects: bool
    """It was made after a fault that was handed back."""

    def ruling(self, seq: int) -> Ruling:
        """The ruling of press `seq`, which made this move."""
        verdict = Verdict.CORRECTED if self.corrects else Verdict.LEGAL
        written = write_move(self.before, self.move)
        return Ruling(seq, self.before.side, verdict, written, position=self.after, confidence=MIN_RULING_P, start=self.before)


FoundLine = tuple[FoundPly | None, ...]
"""The ply of each press; None for a fault and for the press that hands it back."""


def only_line(silence: Silence, stands: Position) -> tuple[Ruling, ...]:
    """The rulings of the silent presses that made a legal move, if one line alone leads to what stands on the board.

    A line to a board that differs from it on squares that the last picture does not plainly show counts too: a hidden piece may have gone
    elsewhere. Lines of legal moves alone count even if a picture speaks against them. There are no rulings if one speaks against the only
    line, or if it leads to another board.
    """
    board = sides(stands.contents())
    possible = list(islice(_possible(silence, board), 2))
    if len(possible) != 1 or _is_contradicted(possible[0], silence.seen):
        return ()
    last = possible[0][-1]
    if last is None or sides(last.after.contents()) != board:
        return ()
    return tuple(ply.ruling(seq) for (seq, _), ply in zip(silence.presses, possible[0], strict=True) if ply)


def is_last_of_each(move: str, silence: Silence, stands: Position) -> bool:
    """Whether some line leads to what stands on the board, and each that may do so, as in `only_line`, ends with the move."""
    last = {write_move(line[-1].before, line[-1].move) for line in _possible(silence, sides(stands.contents())) if line[-1]}
    return last == {move}


def _possible(silence: Silence, board: tuple[Side | None, ...]) -> Iterator[FoundLine]:
    """The lines through the presses of the silence to that board, as far as the last picture shows it; none where there are too many."""
    if len(silence.presses) > MAX_RECONSTRUCTED_PLIES:
        return
    lines = list(islice(_lines(silence.start, [side for _, side in silence.presses]), MAX_LINES + 1))
    if len(lines) > MAX_LINES:
        return
    leading = (line for line in lines if line[-1] and _may_stand(line[-1].after, board, silence.seen[-1]))
    yield from (line for line in leading if all(line) or not _is_contradicted(line, silence.seen))


def _may_stand(after: Position, board: tuple[Side | None, ...], evidence: Evidence) -> bool:
    """Whether the sides of the pieces are those of the board, but for squares of which the picture does not plainly show another side."""
    contents = enumerate(zip(after.contents(), board, strict=True), 1)
    return all(one.side is side or evidence.colour_margin(square, one) > -MIN_COLOUR_NATS for square, (one, side) in contents)


def _is_contradicted(line: FoundLine, seen: Sequence[Evidence]) -> bool:
    """Whether the pictures speak against the line.

    They do in three cases. The picture of a legal move clearly shows a colour that stands on the square neither after that press nor
    later. The picture of a fault, or of the press that handed it back, may be one of the board after the right move with an error of the
    reader. The last picture shows other kings.
    """
    for place, (ply, evidence) in enumerate(zip(line, seen, strict=True)):
        later = [one.after for one in line[place:] if one]
        if _shows_none_of(later, evidence, CLEAR_NATS) if ply else not _shows_none_of(later[:1], evidence, MAX_BIAS_NATS):
            return True
    last = line[-1]
    return last is not None and any(
        seen[-1].height_margin(square, content) <= -PLAIN_HEIGHT_NATS for square, content in enumerate(last.after.contents(), 1)
    )


def _shows_none_of(boards: Sequence[Position], evidence: Evidence, least_nats: float) -> bool:
    """Whether a square shows, by at least so many nats, a colour that it has on none of the boards."""
    contents = zip(*(board.contents() for board in boards), strict=True)
    return any(all(evidence.colour_margin(square, one) <= -least_nats for one in here) for square, here in enumerate(contents, 1))


def _lines(start: Position, turns: Sequence[Side], *, corrects: bool = False) -> Iterator[FoundLine]:
    """Every line by those sides in turn. `corrects`: the first move is made after a fault."""
    if not turns or start.side is not turns[0]:
        return
    if not corrects and len(turns) > FAULT_PRESSES and turns[1] is not turns[0]:
        for line in _lines(start, turns[FAULT_PRESSES:], corrects=True):
            yield (None, None, *line)
    for move in legal_moves(start):
        ply = FoundPly(start, move, play(start, move), corrects)
        if len(turns) == 1:
            yield (ply,)
        for line in _lines(ply.after, turns[1:]):
            yield (ply, *line)
