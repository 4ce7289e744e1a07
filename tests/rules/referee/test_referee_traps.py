"""Sequences of presses that once led to a wrong ruling."""

from collections.abc import Container

import pytest

from rules.board.squares import Content, Side
from rules.referee.belief import Belief
from rules.referee.rule import rule
from tests.rules.referee import sights
from tests.rules.referee.sights import EVERYTHING, START, fen, in_turn, seen, with_rows


def told(start: str, presses: list[tuple[str, str]], hidden: dict[int, Container[int]] | None = None) -> list[str]:
    """The rulings of presses on clearly seen boards, except for the squares that are hidden at a press."""
    boards = ((letter, seen(board, hidden=(hidden or {}).get(seq, ()))) for seq, (letter, board) in enumerate(presses, 1))
    return sights.words(start, boards)


HANDED_BACK = [
    (
        "W:W34,44,48:B29,10,5",
        [("w", "W:W34,39,48:B29,10,5"), ("b", "W:W34,44,48:B29,10,5"), ("w", "W:W23,44,48:B10,5")],
        ["1 27c-missed 44-39", "2 no-move back", "3 corrected 34x23"],
    ),
    (
        START,
        [("w", "W:W31-34,36-50,25:B1-20"), ("b", START), ("w", "W:W31-34,36-50,30:B1-20")],
        ["1 27d", "2 no-move back", "3 corrected 35-30"],
    ),
]


@pytest.mark.parametrize(("start", "presses", "words"), HANDED_BACK)
def test_the_turn_is_handed_back_with_the_board_restored_already(start: str, presses: list[tuple[str, str]], words: list[str]) -> None:
    assert told(start, presses) == words


def test_handing_the_turn_back_is_no_irregularity() -> None:
    belief = Belief.at(fen("W:W34,44,48:B29,10,5"))
    belief, (fault,) = rule(belief, 1, Side.WHITE, seen("W:W34,39,48:B29,10,5"))
    _, (back,) = rule(belief, 2, Side.BLACK, seen("W:W34,39,48:B29,10,5"))
    assert (fault.is_irregular, back.is_irregular) == (True, False)


PUT_RIGHT = [
    (
        "W:W34,44,48:B29,10,5",
        [("w", "W:W23,44,48:B29,10,5"), ("b", "W:W23,44,48:B15,5"), ("w", "W:W23,39,48:B15,5")],
        ["1 27b-few 34x23", "~1 corrected 34x23", "2 legal 10-15", "3 legal 44-39"],
    ),
    (
        "W:W7,44:B20,25",
        [("w", "W:W1,44:B20,25"), ("b", "W:WK1,44:B24,25")],
        ["1 uncrowned 7-1", "~1 corrected 7-1", "2 legal 20-24"],
    ),
    (
        START,
        # White made his move before 19-23, or, which is far less likely, at once after it.
        [("w", START), ("b", "W:W28,31,33-50:B1-18,20,23"), ("w", "W:W19,31,33-50:B1-18,20")],
        ["1 no-move", "~1 corrected 32-28", "2 legal 19-23", "3 legal 28x19"],
    ),
    (
        START,
        [("w", START), ("b", "W:W28,31,33-50:B1-18,20,23"), ("w", "W:W28,31,33-50:B1-18,20,23")],
        ["1 no-move", "~1 corrected 32-28", "2 legal 19-23", "3 unsure"],
    ),
]


@pytest.mark.parametrize(("start", "presses", "words"), PUT_RIGHT)
def test_a_fault_put_right_before_the_answer_is_amended(start: str, presses: list[tuple[str, str]], words: list[str]) -> None:
    assert told(start, presses) == words


ARTICLE_17 = [
    ("B:WK46,35:B4,K20:H0:F1:+0+346", ("b", "W:WK46,35:B4,K20"), ("w", "W:WK37,35:B4,K20")),
    ("B:WK46,35:B4,K20:H0:F1:+0+346", ("b", "W:WK46,35:B12,K20"), ("w", "W:WK37,35:B12,K20")),
    ("W:WK46,30:B5,K9:H0:F1:+0+346", ("w", "W:WK46,30:B5,K9"), ("b", "W:WK46,30:B5,K3")),
]


@pytest.mark.parametrize(("start", "first", "second"), ARTICLE_17)
def test_an_irregular_press_does_not_wipe_the_count_of_article_17(start: str, first: tuple[str, str], second: tuple[str, str]) -> None:
    belief = Belief.at(fen(start))
    for seq, (letter, pieces) in enumerate((first, second), 1):
        before = belief.position
        belief, (*_, ruling) = rule(belief, seq, Side.WHITE if letter == "w" else Side.BLACK, seen(pieces))
    assert before.white_king_moves.count == 3
    assert ruling.verdict == ("17" if second[0] == "w" else "legal")


@pytest.mark.parametrize("hidden", [(29,), (23, 29), (34, 23, 29), EVERYTHING])
def test_what_was_not_seen_is_not_said(hidden: tuple[int, ...]) -> None:
    words = told("W:W34,44,48:B29,10,5", [("w", "W:W23,44,48:B10,5")], {1: hidden})
    assert words == ["1 unsure"]


def test_two_plies_at_once_are_not_disorder() -> None:
    both = "W:W28,31,33-50:B1-18,20,23"
    words = ["1 legal 32-28", "2 legal 19-23", "3 legal 28x19"]
    assert told(START, [("w", both), ("b", both), ("w", "W:W19,31,33-50:B1-18,20")]) == words


def test_two_presses_unseen_are_not_guessed() -> None:
    words = told(
        "W:W36,41,46:B5,9,10",
        [("w", "W:W36,37,46:B5,9,10"), ("b", "W:W36,37,46:B5,13,10"), ("w", "W:W31,37,46:B5,13,10"), ("b", "W:W31,37,46:B5,13,14")],
        {1: EVERYTHING, 2: EVERYTHING},
    )
    assert not [word for word in words if word.startswith(("~1", "~3", "3 legal"))]
    assert words[-1] == "4 legal 10-14"


def test_an_unsure_press_leaves_the_kings_what_they_are() -> None:
    belief = Belief.at(fen("W:W31,K14,40:B1,2,3"))
    board = fen("W:W27,K14,35:B1,2")
    belief, (ruling,) = rule(belief, 1, Side.WHITE, seen(board, height=0.0))
    assert ruling.verdict == "unsure"
    assert ruling.position.content(14) is Content.WHITE_KING


def test_a_second_press_in_a_row_does_not_make_the_first_one_legal() -> None:
    presses = [("w", "W:W23,44,48:B29,10,5"), ("w", "W:W23,44,48:B10,5"), ("b", "W:W23,44,48:B15,5")]
    words = told("W:W34,44,48:B29,10,5", presses, {1: EVERYTHING})
    assert words == ["1 unsure", "2 corrected 34x23", "3 legal 10-15"]


def test_one_square_that_speaks_against_it_is_enough_to_be_silent() -> None:
    for against, verdict in ((0.0, "legal"), (2.0, "legal"), (4.0, "unsure"), (5.0, "unsure")):
        evidence = with_rows(seen("W:W27,50:B10,1"), {50: [0.0, -against, -against, -18.0, -18.0]})
        (ruling,) = sights.rulings("W:W31,50:B10,1", [("w", evidence)])
        assert ruling.verdict == verdict


def test_a_promotion_answered_at_once_may_lack_its_second_disc() -> None:
    presses = [("w", "W:W32,36:B10,44"), ("b", "W:W28,36:B10,49")]
    assert told("W:W32,36:B10,44", presses) == ["1 no-move", "~1 corrected 32-28", "2 uncrowned 44-49"]


def test_what_was_cut_off_is_not_taken_for_impossible() -> None:
    """Of 81 pairs of unseen plies not all are kept. 35-30 first may be among those dropped; 31-27 first may not become certain."""
    presses = [
        ("w", "W:W30,31-34,36-50:B1-20"),
        ("b", "W:W30,31-34,36-50:B1-19,25"),
        ("w", "W:W27,30,32-34,36-50:B1-19,25"),
    ]
    assert told(START, presses, {1: EVERYTHING, 2: EVERYTHING}) == ["1 unsure", "2 unsure", "3 unsure"]


def test_a_press_repeated_tells_that_the_first_may_have_been_a_fault() -> None:
    presses = [("w", "W:W23,44,48:B29,10,5"), ("w", "W:W23,44,48:B10,5")]
    assert told("W:W34,44,48:B29,10,5", presses, {1: (29,)}) == ["1 unsure", "2 corrected 34x23"]


THREE_PLIES = [
    ("W:W32,43,48:B12,9,1", "W:W28,39,48:B12,13,1"),
    (START, "W:W27,30,32,33,35-50:B1-16,18-21"),
]


@pytest.mark.parametrize(("start", "after"), THREE_PLIES)
def test_three_plies_under_one_press_are_not_disorder(start: str, after: str) -> None:
    assert told(start, [("w", after)]) == ["1 unsure"]


def test_two_plies_that_change_many_squares_are_not_disorder() -> None:
    start = "W:W22,25,28,32,34,35,38-43,45-50:B1-7,9,10,12-16,20,23"
    after = "W:W25,32,34,35,38-43,45-50:B1-6,9,10,14-16,18,20"
    assert told(start, [("w", after)]) == ["1 legal 28x17"]


def test_a_height_half_seen_leaves_the_promotion_open_and_does_not_hush_the_moves_after_it() -> None:
    boards = ("W:WK4,48,49:B16,6", "W:WK4,48,49:B21,6", "W:WK4,42,49:B21,6")
    presses = in_turn(*(with_rows(seen(board), {4: [-18.0, 0.0, -1.5, -18.0, -18.0]}) for board in boards))
    assert sights.words("W:W10,48,49:B16,6", presses) == ["1 unsure 10-4", "2 legal 16-21", "3 legal 48-42"]
    assert sights.rulings("W:W10,48,49:B16,6", presses)[-1].position.content(4) is Content.WHITE_KING


def test_a_height_misread_again_and_again_never_becomes_certain() -> None:
    boards = [
        "W:WK4,48:B6,16",
        "W:WK4,48:B6,21",
        "W:WK4,43:B6,21",
        "W:WK4,43:B6,26",
        "W:WK4,39:B6,26",
        "W:WK4,39:B11,26",
        "W:WK4,33:B11,26",
    ]
    words = sights.words("W:W10,48:B6,16", in_turn(*(with_rows(seen(board), {4: [-18.0, 0.0, -3.0, -18.0, -18.0]}) for board in boards)))
    assert words == ["1 unsure 10-4", "2 legal 16-21", "3 legal 48-43", "4 legal 21-26", "5 legal 43-39", "6 legal 6-11", "7 legal 39-33"]


def test_a_second_disc_put_on_late_is_seen_though_the_man_was_seen_before() -> None:
    presses = [("w", "W:W4,48:B6,16"), ("b", "W:W4,48:B6,16"), ("w", "W:WK4,48:B6,16")]
    assert told("W:W10,48:B6,16", presses) == ["1 uncrowned 10-4", "2 no-move back", "3 corrected 10-4"]
