"""Two faults at once, or one fault that the pictures show only in part: no player is accused of the part that is a guess."""

import pytest

from tests.rules.referee import sights
from tests.rules.referee.sights import in_turn, seen, words


def told(start: str, boards: list[str], height: float) -> list[str]:
    return words(start, in_turn(*(seen(board, height=height) for board in boards)))


CARRIED_TO_THE_LAST_ROW = [
    # White set Black's man on 46: from there a king would have to capture 28, a man need not.
    ("W:W28,31,35,50:B6,12,20,1", ["W:W28,31,35,50:B6,46,20,1", "W:W28,31,35,50:B11,46,20,1"], ["1 27a", "2 legal 6-11"]),
    # It goes as a king.
    ("W:W31,35,50:B6,12,20,1", ["W:W31,35,50:B6,46,20,1", "W:W31,35,50:B6,28,20,1"], ["1 27a", "2 legal 46-28"]),
    # White set his own man on 5: a king would have to capture 23.
    (
        "W:W31,36,50:B6,12,23,1",
        ["W:W5,36,50:B6,12,23,1", "W:W5,36,50:B6,17,23,1", "W:W5,36,45:B6,17,23,1"],
        ["1 27d", "2 legal 12-17", "3 legal 50-45"],
    ),
    # It captures as a king, and stops where a king would have to go on.
    (
        "W:W31,36,50:B6,12,23,1",
        ["W:W5,36,50:B6,12,23,1", "W:W5,36,50:B6,17,23,1", "W:W28,36,50:B6,17,1"],
        ["1 27d", "2 legal 12-17", "3 unsure"],
    ),
    # It goes as a king.
    (
        "W:W31,36,50:B6,12,24,1",
        ["W:W5,36,50:B6,12,24,1", "W:W5,36,50:B6,17,24,1", "W:W10,36,50:B6,17,24,1"],
        ["1 27d", "2 legal 12-17", "3 legal 5-10"],
    ),
]


@pytest.mark.parametrize(("start", "boards", "said"), CARRIED_TO_THE_LAST_ROW)
def test_a_man_carried_to_its_promotion_row_may_have_its_second_disc_or_not(start: str, boards: list[str], said: list[str]) -> None:
    assert told(start, boards, height=0.0) == said


CROWNED_ON_THE_WAY = [
    (["W:W31,35,50:B6,K28,20,1", "W:W31,35,50:B6,K44,20,1"], ["1 27a", "2 legal 28-44"]),
    (["W:W31,35,50:B6,K28,20,1", "W:W31,35,50:B6,K19,20,1"], ["1 27a", "2 legal 28-19"]),
    (["W:WK29,35,50:B6,12,20,1", "W:WK29,35,50:B6,17,20,1", "W:WK42,35,50:B6,17,20,1"], ["1 27d", "2 legal 12-17", "3 unsure"]),
]


@pytest.mark.parametrize("height", [0.0, 2.0])
@pytest.mark.parametrize(("boards", "said"), CROWNED_ON_THE_WAY)
def test_a_man_set_elsewhere_and_crowned_there_moves_as_a_king(boards: list[str], said: list[str], height: float) -> None:
    assert told("W:W31,35,50:B6,12,20,1", boards, height) == said


def test_a_king_set_elsewhere_without_its_second_disc_need_not_capture_as_one() -> None:
    boards = ["W:W29,35,50:B6,12,20,1", "W:W29,35,50:B6,17,20,1", "W:W29,35,45:B6,17,20,1"]
    assert told("W:WK31,35,50:B6,12,20,1", boards, height=2.0) == ["1 27d", "2 legal 12-17", "3 legal 50-45"]


CARRIED_OVER = [
    # Over two men in a row, the same by a king, over his own man, and as a flying king: no move reaches the square (Art. 27d).
    ("W:W32,48:B28,23,3", "W:W19,48:B3"),
    ("W:WK46,48:B23,19,3", "W:WK14,48:B3"),
    ("W:WK46,41,48:B23,3,9", "W:WK19,41,48:B3,9"),
    ("W:W37,48:B28,23,3,9", "W:W22,48:B23,3,9"),
]


@pytest.mark.parametrize(("start", "board"), CARRIED_OVER)
def test_a_capture_by_an_impossible_way_is_named(start: str, board: str) -> None:
    assert words(start, in_turn(seen(board))) == ["1 27d"]


def test_several_pieces_too_many_beside_a_capture_are_27b_before_they_are_27d() -> None:
    assert words("W:W32,48:B28,3,7,9", in_turn(seen("B:W23,48:B3"))) == ["1 27b-many 32x23"]


UNKNOWN_BEFORE = [
    # Black's man on 1, which is not seen when White sets his own elsewhere, may have been taken off by him.
    ("W:W31,36,50:B6,12,20,1", [("W:W29,36,50:B6,12,20,1", (1,)), ("W:W29,36,50:B6,17,20", ())], ["1 27d", "2 unsure"]),
]


@pytest.mark.parametrize(("start", "boards", "said"), UNKNOWN_BEFORE)
def test_no_fault_rests_on_a_square_of_which_nothing_was_known(
    start: str, boards: list[tuple[str, tuple[int, ...]]], said: list[str]
) -> None:
    assert words(start, in_turn(*(seen(board, hidden=hidden) for board, hidden in boards))) == said


def test_a_fault_without_a_name_that_nobody_saw_is_handed_back_without_a_false_word() -> None:
    """White moved a man elsewhere and took one off, unseen; Black hands back, White restores and moves, Black moves."""
    start = "W:W31,36,50:B6,12,20,1"
    boards = ["W:W22,36,50:B6,12,1", "W:W27,36,50:B6,12,20,1", "W:W27,36,50:B6,17,20,1"]
    said = words(start, in_turn(seen(start, hidden=sights.EVERYTHING), *map(seen, boards)))
    assert not [word for word in said if word in ("3 no-move back", "4 corrected 12-17")]


CARRIED_AND_GONE = [
    # White's man from 31, and Black's from 20 is gone; then Black goes on, or hands the turn back.
    (["W:W22,36,50:B6,12,1", "W:W22,36,50:B6,12,7", "W:W22,36,45:B6,12,7"], ["1 27d", "2 27c-missed 1-7", "3 27c-missed 50-45"]),
    (["W:W22,36,50:B6,12,1", "W:W22,36,50:B6,12,1", "W:W27,36,50:B6,12,20,1"], ["1 27d", "2 no-move back", "3 corrected 31-27"]),
    # Black's man from 20, and another one of his is gone.
    (["W:W31,36,50:B6,12,33", "W:W31,36,50:B6,17,33", "W:W31,36,45:B6,17,33"], ["1 unsure", "2 legal 12-17", "3 legal 50-45"]),
    # It came to the promotion row, where a man lacks his second disc or has it.
    (["W:W3,36,50:B6,12,1", "W:W3,36,50:B6,17,1", "W:W25,36,50:B6,17,1"], ["1 27d", "2 legal 12-17", "3 27d"]),
    (["W:WK3,36,50:B6,12,1", "W:WK3,36,50:B6,17,1", "W:WK25,36,50:B6,17,1"], ["1 27d", "2 legal 12-17", "3 27c-missed 3-25"]),
]


@pytest.mark.parametrize(("boards", "said"), CARRIED_AND_GONE)
def test_a_piece_carried_while_another_is_gone_is_named_where_it_may_have_captured_that(boards: list[str], said: list[str]) -> None:
    assert told("W:W31,36,50:B6,12,20,1", boards, height=12.0) == said


def test_a_piece_that_came_to_the_promotion_row_and_was_not_understood_is_a_king() -> None:
    """Three men left and three arrived; Black makes a move that does not involve a white man on 2, and then it moves as a king."""
    boards = ["W:WK2,50:B6,12,17", "W:WK2,50:B6,17,18", "W:WK35,50:B6,17,18"]
    assert told("W:W31,36,50:B6,12,20,1", boards, height=12.0) == ["1 unsure", "2 legal 12-18", "3 unsure 2-35"]


def test_several_pieces_too_many_upon_an_unsettled_press_are_nobodys() -> None:
    """Whether White went to 27 or 28 was not seen; then Black's move stands there, and two of his men are gone."""
    start, unsettled = "W:W32,36,50:B12,20,1", seen("W:W28,36,50:B12,20,1", hidden=(27, 28))
    said = words(start, in_turn(unsettled, seen("W:W28,36,50:B17"), seen("W:W28,36,45:B17")))
    assert said == ["1 unsure", "2 unsure", "3 legal 50-45"]
