"""The counts of the referee's bench: streaks of `unsure`, wrong kings, and faults that are kept though they were put right."""

import pytest

from rules.board.squares import Side
from rules.irregularity import Verdict
from rules.play.moves import legal_moves, play
from rules.referee.belief import Ruling
from tests.bench.refereeing.presses import Press, Word
from tests.bench.refereeing.sightings import View
from tests.bench.refereeing.stuck import Stuck, stuck
from tests.rules.referee.sights import fen, seen

NOTHING = frozenset(range(1, 51))
STANDS = "W:W32,K46:B19,20"
Row = tuple[str, str | None, str]
"""The verdict, the move and the board that were told."""


def press(seq: int, board: str, kind: str = "play") -> Press:
    side = Side.WHITE if seq % 2 else Side.BLACK
    return Press(seq, side, fen(board).with_side(side), fen(board).contents(), (Word("legal", None, ()),), kind=kind)


def counted(rows: list[list[Row]], views: list[frozenset[int]], *, kinds: dict[int, str] | None = None, flat: bool = False) -> Stuck:
    """The counts of presses on a board that stays as it is, each with its rows and the squares that its picture hides."""
    presses = [press(seq, STANDS, (kinds or {}).get(seq, "play")) for seq in range(1, len(rows) + 1)]
    told = [
        Ruling(seq, Side.WHITE, Verdict(verdict), move, fen(board), 1.0, amends=place > 0)
        for seq, of in enumerate(rows, 1)
        for place, (verdict, move, board) in enumerate(of)
    ]
    contents = fen(STANDS).contents()
    return stuck(contents, presses, [View(contents, hidden) for hidden in views], [seen(STANDS)] * len(presses), told, flat=flat)


UNSURE: list[Row] = [("unsure", None, STANDS)]
WITH_MOVE: list[Row] = [("unsure", "32-28", STANDS)]
LEGAL: list[Row] = [("legal", "32-28", STANDS)]
SEEN: frozenset[int] = frozenset()


@pytest.mark.parametrize(
    ("rows", "views", "streak", "silence"),
    [
        ([LEGAL, UNSURE, UNSURE, LEGAL, UNSURE], [SEEN] * 5, 2, 2),
        ([UNSURE, WITH_MOVE, UNSURE], [SEEN] * 3, 3, 1),
        ([UNSURE, UNSURE, UNSURE], [NOTHING, SEEN, SEEN], 3, 3),
        ([UNSURE, UNSURE, UNSURE, LEGAL, UNSURE], [NOTHING, NOTHING, SEEN, SEEN, SEEN], 1, 3),
        ([[*UNSURE, *LEGAL], [*UNSURE, *LEGAL]], [SEEN] * 2, 2, 2),
        ([LEGAL], [SEEN], 0, 0),
    ],
)
def test_streaks_count_rows_as_they_came_and_leave_out_those_with_two_unseen_presses(
    rows: list[list[Row]], views: list[frozenset[int]], streak: int, silence: int
) -> None:
    found = counted(rows, views)
    assert (found.streak, found.silence) == (streak, silence)


@pytest.mark.parametrize(
    ("row", "flat", "wrong"),
    [
        (("legal", "32-28", "W:W32,K46:B19,20"), False, 0),
        (("legal", "32-28", "W:WK32,K46:B19,20"), False, 1),
        (("legal", "32-28", "W:W32,46:B19,20"), False, 1),
        (("legal", "32-28", "W:W32,46:B19,20"), True, 0),
        (("unsure", None, "W:WK32,46:B19,20"), False, 0),
        (("legal", "32-28", "W:W28,K46:B19,20"), False, 0),
    ],
)
def test_a_piece_that_stood_still_is_a_wrong_king_where_it_is_told_as_another_piece_of_its_side(row: Row, flat: bool, wrong: int) -> None:
    assert counted([[row]], [SEEN], flat=flat).wrong_kings == wrong


@pytest.mark.parametrize(
    ("fault", "hidden", "put_right", "kept"),
    [
        ([("27b-few", "32x23", STANDS)], SEEN, 1, 1),
        ([("27b-few", "32x23", STANDS), ("corrected", "32x23", STANDS)], SEEN, 1, 0),
        ([("27b-few", "32x23", STANDS), ("unsure", None, STANDS)], SEEN, 1, 0),
        ([("27b-few", "32x23", STANDS)], frozenset({7}), 0, 0),
        (LEGAL, SEEN, 0, 0),
    ],
)
def test_a_fault_is_kept_where_its_last_row_still_tells_it_after_it_was_put_right_in_a_clear_picture(
    fault: list[Row], hidden: frozenset[int], put_right: int, kept: int
) -> None:
    found = counted([fault, LEGAL], [SEEN, hidden], kinds={2: "put_right"})
    assert (found.put_right, found.kept) == (put_right, kept)


def test_the_counts_of_two_games_are_the_longest_and_the_sums() -> None:
    assert Stuck(1, 4, 3, 2, 3, 4, 5, 6) + Stuck(2, 3, 2, 1, 1, 1, 1, 1) == Stuck(2, 4, 3, 2, 4, 5, 6, 7)


@pytest.mark.parametrize(
    ("hidden", "ahead", "streak", "streak_hidden"),
    [
        (frozenset({32}), "", 0, 0),
        (frozenset({28}), "", 0, 0),
        (frozenset({1, 2, 3}), "", 4, 4),
        (SEEN, "the answer already", 0, 4),
        (SEEN, "a piece in hand", 0, 4),
    ],
)
def test_a_press_is_unseen_where_a_changed_square_is_hidden_or_a_later_board_is_shown(
    hidden: frozenset[int], ahead: str, streak: int, streak_hidden: int
) -> None:
    """A run of `unsure` presses with more than one such press is no streak."""
    presses = [press(1, "W:W28,K46:B19,20"), press(2, STANDS), press(3, "W:W28,K46:B19,20"), press(4, STANDS)]
    told = [Ruling(seq, Side.WHITE, Verdict.UNSURE, None, fen(STANDS), 1.0) for seq in range(1, 5)]
    views = [View(one.board, hidden, ahead) for one in presses]
    found = stuck(fen(STANDS).contents(), presses, views, [seen(STANDS)] * 4, told, flat=False)
    assert (found.streak, found.streak_hidden, found.longest, found.silence) == (streak, streak_hidden, 4, 4)


@pytest.mark.parametrize("move", ["6-1", None])
@pytest.mark.parametrize(("height", "streak"), [(0.0, 0), (0.4, 0), (0.6, 2), (12.0, 2)])
def test_a_promotion_is_unseen_where_the_heights_tell_nothing_whatever_was_ruled(move: str | None, height: float, streak: int) -> None:
    start = fen("W:W6:B19")
    (legal,) = legal_moves(start)
    after = play(start, legal)
    presses = [Press(seq, Side.WHITE, start, after.contents(), (Word("legal", legal, after.contents()),)) for seq in (1, 2)]
    told = [Ruling(seq, Side.WHITE, Verdict.UNSURE, move, after, 1.0) for seq in (1, 2)]
    read = [seen(after, height=height)] * 2
    found = stuck(start.contents(), presses, [View(after.contents(), SEEN)] * 2, read, told, flat=False)
    assert (found.streak, found.streak_hidden) == (streak, 2)


@pytest.mark.parametrize(
    ("row", "discs"),
    [
        (("unsure", "6-1", "W:WK1:B19"), 1),
        (("unsure", None, "W:WK1:B19"), 0),
        (("legal", "6-1", "W:WK1:B19"), 0),
    ],
)
def test_a_promotion_that_stays_unsure_with_its_move_leaves_its_disc_open(row: Row, discs: int) -> None:
    start = fen("W:W6:B19")
    (move,) = legal_moves(start)
    done = play(start, move).contents()
    one = Press(1, Side.WHITE, start, done, (Word("legal", move, done),))
    verdict, written, board = row
    told = Ruling(1, Side.WHITE, Verdict(verdict), written, fen(board), 1.0)
    assert stuck(start.contents(), [one], [View(done, SEEN)], [seen(board)], [told], flat=True).second_discs == discs
