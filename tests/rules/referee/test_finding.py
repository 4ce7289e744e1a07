"""The game found again: after three presses without a ruling a clear board is taken as the position, perhaps with the moves between."""

import math

import pytest

from rules.board.evidence import Evidence
from rules.board.squares import Content, Side
from rules.referee.belief import Belief, Ruling
from rules.referee.rule import rule
from tests.rules.referee.sights import START, Press, fen, in_turn, rulings, seen, with_rows

NOTHING = Evidence.none(50)
FEW, MOVED = "W:W46,47,48:B3,4,5", "W37,38,39:B3,4,5"
"""Nothing explains how the pieces of the one came to stand as those of the other."""
MANY, MANY_AFTER = "W:W36,50,40,41,42,43,38,39:B1,15,2,3,4,5,10", "W:W26,50,40,41,42,43,38,39:B1,25,2,3,4,5,10"


def told(start: str, presses: list[Press]) -> list[tuple[int, str, str | None, bool, int]]:
    """Of each ruling its press, verdict and move, whether it amends, and from which press on the game was found again."""
    return [(one.seq, str(one.verdict), one.move, one.amends, one.found_from) for one in rulings(start, presses)]


def found(start: str, presses: list[Press]) -> tuple[Belief, Ruling]:
    """The belief after the presses, and the last ruling."""
    belief, own = Belief.at(fen(start)), None
    for seq, (letter, evidence) in enumerate(presses, 1):
        belief, (*_, own) = rule(belief, seq, Side.WHITE if letter == "w" else Side.BLACK, evidence)
    assert own
    return belief, own


def test_a_board_that_nothing_explains_is_taken_as_it_stands_at_the_third_press_and_the_next_move_is_ruled() -> None:
    said = told(FEW, in_turn(NOTHING, NOTHING, seen(f"B:{MOVED}"), seen("W:W37,38,39:B3,4,10")))
    assert [verdict for _, verdict, *_ in said] == ["unsure", "unsure", "unsure", "legal"]
    assert [first for *_, first in said] == [0, 0, 1, 0]
    assert said[-1][2] == "5-10"


def test_where_one_line_of_legal_moves_alone_leads_to_the_board_its_moves_are_told() -> None:
    assert told(MANY, in_turn(NOTHING, NOTHING, NOTHING, seen(MANY_AFTER))) == [
        *((seq, "unsure", None, False, 0) for seq in (1, 2, 3)),
        (1, "legal", "36-31", True, 0),
        (2, "legal", "15-20", True, 0),
        (3, "legal", "31-26", True, 0),
        (4, "legal", "20-25", False, 1),
    ]


def test_where_there_are_more_lines_than_can_be_looked_at_none_is_told() -> None:
    """Kings lead to the board in many ways, such as 39-50 46-14 7-1 14-9 and 7-1 46-14 39-50 14-9."""
    said = told("B:W42,K46:BK7,K17,K39", [("b", NOTHING), ("w", NOTHING), ("b", NOTHING), ("w", seen("B:W42,K9:BK1,K17,K50"))])
    assert [(verdict, move) for _, verdict, move, *_ in said] == [("unsure", None)] * 4


def test_where_a_picture_between_speaks_against_the_line_no_move_is_told() -> None:
    """The third picture shows on one square what no board of the line has there; the hand covers everything else."""
    hidden = tuple(square for square in range(1, 51) if square != 30)
    elsewhere = seen("B:W30,50:B1,15", hidden=hidden)
    said = told(MANY, in_turn(NOTHING, NOTHING, elsewhere, seen(MANY_AFTER)))
    assert not [row for row in said if row[3]]
    assert all(move is None for _, _, move, *_ in said)


def test_what_explains_all_presses_stays_possible_beside_the_board_that_is_seen() -> None:
    """At the third press it is open alone whether the man on 1 has its second disc; the fourth decides for the moves, and tells them."""
    hidden = in_turn(NOTHING, NOTHING, seen("B:WK1,49,50:B20,16", height=0.0), seen("W:WK1,49,50:B25,16", height=0.0))
    assert told("W:W12,49,50:B15,16", hidden) == [
        (1, "unsure", None, False, 0),
        (2, "unsure", None, False, 0),
        (3, "unsure", None, False, 1),
        (1, "legal", "12-7", True, 0),
        (2, "legal", "15-20", True, 0),
        (4, "legal", "20-25", False, 0),
    ]


def test_a_piece_in_the_hand_at_the_third_press_is_not_taken_off_the_game() -> None:
    """White takes 27 without a capture and puts it back with 1-29; the pictures may as well show Black's king in his hand."""
    taken, put_right = seen("B:W6,15,20,K23:B"), seen("B:W6,15,20,K29:B")
    assert told("W:WK1,6,15,20:BK27", [*in_turn(taken, taken, put_right), ("b", seen("W:W6,15:BK10"))]) == [
        (1, "unsure", None, False, 0),
        (2, "unsure", None, False, 0),
        (3, "unsure", None, False, 1),
        (1, "27b-many", "1-23", True, 0),
        (2, "no-move", None, True, 0),
        (3, "corrected", "1-29", True, 0),
        (4, "legal", "27x10", False, 0),
    ]


def test_while_the_board_is_not_clearly_seen_it_is_not_taken() -> None:
    dim = [seen(f"{'BW'[n % 2]}:{MOVED}", hidden=(11, 12, 13, 14)) for n in range(4)]
    assert [first for *_, first in told(FEW, in_turn(*dim))] == [0, 0, 0, 0]


def test_a_board_is_taken_though_squares_of_it_were_dark_before_the_silence() -> None:
    dark = (11, 12, 13, 14)
    legal = [seen(f"{turn}:{stands}", hidden=dark) for turn, stands in (("B", "W46,47,43:B3,4,5"), ("W", "W46,47,43:B3,4,10"))]
    said = told(FEW, in_turn(*legal, NOTHING, NOTHING, seen("B:W37,38,39:B3,4,10", hidden=dark)))
    assert [row[1] for row in said[:2]] == ["legal", "legal"]
    assert said[-1][-1] == 3


def test_no_side_is_given_a_piece_more_than_it_had() -> None:
    """A field at 46 that was never a piece reads white by 6 nats; White has all its twenty men elsewhere."""
    phantom = {46: [-6.0, 0.0, -9.0, -18.0, -18.0]}
    stands = "W21,22,23,31-45,26,27:B1-20"
    belief, own = found(START, in_turn(NOTHING, NOTHING, with_rows(seen(f"B:{stands}"), phantom)))
    assert own.found_from == 1
    assert belief.position.content(46) is Content.EMPTY
    assert belief.position.pieces(Side.WHITE).bit_count() == 20


def test_which_pieces_are_kings_stays_open_where_the_record_and_the_pictures_differ() -> None:
    """Black's man on 4, which never moved, is plainly seen as a king."""
    crowned = MOVED.replace("B3,4", "B3,K4")
    belief, own = found(FEW, in_turn(NOTHING, NOTHING, seen(f"B:{crowned}")))
    assert own.found_from == 1
    assert {situation.now.content(4) for situation, _ in belief.situations} == {Content.BLACK_MAN, Content.BLACK_KING}
    assert math.isclose(sum(math.exp(log_p) for _, log_p in belief.situations), 1.0, rel_tol=1e-6)


@pytest.mark.parametrize(("nats", "open_to"), [(6.0, {Content.EMPTY, Content.WHITE_MAN}), (12.0, {Content.WHITE_MAN})])
def test_a_square_that_is_seen_little_stays_open(nats: float, open_to: set[Content]) -> None:
    weak = {38: [-nats, 0.0, -9.0, -18.0, -18.0]}
    belief, own = found(FEW, in_turn(NOTHING, NOTHING, with_rows(seen(f"B:{MOVED}"), weak)))
    assert own.found_from == 1
    assert {situation.now.content(38) for situation, _ in belief.situations} == open_to


KINGS, IN_DISORDER, MOVED_RIGHT = "B:WK4,25,31,44:B1,16", "W:WK2,25,32,46:B14,27", "W:WK4,25,31,44:B6,16"


def test_a_move_is_not_told_as_put_right_where_the_picture_of_the_fault_is_missing() -> None:
    """Black may have played 1-6 at once, before the board fell into disorder."""
    said = told(KINGS, [("b", NOTHING), ("w", seen(IN_DISORDER)), ("b", seen(MOVED_RIGHT))])
    assert said == [(1, "unsure", None, False, 0), (2, "unsure", None, False, 0), (3, "unsure", None, False, 1)]


def test_after_a_fault_that_was_handed_back_the_right_move_is_told_and_a_move_before_it_that_was_not_seen() -> None:
    """Of 34-40 only the last picture tells. The jumble after it was handed back, and White played 4-22."""
    hand = seen("W:WK4:B40", hidden=(34, 39, 40, 44, 50))
    jumble = "WK27:B46"
    presses = [("b", hand), ("w", seen(f"B:{jumble}")), ("b", seen(f"W:{jumble}")), ("w", seen("B:WK22:B40"))]
    assert told("B:WK4:B34", presses) == [
        (1, "unsure", None, False, 0),
        (2, "unsure", None, False, 0),
        (3, "unsure", None, False, 1),
        (1, "legal", "34-40", True, 0),
        (4, "corrected", "4-22", False, 1),
    ]
