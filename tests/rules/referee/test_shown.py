"""What earlier pictures showed: the errors of a reader are repeated, count once, and are learned and reported as such."""

import pytest

from rules.board.squares import Content
from rules.referee.shown import FreshEvidence, Shown
from tests.rules.referee.sights import fen, in_turn, rulings, seen, with_rows, words

BOARDS = [
    "B:W34,50,45:B1,11,2",
    "W:W34,50,45:B1,17,2",
    "B:W30,50,45:B1,17,2",
    "W:W30,50,45:B1,22,2",
    "B:W25,50,45:B1,22,2",
    "W:W25,50,45:B1,28,2",
    "B:W20,50,45:B1,28,2",
]
BEGINNING = "W:W40,50,45:B1,11,2"
MOVES = ["40-34", "11-17", "34-30", "17-22", "30-25", "22-28", "25-20"]
BAD_SQUARES = {
    "an empty field that reads white by 3": {29: [-3.0, 0.0, -9.0, -18.0, -18.0]},
    "an empty field that reads black by 6": {29: [-6.0, -18.0, -18.0, 0.0, -9.0]},
    "a man that reads king by 5": {45: [-18.0, -5.0, 0.0, -18.0, -18.0]},
    "a man that reads empty by 6": {45: [0.0, -6.0, -9.0, -18.0, -18.0]},
    "a man of which nothing is seen": {45: [0.0] * 5},
}


@pytest.mark.parametrize("bad", BAD_SQUARES.values(), ids=BAD_SQUARES)
def test_a_square_that_is_always_wrong_silences_no_more_than_the_first_press(bad: dict[int, list[float]]) -> None:
    said = words(BEGINNING, in_turn(*(with_rows(seen(board), bad) for board in BOARDS)))
    assert [line for line in said if "~" not in line][1:] == [f"{seq} legal {move}" for seq, move in enumerate(MOVES[1:], 2)]


def test_a_square_is_reported_once_after_five_rulings_against_it() -> None:
    bad = BAD_SQUARES["an empty field that reads white by 3"]
    said = [one for one in rulings(BEGINNING, in_turn(*(with_rows(seen(board), bad) for board in BOARDS))) if not one.amends]
    assert [one.misread for one in said if one.misread] == [(29,)]
    assert said.index(next(one for one in said if one.misread)) >= 4


def test_a_square_that_reads_right_again_in_between_is_not_reported() -> None:
    bad = BAD_SQUARES["an empty field that reads white by 3"]
    pictures = [seen(board) if place == 3 else with_rows(seen(board), bad) for place, board in enumerate(BOARDS)]
    assert not any(one.misread for one in rulings(BEGINNING, in_turn(*pictures)))


def test_a_piece_that_appears_at_once_and_plainly_is_no_error_of_the_reader() -> None:
    """A man is put on 29 beside White's move: nothing explains that, and White is not said to have moved."""
    assert words(BEGINNING, in_turn(seen("B:W34,29,50,45:B1,11,2"))) == ["1 unsure"]


def test_a_known_sign_relieves_what_stood_there_and_no_more_than_to_the_level_of_the_best() -> None:
    stood = fen("W:W45:B1").contents()
    before = with_rows(seen("W:W45:B1"), {45: [0.0, -3.0, -9.0, -18.0, -18.0]})
    shown = Shown().after(before, stood, (), sure=True)
    now = with_rows(seen("W:W45:B1"), {45: [0.0, -2.0, -9.0, -18.0, -18.0]})
    assert FreshEvidence(shown, now).at(stood).log_p[44][:2] == (0.0, 0.0)
    more = with_rows(seen("W:W45:B1"), {45: [0.0, -16.0, -16.0, -18.0, -18.0]})
    assert FreshEvidence(shown, more).at(stood).log_p[44][1] == pytest.approx(-13.0)


def test_a_square_of_which_situations_hold_different_things_teaches_nothing() -> None:
    evidence = with_rows(seen("W:W45:B1"), {45: [0.0, -3.0, -9.0, -18.0, -18.0]})
    known: list[Content | None] = list(fen("W:W45:B1").contents())
    known[44] = None
    assert Shown().after(evidence, known, (), sure=False).bias_of(45) == 0.0
    assert Shown().after(evidence, fen("W:W45:B1").contents(), (), sure=False).bias_of(45) == pytest.approx(3.0)


def test_the_bias_of_a_square_is_bounded_and_weakens_every_colour_there() -> None:
    """The same glare lies on the square when the piece has gone."""
    stood = fen("W:W45:B1").contents()
    shown = Shown().after(with_rows(seen("W:W45:B1"), {45: [-30.0, -30.0, -30.0, 0.0, 0.0]}), stood, (), sure=True)
    assert shown.bias_of(45) == 8.0
    glare = with_rows(seen("W:W44:B1"), {45: [-6.0, -18.0, -18.0, 0.0, -9.0]})
    row = FreshEvidence(shown, glare).without_bias().log_p[44]
    assert row[Content.EMPTY] == row[Content.BLACK_MAN] == 0.0
