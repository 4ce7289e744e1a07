"""The invariant of the referee: after any history two clear presses of legal moves bring it back, so that the third is ruled.

One square may tell nothing all the time, or read the same wrong content by up to 6 nats. What stays open after the history (which piece is
a king, what the bad square holds, how often a king was moved) may silence a later press on which it bears, but no two in a row.
"""

from dataclasses import dataclass, replace
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, assume, event, example, given, settings
from hypothesis import strategies as st

from rules.board.evidence import Evidence
from rules.board.position import Position
from rules.board.ruleset import RULE_SETS
from rules.board.squares import Content
from rules.irregularity import Verdict
from rules.play.moves import Move, legal_moves, play
from rules.play.notation import write_move
from rules.referee.belief import Belief, Ruling, Situation, changed
from rules.referee.explanations import explanations
from rules.referee.rule import rule
from tests.rules.referee.sights import START, fen, seen, with_rows

MAX_BIAS_NATS = 6.0
MAX_BACK_PRESSES = 2
"""The clear presses of legal moves after which the referee is sure again."""
CLEAR_PRESSES = 6


@dataclass(frozen=True)
class BadSquare:
    """A square that tells nothing (`nats` 0), or that reads `reads` by that many nats, whatever stands on it."""

    square: int
    reads: Content
    nats: float

    def row(self, clear: tuple[float, ...], content: Content) -> list[float]:
        if self.nats == 0:
            return [0.0] * 5
        row = list(clear)
        row[self.reads] = max(row) + self.nats if self.reads is not content else 0.0
        return row


@dataclass(frozen=True)
class Odd:
    """One press of the history: what is done, and what of it is seen."""

    what: str
    choice: int
    sight: str
    place: int


SIGHTS = ("clear", "clear", "nothing", "covered", "answered")
WHATS = ("legal", "legal", "legal", "fault", "nothing", "shuffled", "disc on", "piece off")
SEEN = {"disc on": "clear"}
"""How it is seen where a disc is put on or taken off: no picture could ever tell if that were hidden."""
ODD = st.builds(Odd, st.sampled_from(WHATS), st.integers(0, 999), st.sampled_from(SIGHTS), st.integers(0, 49)).map(
    lambda odd: replace(odd, sight=SEEN.get(odd.what, odd.sight))
)


def picture(board: Position, bad: BadSquare | None, hidden: frozenset[int] = frozenset()) -> Evidence:
    if not bad or bad.square > len(board.contents()):
        return seen(board, hidden=hidden)
    row = bad.row(seen(board).log_p[bad.square - 1], board.content(bad.square))
    return with_rows(seen(board, hidden=hidden), {bad.square: row})


def done(position: Position, odd: Odd) -> Position:
    """The board after one odd press, with the other side to move."""
    pieces = [square for square, content in enumerate(position.contents(), 1) if content]
    empty = [square for square, content in enumerate(position.contents(), 1) if not content]
    one = pieces[odd.choice % len(pieces)]
    content = position.content(one)
    then = position.with_side(position.side.other)
    moves = legal_moves(position)
    match odd.what:
        case "legal" if moves:
            return play(position, moves[odd.choice % len(moves)])
        case "fault":
            faults = [told for told in explanations(position) if told.verdict is not Verdict.LEGAL]
            return Situation(position, position).after(1, position, faults[odd.choice % len(faults)]).now
        case "shuffled" if len(pieces) > 3 and len(empty) > 3:
            swapped = [(square, Content.EMPTY) for square in pieces[:3]]
            return changed(then, [*swapped, *((to, position.content(was)) for to, was in zip(empty[-3:], pieces[:3], strict=True))])
        case "disc on" if content.side:
            return changed(then, [(one, Content.piece(content.side, not content.is_king))])
        case "piece off" if len(pieces) > 6:
            return changed(then, [(one, Content.EMPTY)])
    return then


def sight_of(position: Position, odd: Odd, bad: BadSquare | None) -> Evidence:
    size = len(position.contents())
    match odd.sight:
        case "nothing":
            return Evidence.none(size)
        case "covered":
            return picture(position, bad, frozenset((odd.place + step) % size + 1 for step in (0, 1, 4, 5, 6, 10)))
        case "answered" if legal_moves(position):
            return picture(play(position, legal_moves(position)[0]), bad)
    return picture(position, bad)


def quiet_moves(position: Position, bad: BadSquare | None) -> list[Move]:
    """The legal moves that do not touch the bad square, those of men first: they end what is open about Art. 17."""
    free = [move for move in legal_moves(position) if not bad or bad.square not in (move.origin, move.target, *move.captured)]
    return sorted(free, key=lambda move: position.content(move.origin).is_king)


def clear_presses(start: Position, history: list[Odd], bad: BadSquare | None, choices: list[int]) -> list[tuple[str, Ruling]]:
    """The moves of the clear presses after the history, with their rulings as they came."""
    belief, position, seq, told = Belief.at(start), start, 0, []
    for odd in [Odd("legal", 0, "clear", 0), *history] if bad else history:  # a bad square is known as such from the start
        seq += 1
        side, position = position.side, done(position, odd)
        belief, _ = rule(belief, seq, side, sight_of(position, odd, bad))
    for choice in choices:
        moves = quiet_moves(position, bad)
        if not moves:
            break
        men = [move for move in moves if not position.content(move.origin).is_king] or moves
        seq += 1
        move, side = men[choice % len(men)], position.side
        written, position = write_move(position, move), play(position, move)
        belief, rulings = rule(belief, seq, side, picture(position, bad))
        told.append((written, rulings[-1]))
    return told


@st.composite
def bad_squares(draw: st.DrawFn) -> BadSquare | None:
    if draw(st.booleans()):
        return None
    nats = draw(st.sampled_from((0.0, 1.2, 3.0, MAX_BIAS_NATS)))
    return BadSquare(draw(st.integers(1, 50)), draw(st.sampled_from(list(Content))), nats)


@st.composite
def starts(draw: st.DrawFn) -> Position:
    """The start position of a rule set, or a few pieces anywhere."""
    rules = draw(st.sampled_from(RULE_SETS))
    start = Position.start(rules)
    if draw(st.booleans()):
        return start
    size = len(start.contents())
    placed = draw(
        st.dictionaries(st.integers(1, size), st.sampled_from([content for content in Content if content]), min_size=6, max_size=16)
    )
    return Position.of(rules, start.side, [placed.get(square, Content.EMPTY) for square in range(1, size + 1)])


def never_stuck(start: Position, history: list[Odd], bad: BadSquare | None, choices: list[int]) -> None:
    told = clear_presses(start, history, bad, choices)
    assume(len(told) > MAX_BACK_PRESSES)
    said = [str(ruling.verdict) for _, ruling in told]
    event(f"sure at clear press {next((n for n, verdict in enumerate(said, 1) if verdict != 'unsure'), 0)}")
    assert set(said[: MAX_BACK_PRESSES + 1]) != {"unsure"}, said
    assert set(said[MAX_BACK_PRESSES:]) <= {"legal", "unsure"}, said
    assert not [(played, ruling.move) for played, ruling in told if ruling.verdict is Verdict.LEGAL and ruling.move != played]
    assert ("unsure", "unsure") not in pairwise(said[MAX_BACK_PRESSES:]), said


HISTORIES = st.lists(ODD, max_size=5)
CHOICES = st.lists(st.integers(0, 99), min_size=CLEAR_PRESSES, max_size=CLEAR_PRESSES)
UNCHECKED = [HealthCheck.too_slow, HealthCheck.filter_too_much]


@settings(max_examples=5, derandomize=True, deadline=None, suppress_health_check=UNCHECKED, database=None)
@given(starts(), HISTORIES, bad_squares(), CHOICES)
# A black man is taken off beside a square that reads as one.
@example(
    fen("W:WK2,24,33,K34,49,50:B1,6,8,10,12,15,K22,25,K29,36"),
    [Odd("piece off", 123, "covered", 21), Odd("disc on", 185, "clear", 33), Odd("nothing", 579, "covered", 44)],
    BadSquare(17, Content.BLACK_MAN, 1.2),
    [99, 68, 59, 2, 38, 14],
)
# Pieces whose squares were covered since a jumble seem to show three plies at once.
@example(
    fen("W:WK4,K18,K21:B1,3,K13,14,K17,K28", "dambord"),
    [
        Odd("piece off", 579, "nothing", 26),
        Odd("piece off", 673, "covered", 36),
        *[Odd("nothing", 0, "nothing", 0)] * 2,
        Odd("shuffled", 636, "covered", 7),
    ],
    None,
    [57, 65, 27, 43, 31, 91],
)
# A piece is taken off at each of two unseen presses: no line of plies at once is told for that.
@example(fen("W:WK29,32,34,K41:BK2,K3,K14,27,K50", "international"), [Odd("piece off", 22, "nothing", 30)] * 2, None, [7, 0, 1, 12, 0, 7])
# The picture of a jumble, and that of no move, already show an answer, in place of which another one is then made.
@example(
    fen("W:WK5,K11,15,16,21,22,24,K25:B4,7,K12,31", "dambord"),
    [Odd("piece off", 68, "clear", 31), *[Odd("legal", 102, "answered", 25)] * 3, Odd("shuffled", 732, "answered", 33)],
    None,
    [53, 51, 75, 30, 18, 55],
)
@example(
    fen("W:W2,K3,5,6,37:BK1"),
    [Odd("disc on", 400, "clear", 45), Odd("piece off", 998, "answered", 28)],
    BadSquare(44, Content.BLACK_MAN, 0.0),
    [16, 38, 52, 33, 53, 18],
)
# A square always reads as a king, and no man on it misses a king's capture.
@example(
    fen(START),
    [
        Odd("shuffled", 93, "nothing", 26),
        Odd("legal", 128, "clear", 12),
        Odd("nothing", 216, "answered", 30),
        Odd("shuffled", 357, "clear", 36),
        Odd("disc on", 263, "clear", 14),
    ],
    BadSquare(35, Content.WHITE_KING, 6.0),
    [33, 93, 34, 15, 40, 82],
)
# A man that was crowned unnoticed moves as the king that it looks like.
@example(
    fen(START),
    [Odd("legal", 3, "nothing", 31), Odd("legal", 172, "nothing", 31), Odd("legal", 999, "answered", 25), Odd("fault", 208, "answered", 3)],
    BadSquare(31, Content.WHITE_KING, 1.2),
    [33, 78, 78, 33, 36, 64],
)
def test_two_clear_presses_bring_the_referee_back(start: Position, history: list[Odd], bad: BadSquare | None, choices: list[int]) -> None:
    never_stuck(start, history, bad, choices)


@pytest.mark.usefixtures("long")
@pytest.mark.timeout(1800)
@settings(max_examples=400, derandomize=True, deadline=None, suppress_health_check=UNCHECKED, database=None)
@given(starts(), HISTORIES, bad_squares(), CHOICES)
def test_two_clear_presses_bring_the_referee_back_after_many_histories(
    start: Position, history: list[Odd], bad: BadSquare | None, choices: list[int]
) -> None:
    never_stuck(start, history, bad, choices)
