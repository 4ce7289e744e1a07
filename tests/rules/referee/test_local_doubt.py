"""A doubt stays where it is: what is open about one press, one square or one name does not silence the others."""

import pytest

from rules.board.evidence import Evidence
from rules.board.squares import Content, Side
from rules.referee.belief import Belief
from rules.referee.outcomes import outcomes
from rules.referee.rule import rule
from rules.referee.shown import FreshEvidence
from tests.rules.referee.sights import START, fen, in_turn, rulings, seen, with_rows, words

NOTHING = Evidence.none(50)
IN_HAND = "W:W31,33-50,28:B1-19"
"""White has moved 32-28; Black's man of 20 is in his hand, or was taken off by White."""
ANSWERED_TOO = "W:W31,33-36,38-50,28,32:B1-19,25"
"""Then Black has moved 20-25, and White 37-32 already."""


def test_what_a_picture_ahead_decides_stays_decided_after_a_press_of_which_nothing_is_seen() -> None:
    """The second picture shows three plies, and so that the man was in Black's hand at the first."""
    last = "W:W31,33-36,38-50,28,32:B1-17,19,25,23"
    assert words(START, [("w", seen(IN_HAND)), ("b", seen(ANSWERED_TOO)), ("w", NOTHING), ("b", seen(last))]) == [
        "1 unsure",
        "~1 legal 32-28",
        "2 legal 20-25",
        "3 unsure",
        "~3 legal 37-32",
        "4 legal 18-23",
    ]


def test_a_press_of_which_nothing_is_seen_is_ruled_by_the_next_picture_on_a_full_board() -> None:
    """Many explanations of the unseen press are dropped there, each of them hardly likely."""
    said = words(START, [("w", seen(IN_HAND)), ("b", NOTHING), ("w", seen(ANSWERED_TOO))])
    assert said[-2:] == ["~2 legal 20-25", "3 legal 37-32"]


def test_a_picture_that_shows_nothing_shows_no_later_ply() -> None:
    position = fen(START)
    (situation, log_p), *_ = Belief.at(position).situations
    found, _ = outcomes(situation, log_p, 1, Side.WHITE, FreshEvidence(Belief.at(position).shown, NOTHING))
    assert found
    assert not [one for one in found if one.shown or one.then.ahead]


JUMBLED, AFTER = "W:W18,38,47:B1,20,26,35,45", "W:W18,38,41:B1,20,26,35,45"


@pytest.mark.parametrize(("black_by", "stands"), [(4.0, Content.BLACK_MAN), (-4.0, Content.EMPTY), (0.0, Content.EMPTY)])
def test_a_square_that_is_badly_seen_on_a_board_in_disorder_holds_what_it_shows(black_by: float, stands: Content) -> None:
    """The pieces fell over; square 21 was empty before. The move after it says nothing of that square."""
    row = {21: [0.0, -12.0, -12.0, black_by, black_by]}
    pictures = [with_rows(seen(board), row) for board in (JUMBLED, AFTER)]
    said = rulings("B:W13,36,45:B4,15,20,28,43", [("b", pictures[0]), ("w", pictures[1])])
    assert [(str(one.verdict), one.move) for one in said] == [("unsure", None), ("legal", "47-41")]
    assert said[-1].position.content(21) is stands


def test_a_move_is_told_while_it_is_open_whether_it_put_a_fault_right() -> None:
    """No heights are seen. Black puts White's promoted piece back, so that it lacked its disc or is his own fault; White moves another."""
    boards = ["B:W1,23:B8,K13,25", "W:W5,23:B8,K13,25", "B:W5,19:B8,K13,25"]
    pictures = [seen(board, height=0.0, rules="english") for board in boards]
    assert words("W:W5,23:B8,K13,25", in_turn(*pictures), "english")[2] == "3 corrected 23-19"


@pytest.mark.parametrize("now", [0.0, 0.7, 1.4])
def test_an_unsure_press_becomes_legal_only_from_the_probability_of_a_ruling_on(now: float) -> None:
    """White presses twice after a promotion. At first a king is likelier by 1.2 nats, then a man by `now`. Nobody was accused yet."""
    first, then = ({1: [-12.0, man, 0.0, -12.0, -12.0]} for man in (-1.2, now))
    presses = [("w", "B:WK1:B19,30", first), ("w", "B:WK1:B19,30", then), ("b", "W:WK1:B23,30", then)]
    said = words("W:W5:B19,30", [(side, with_rows(seen(board, rules="english"), row)) for side, board, row in presses], "english")
    assert said == ["1 legal 5-1", "2 unsure 5-1", "3 legal 19-23"]


def test_a_crowd_of_situations_leaves_the_presses_before_it_as_they_were_told() -> None:
    """Two presses of which nothing is seen leave more lines than are kept: others may lead to the same board."""
    belief = Belief.at(fen(START))
    for seq, side in enumerate((Side.WHITE, Side.BLACK), 1):
        belief, _ = rule(belief, seq, side, NOTHING)
    assert 0 < belief.cut_p <= belief.lost_p
    belief, told = rule(belief, 3, Side.WHITE, seen("B:W31,33-36,38-50,28,32:B1-19,25"))
    assert not [one for one in told if one.amends]
    belief, told = rule(belief, 4, Side.BLACK, seen("W:W31,33-36,38-50,28,32:B1-17,19,25,23"))
    assert belief.cut_p == 0.0


def test_a_press_that_was_amended_wrongly_is_told_as_before_once_the_next_picture_shows_it() -> None:
    """Black moves both kings, as if White had put another promotion in place of his own. Then White's king stands where it stood."""
    hardly_crowned = {2: [-18.0, -2.0, 0.0, -18.0, -18.0]}
    first, moved, back = (seen(board, rules="dambord") for board in ("B:WK2:BK23", "W:WK1:BK5", "W:WK2:BK5"))
    said = words("W:W6:BK23", [("w", with_rows(first, hardly_crowned)), ("b", moved), ("b", back)], "dambord")
    assert said[0] == "1 legal 6-2"
    assert [word for word in said if word.lstrip("~").startswith("1 ")][-1].endswith("legal 6-2")
    assert said[-1] == "3 corrected 23-5"


def test_a_square_that_goes_on_showing_a_piece_after_an_undecided_press_is_not_told_as_empty() -> None:
    """White's 45 went to 42, and a piece of Black that was off the board stands on 10 again. Each picture shows it by 10 nats."""
    start = "W:W30,33,45:B1,8,19"
    put_back = {10: [-10.0, -20.0, -20.0, 0.0, -3.0]}
    boards = ["B:W30,33,42:B1,8,19", "W:W30,33,42:B1,13,19", "B:W25,33,42:B1,13,19", "W:W25,33,42:B6,13,19", "B:W25,33,37:B6,13,19"]
    said = rulings(start, in_turn(*(with_rows(seen(board), put_back) for board in boards)))
    assert all(one.verdict == "unsure" or one.position.content(10) is Content.BLACK_MAN for one in said)
    assert [(str(one.verdict), one.move) for one in said[-1:]] == [("legal", "42-37")]


def test_a_legal_move_and_another_piece_elsewhere_is_no_line_that_explains_it_by_an_earlier_doubt() -> None:
    """White's king, whose second disc was hardly seen, stands beside its square when Black has moved his own."""
    hardly = {2: [-18.0, -0.5, 0.0, -18.0, -18.0]}
    said = words("W:W7:BK23", in_turn(with_rows(seen("B:WK2:BK23"), hardly), seen("W:WK1:BK5")))
    assert said[1:] == ["2 unsure"]


def test_a_move_is_told_once_the_piece_that_seemed_gone_beside_it_has_moved() -> None:
    """Black's man on 16 was in his hand, or was misread by 7 nats."""
    gone = {16: [0.0, -18.0, -18.0, -7.0, -10.0]}
    said = words("W:WK39,42:B16", in_turn(with_rows(seen("B:WK44,42:B16"), gone), seen("W:WK44,42:B21")))
    assert said == ["1 unsure", "~1 legal 39-44", "2 legal 16-21"]


def test_a_piece_that_went_unseen_and_is_put_back_after_a_press_was_no_piece_in_the_hand() -> None:
    """A hand hides that Black takes his own man off 12 with 11-16. White gives the turn back, and Black plays 11-17 instead."""
    start = "B:W28,36,37,41,42,47,48:B1,2,6,7,11,12,15"
    presses = [
        ("b", seen("W:W28,36,37,41,42,47,48:B1,2,6,7,16,15", hidden=(7, 8, 12, 13, 17, 18))),
        ("w", seen("B:W28,36,37,41,42,47,48:B1,2,6,7,16,15")),
        ("b", seen("W:W28,36,37,41,42,47,48:B1,2,6,7,12,17,15")),
    ]
    assert words(start, presses) == ["1 legal 11-16", "2 unsure", "~2 no-move back", "3 corrected 11-17"]


def test_a_king_that_takes_a_piece_at_once_is_no_piece_carried_by_the_opponent() -> None:
    """Black's king went to 27, and White's took it before the picture: each of the two could only go there."""
    said = words("B:WK38:BK22", [("b", seen("W:WK16:B")), ("w", seen("B:WK16:B"))])
    assert said[-2:] == ["~1 legal 22-27", "2 legal 38x16"]


def test_a_legal_move_and_a_piece_beside_it_that_is_not_clearly_seen_where_it_lies() -> None:
    """Black's man slid from 40 to 34 as White's king moved; it goes on from there."""
    slid = {34: [0.0, -18.0, -18.0, 3.0, -3.0]}
    said = rulings("W:WK28:B40", in_turn(with_rows(seen("B:WK6:B"), slid), seen("W:WK6:B39")))
    assert [(str(one.verdict), one.move) for one in said] == [("unsure", None), ("legal", "34-39")]


@pytest.mark.parametrize(("nats", "third"), [(6.0, "3 unsure"), (7.5, "3 unsure"), (8.5, "3 corrected 12-17"), (12.0, "3 corrected 12-17")])
def test_a_piece_too_many_beside_a_move_may_be_taken_off_again_when_the_turn_is_handed_back(nats: float, third: str) -> None:
    """A piece of Black stands on 23 in two pictures. Or both were read wrongly, White pressed without a move, and Black hands that back."""
    put = {23: [0.0, -18.0, -18.0, nats, nats - 3]}
    presses = in_turn(*(with_rows(seen(f"{turn}:W47,48,36:B4,5,17"), put) for turn in "WB"), seen("W:W47,48,36:B4,5,17"))
    said = words("B:W47,48,36:B4,5,12", [(side, picture) for side, (_, picture) in zip("bwb", presses, strict=True)])
    assert said[0] == "1 unsure"
    assert said[1] in ("2 unsure", "2 no-move back")
    assert said[2:] == [third]


LEANS_TO_A_KING = [-0.9, -0.9, -0.9, -0.45, 0.0]


@pytest.mark.parametrize("row", [[0.0] * 5, LEANS_TO_A_KING])
def test_a_move_made_after_a_no_move_is_told_though_the_square_it_left_tells_nothing(row: list[float]) -> None:
    """Black pressed without a move, made 12-18 on White's time, and White answered 48-42."""
    white = "W27,32,35,39,40,41,43,44,45,46,47"
    boards = [f"W:{white},48:B1-5,7-12,14,15", f"B:{white},42:B1-5,7-11,18,14,15", f"W:{white},42:B1-5,7-11,22,14,15"]
    presses = [(side, with_rows(seen(board), {12: row})) for side, board in zip("bwb", boards, strict=True)]
    said = words(f"B:{white},48:B1-5,7-12,14,15", presses, "international")
    assert said == ["1 no-move", "~1 corrected 12-18", "2 legal 48-42", "3 legal 18-22"]


@pytest.mark.parametrize("nats", [4.0, 6.0, 9.0])
def test_a_capture_put_down_over_a_line_is_told_when_the_next_picture_shows_it_straight(nats: float) -> None:
    """The man that captured 32x23 lies between 23 and 19, and reads as one on 19."""
    over = {19: [-nats, 0.0, -3.0, -18.0, -18.0], 23: [0.0, -nats, -nats, -18.0, -18.0]}
    said = words("W:W32,48:B28,3,6", in_turn(with_rows(seen("B:W23,48:B3,6"), over), seen("W:W23,48:B3,11"), seen("B:W23,43:B3,11")))
    assert said[-1] == "3 legal 48-43"
    assert [line for line in said if line.startswith(("1 legal", "1 corrected", "~1"))][-1].split()[1:] in (
        ["legal", "32x23"],
        ["corrected", "32x23"],
    )


PROMOTED, FALLEN = "W:WK1,23,49:B13,36", "W:WK2,20:B26,40"
NO_HEIGHT = [-12.0, 0.0, 0.0, -12.0, -12.0]


def test_a_board_in_disorder_is_named_though_a_second_disc_is_open() -> None:
    """Nobody saw whether the man that reached 1 was crowned. Then the pieces fell over, and the board was restored."""
    pictures = [with_rows(seen(PROMOTED), {1: NO_HEIGHT}), seen(FALLEN), seen("W:WK1,23,49:B13,41"), seen("W:WK12,23,49:B13,41")]
    said = words("W:W7,23,49:B13,36", list(zip("wbbw", pictures, strict=True)), "international")
    assert said[1:] == ["2 jumbled", "3 corrected 36-41", "4 legal 1-12"]


def test_a_board_in_disorder_after_an_unseen_press_is_not_named() -> None:
    assert words("W:W7,23,49:B13,36", [("w", NOTHING), ("b", seen(FALLEN))], "international")[1] == "2 unsure"


BLACK_NO_HEIGHT = [-12.0, -12.0, -12.0, 0.0, 0.0]
LIKE_A_MAN = [-19.0, -19.0, -19.0, 0.0, -7.5]
"""Nineteen to one for a missing second disc, together with its prior."""


@pytest.mark.parametrize(
    ("fourth", "hidden", "told"),
    [(BLACK_NO_HEIGHT, (), "4 legal 42-47"), (BLACK_NO_HEIGHT, range(21, 36), "4 unsure 42-47"), (LIKE_A_MAN, (), "4 unsure 42-47")],
)
def test_after_three_undecided_presses_a_legal_move_on_a_clear_board_needs_less(fourth: list[float], hidden: range, told: str) -> None:
    """Four men are promoted one after the other, and the camera sees no heights: each may lack its second disc. Nobody is accused of it."""
    boards = ("B:WK1,7:B41,42", "W:WK1,7:B42,K46", "B:WK1,K2:B42,K46", "W:WK1,K2:BK46,K47")
    came = {1: NO_HEIGHT, 46: BLACK_NO_HEIGHT, 2: NO_HEIGHT, 47: fourth}
    pictures = [with_rows(seen(board), dict(list(came.items())[: count + 1])) for count, board in enumerate(boards)]
    pictures[3] = with_rows(pictures[3], dict.fromkeys(hidden, [0.0] * 5))
    said = words("W:W6,7:B41,42", in_turn(*pictures), "international")
    assert said == ["1 unsure 6-1", "2 unsure 41-46", "3 unsure 7-2", told]


@pytest.mark.parametrize(("shows", "verdict"), [({3: 4.0, 4: 4.0}, "legal"), ({1: 4.0, 2: 4.0}, "unsure"), ({3: 9.0, 4: 9.0}, "unsure")])
def test_a_square_that_a_legal_move_left_may_look_odd(shows: dict[int, float], verdict: str) -> None:
    """White captures 47x36. Square 47, never seen bare, looks black. A white piece there would be one that was not moved."""
    row = [shows.get(content, 0.0 if content == 0 else -12.0) for content in range(5)]
    (own,) = rulings("W:W47:BK41", [("w", with_rows(seen("B:W36:B"), {47: row}))], "frisian")
    assert str(own.verdict) == verdict
