"""What a press leaves in the belief, and what is amended from it: earlier presses, and the counts of Art. 17."""

import math
from dataclasses import replace
from functools import partial

import pytest

from rules.board.evidence import Evidence
from rules.board.squares import Side
from rules.errors import PressError
from rules.irregularity import Verdict
from rules.referee.amending import amend
from rules.referee.belief import Belief, Doubt, Ruling, Silence, Situation
from rules.referee.finding import found
from rules.referee.looking_back import played_on
from rules.referee.outcomes import outcomes
from rules.referee.priors import MAX_CUT_TOLD_P
from rules.referee.reconstructing import only_line
from rules.referee.rule import rule
from rules.referee.shown import FreshEvidence
from tests.rules.referee.sights import START, fen, rulings, seen, words
from tests.support.says import says

NOTHING = Evidence.none(50)


def test_a_press_ruled_before_is_refused_and_changes_nothing() -> None:
    belief, _ = rule(Belief.at(fen("W:W31,50:B10,1")), 4, Side.WHITE, seen("W:W27,50:B10,1"))
    for seq in (4, 3):
        with pytest.raises(PressError, check=says("RulingFault.ruled-since", seq=seq, last=4)):
            rule(belief, seq, Side.BLACK, seen("W:W27,50:B14,1"))
    _, (ruling,) = rule(belief, 5, Side.BLACK, seen("W:W27,50:B14,1"))
    assert ruling.verdict == "legal"


@pytest.mark.parametrize(
    ("told", "turned_out", "taken_back"),
    [
        (Verdict.LEGAL, "B:W28,48:B12,1", False),
        (Verdict.LEGAL, "B:W27,48:B12,1", True),
        (Verdict.UNSURE, "B:W27,48:B12,1", False),
    ],
)
def test_a_move_is_taken_back_only_if_a_piece_stands_elsewhere_than_told(told: Verdict, turned_out: str, taken_back: bool) -> None:
    first = Ruling(1, Side.WHITE, told, "32-28" if told is Verdict.LEGAL else None, fen("B:W28,48:B12,1"), 0.999)
    now = fen("W:W28,48:B17,1")
    held = Situation(now, now, history=(Ruling(1, Side.WHITE, Verdict.UNSURE, None, fen(turned_out), 0.0),))
    _, (announced,), amended = amend([(held, 0.0)], [first])
    assert [one.verdict for one in amended] == [Verdict.UNSURE] * taken_back
    assert announced.verdict is (Verdict.UNSURE if taken_back else told)


def test_what_is_known_of_earlier_presses_is_told_before_their_situations_are_dropped() -> None:
    """No situation explains the last three presses, so the board is taken as it is seen; the move of the press before them stays known."""
    start, now = fen("W:W32,48:B12,1"), fen("B:W28,43:B17,6")
    known = Ruling(1, Side.WHITE, Verdict.LEGAL, "32-28", fen("B:W28,48:B12,1"), 0.0, start=start)
    held = Situation(now, now, now_doubt=Doubt(is_guess=True), history=(known,))
    sides = (Side.WHITE, Side.BLACK, Side.WHITE, Side.BLACK)
    silent = tuple(Ruling(seq, side, Verdict.UNSURE, None, now, 0.5) for seq, side in enumerate(sides, 1))
    silence = Silence(start, tuple((old.seq, old.side) for old in silent[1:]))
    _, told = found(Belief(((held, 0.0),), announced=silent, silence=silence), silent[-1], seen("W:W28,44:B17,2,5"))
    assert [(one.seq, one.verdict, one.move) for one in told] == [(1, "legal", "32-28"), (4, "unsure", None)]


def test_only_what_was_not_carried_along_is_looked_back_for() -> None:
    """An explanation that was kept is among the situations already, and must not count twice."""
    before = fen("B:W6,13,20:B1,11,16,K24,K26", "dambord")
    hidden, later = seen("W:W13,20:B10,11,16,K24,K26", rules="dambord"), seen("B:WK1,13,20:B10,11,16,K24,K26", rules="dambord")
    belief, _ = rule(Belief.at(before), 1, Side.BLACK, hidden)
    faults = partial(played_on, seq=2, side=Side.WHITE, fresh=FreshEvidence(belief.shown, later), least_log_p=-math.inf)
    assert any(one.move == "6-1" for one in faults(belief.last))
    assert not list(faults(replace(belief.last, least_log_p=-math.inf)))


def test_a_picture_that_shows_nothing_shows_no_later_ply() -> None:
    position = fen(START)
    (situation, log_p), *_ = Belief.at(position).situations
    found, _ = outcomes(situation, log_p, 1, Side.WHITE, FreshEvidence(Belief.at(position).shown, NOTHING))
    assert found
    assert not [one for one in found if one.shown or one.then.ahead]


def test_a_crowd_of_situations_leaves_the_presses_before_it_as_they_were_told() -> None:
    """Three presses of which nothing is seen leave more lines than are kept: others may lead to the same board."""
    belief = Belief.at(fen(START))
    for seq, side in enumerate((Side.WHITE, Side.BLACK, Side.WHITE), 1):
        belief, _ = rule(belief, seq, side, NOTHING)
    assert 0 < belief.cut_p <= belief.lost_p
    belief, told = rule(belief, 4, Side.BLACK, seen("W:W31,33-36,38-50,28,32:B1-17,19,25,23"))
    assert not [one for one in told if one.amends]
    belief, told = rule(belief, 5, Side.WHITE, seen("B:W31,33-36,38,39,41-50,28,32,37:B1-17,19,25,23".replace("41-50", "40,42-50")))
    assert belief.cut_p == 0.0


def test_what_is_not_continued_after_two_unseen_presses_counts_as_cut_off() -> None:
    """228 situations are left, of which 48 are continued; their forced captures are fewer lines than are kept."""
    belief = Belief.at(fen("B:W11,22,K39:B13,K47"))
    for seq, side in enumerate((Side.BLACK, Side.WHITE, Side.BLACK), 1):
        belief, _ = rule(belief, seq, side, NOTHING)
    assert len(belief.situations) < 256
    assert belief.cut_p > MAX_CUT_TOLD_P


def test_what_was_cut_off_stays_so_until_the_board_is_known() -> None:
    belief = Belief.at(fen("B:W25,K35:BK31,K43"))
    for seq, side in enumerate((Side.BLACK, Side.WHITE, Side.BLACK), 1):
        belief, _ = rule(belief, seq, side, NOTHING)
    cut_p = belief.cut_p
    belief, _ = rule(belief, 4, Side.WHITE, seen("B:WK19,25:BK21,K31", hidden=range(1, 16)))
    assert belief.cut_p >= cut_p > MAX_CUT_TOLD_P


@pytest.mark.parametrize(("hidden", "moves"), [((), ["4-9", "31-27"]), ((9,), ["4-9", "31-27"]), ((9, 10), [])])
def test_a_line_is_the_only_one_where_the_picture_shows_no_other_square_for_its_pieces(hidden: tuple[int, ...], moves: list[str]) -> None:
    board = "B:W27:B9,K28,45"
    silence = Silence(fen("B:W31:B4,K28,45"), ((1, Side.BLACK), (2, Side.WHITE)), (NOTHING, seen(board, hidden=hidden)))
    assert [one.move for one in only_line(silence, fen(board))] == moves


KINGS = partial(seen, height=25.0, clear=25.0)


@pytest.mark.parametrize(
    ("start", "boards", "last"),
    [
        # White's king captured from 15 or from 27, on lines that were cut off
        ("B:WK4:BK33", [NOTHING] * 3 + [KINGS("B:WK29:B")], "4 unsure from 1"),
        # the king on 13 came from 4, of which nothing was seen, or from 31
        (
            "B:W25,K35:BK31,K43",
            [*[NOTHING] * 3, KINGS("B:WK19,25:BK21,K31", hidden=range(1, 16)), NOTHING, NOTHING, KINGS("W:W25,K35:BK13,K21")],
            "7 unsure from 1",
        ),
        # the king on 33 was plainly seen before it moved
        ("B:WK45:B36,K42", [*[NOTHING] * 3, KINGS("B:WK40:BK33,41", hidden=range(1, 11)), KINGS("W:WK40:BK11,41")], "5 legal 33-11"),
        # one line alone leads to the board, whichever lines were kept
        ("W:W36,40,41,50:B1-3,15", [*[NOTHING] * 3, KINGS("W:W26,40,41,50:B1-3,25")], "4 legal 20-25"),
    ],
)
def test_a_move_after_lines_were_cut_off_is_told_only_where_its_piece_was_seen(start: str, boards: list[Evidence], last: str) -> None:
    sides = "bw" if start.startswith("B") else "wb"
    assert words(start, [(sides[place % 2], board) for place, board in enumerate(boards)])[-1] == last


def test_a_move_is_told_without_the_board_while_a_piece_is_below_the_hand_since_the_press_before() -> None:
    """White's king went to 5, 6 or 10. Black's move is plain."""
    hidden = partial(KINGS, hidden=range(1, 11))
    presses = [("w", hidden("B:WK5:BK16")), ("b", hidden("W:WK5:BK27"))]
    assert words("W:WK28:BK16", presses) == ["1 unsure", "2 unsure 16-27"]


def test_a_move_seen_ahead_is_as_good_as_made() -> None:
    """Black hands back, and the picture already shows White's correction: at White's press none of his eight other moves is possible."""
    corrected = "W:W28,31,33-50:B1-20"
    *_, third = rulings(START, [("w", seen(START)), ("b", seen(corrected)), ("w", seen(corrected))])
    assert third.confidence > 0.95
