"""What earlier pictures showed: the errors of a reader are repeated, count once, and are learned and reported as such."""

import random

import pytest

from rules.board.evidence import Evidence
from rules.board.squares import Content
from rules.play.moves import legal_moves, play
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
ALL_BOARDS = [*BOARDS, "W:W20,50,45:B1,32,2", "B:W15,50,45:B1,32,2", "W:W15,50,45:B1,37,2", "B:W10,50,45:B1,37,2", "W:W10,50,45:B1,41,2"]
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


STOOD = fen("W:W45:B1").contents()


def of_45(*row: float) -> Evidence:
    return with_rows(seen("W:W45:B1"), {45: list(row)})


def shown_on_45(*row: float) -> Shown:
    return Shown().after(of_45(*row), STOOD, (), (), sure=True)


def test_a_known_sign_relieves_what_stood_there_and_no_more_than_to_the_level_of_the_best() -> None:
    shown = shown_on_45(0.0, -3.0, -9.0, -18.0, -18.0)
    assert FreshEvidence(shown, of_45(0.0, -2.0, -9.0, -18.0, -18.0)).at(STOOD).log_p[44][:2] == (0.0, 0.0)
    assert FreshEvidence(shown, of_45(0.0, -16.0, -16.0, -18.0, -18.0)).at(STOOD).log_p[44][1] == pytest.approx(-13.0)


def test_a_square_of_which_situations_hold_different_things_teaches_nothing() -> None:
    evidence = of_45(0.0, -3.0, -9.0, -18.0, -18.0)
    for known, bias in (([*STOOD[:44], None, *STOOD[45:]], 0.0), (STOOD, 3.0)):
        assert Shown().after(evidence, known, (), (), sure=False).bias_of(45) == pytest.approx(bias)


def test_the_bias_of_a_square_is_bounded_and_weakens_every_colour_there() -> None:
    """The same glare lies on the square when the piece has gone."""
    shown = shown_on_45(-30.0, -30.0, -30.0, 0.0, 0.0)
    assert shown.bias_of(45) == 8.0
    glare = with_rows(seen("W:W44:B1"), {45: [-6.0, -18.0, -18.0, 0.0, -9.0]})
    row = FreshEvidence(shown, glare).without_bias().log_p[44]
    assert row[Content.EMPTY] == row[Content.BLACK_MAN] == 0.0


COMES_AND_GOES = {
    "a man that reads empty by 4 in every other picture": {45: [0.0, -4.0, -7.0, -18.0, -18.0]},
    "a man that reads black by 6 in every other picture": {45: [-18.0, -6.0, -9.0, 0.0, -3.0]},
    "a field that reads white by 5 in every other picture": {29: [-5.0, 0.0, -3.0, -18.0, -18.0]},
    "a man that reads king by 4 in every other picture": {45: [-18.0, -4.0, 0.0, -18.0, -18.0]},
}


@pytest.mark.parametrize(("bad", "first"), [*zip(COMES_AND_GOES.values(), (0, 1, 0, 1), strict=True)], ids=COMES_AND_GOES)
def test_a_sign_that_comes_and_goes_is_not_new_each_time(bad: dict[int, list[float]], first: int) -> None:
    """In the other pictures the square reads right by 1 nat, without a height. The game ends with 45-40."""
    right = {29: [0.0, -1.0, -1.0, -1.0, -1.0]} if 29 in bad else {45: [-1.0, 0.0, 0.0, -1.0, -1.0]}
    pictures = [with_rows(seen(board), bad if place % 2 == first else right) for place, board in enumerate(ALL_BOARDS)]
    said = [one for one in rulings(BEGINNING, in_turn(*pictures, seen("B:W10,50,40:B1,41,2"))) if not one.amends]
    assert sum(one.verdict == "unsure" for one in said) <= 3
    assert (str(said[-1].verdict), said[-1].move) == ("legal", "45-40")
    assert said[-1].position.content(40) is Content.WHITE_MAN


def test_squares_that_stay_dark_silence_no_more_than_the_first_presses() -> None:
    """Five squares are never seen, four of them with a man. The first three presses are not seen at all."""
    unseen, dark, draw, start = 3, (7, 9, 13, 29, 35), random.Random(1), "W:W35-40:B7,9,11-14"
    position, presses = fen(start), []
    for number in range(unseen + 8):
        free = [move for move in legal_moves(position) if not {move.origin, move.target, *move.captured}.intersection(dark)]
        side, position = position.side, play(position, draw.choice(free))
        presses.append((side.value[0], Evidence.none(50) if number < unseen else seen(position, hidden=dark)))
    said = [str(one.verdict) for one in rulings(start, presses) if not one.amends]
    assert said[unseen + 2 :] == ["legal"] * 6


def test_what_was_shown_before_the_pieces_are_set_up_anew_says_nothing_of_the_new_board() -> None:
    anew = shown_on_45(0.0, -5.0, -9.0, -18.0, -18.0).of_another_board()
    assert not anew.rows
    assert anew.bias_of(45) == 5.0


def test_a_press_is_amended_however_late_its_square_reads_right_again() -> None:
    """A man reads as a king from the first press on: the move is known at the second, that it was legal when the man is seen as a man."""
    boards = [*ALL_BOARDS, "B:W10,44,45:B1,41,2", "W:W10,44,45:B1,41,8"]
    pictures = [with_rows(seen(board), {45: [-18.0, -6.0, 0.0, -18.0, -18.0]}) for board in boards]
    said = words(BEGINNING, in_turn(*pictures, seen("B:W10,39,45:B1,41,8")))
    assert [line for line in said if line.endswith("40-34")] == ["~1 unsure 40-34", "~1 legal 40-34"]
    assert said[-2:] == ["~1 legal 40-34", "15 legal 44-39"]


def test_a_colour_that_returns_after_a_picture_or_two_has_stood_all_the_time() -> None:
    white, gone, black = ([-9.0] * place + [0.0] + [-9.0] * (4 - place) for place in (Content.WHITE_MAN, Content.EMPTY, Content.BLACK_MAN))
    for rows, returns in (([white, gone, white], True), ([white, gone, gone, white], True), ([white, gone, gone, gone, white], False)):
        shown = Shown()
        for row in rows:
            shown = shown.after(of_45(*row), [None] * 50, (), (), sure=False)
        assert shown.has_returned(45, Content.WHITE_MAN.side) is returns
        assert not shown.after(of_45(*black), [None] * 50, (), (45,), sure=True).has_returned(45, Content.WHITE_MAN.side)
