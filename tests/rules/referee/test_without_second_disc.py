"""Homes where a king gets no second disc: the evidence tells nothing of kings, and the record alone knows them."""

import random
from dataclasses import replace

import pytest

from rules.board.fen import write_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.play.moves import legal_moves, play
from rules.play.notation import write_move
from rules.referee.belief import Belief, Ruling
from rules.referee.rule import rule
from tests.rules.referee.sights import fen, seen

MEN_NEAR_PROMOTION = {
    "frisian": "W:W12,13,31,32:B38,39,19,20",
    "international": "W:W12,13,31,32:B38,39,19,20",
    "english": "B:W9,10,25:B23,24,5",
    "dambord": "W:W9,10,25:B23,24,5",
}


def without_second_disc(text: str, rules: str = "frisian") -> Position:
    return replace(fen(text, rules), rules=ruleset(rules, second_disc=False))


def ruled(start: str, *boards: str, height: float = 12.0) -> list[Ruling]:
    """The rulings of presses in turn; the pictures show the boards with kings and men as they are written."""
    position = without_second_disc(start)
    belief, side, told = Belief.at(position), position.side, []
    for seq, board in enumerate(boards, 1):
        belief, rulings = rule(belief, seq, side, seen(board, height=height))
        told += rulings
        side = side.other
    return told


def in_words(rulings: list[Ruling]) -> list[str]:
    return [f"{'~' * one.amends}{one.seq} {one.verdict} {one.move} {write_fen(one.position)}" for one in rulings]


def test_a_promoted_man_that_gets_no_second_disc_is_a_king_on_record_and_moves_as_one() -> None:
    boards = ("B:W1,50:B24,36", "W:W1,50:B29,36", "B:W34,50:B36", "W:W34,50:B41", "B:W12,50:B41")
    assert in_words(ruled("W:W7,50:B24,36", *boards)) == [
        "1 legal 7-1 B:WK1,50:B24,36",
        "2 legal 24-29 W:WK1,50:B29,36",
        "3 legal 1x34 B:WK34,50:B36",
        "4 legal 36-41 W:WK34,50:B41",
        "5 legal 34-12 B:WK12,50:B41",
    ]


@pytest.mark.parametrize("board", ["B:W1,50:B24,36", "B:WK1,50:B24,36", "B:WK1,K50:B24,K36"])
def test_what_the_pictures_show_of_heights_changes_no_ruling(board: str) -> None:
    assert in_words(ruled("W:W7,50:B24,36", board)) == ["1 legal 7-1 B:WK1,50:B24,36"]


def test_a_king_must_capture_and_a_fault_of_a_king_is_named() -> None:
    assert in_words(ruled("W:WK14,50:B23,36", "B:W14,45:B23,36")) == ["1 27c-missed 50-45 B:WK14,45:B23,36"]
    assert in_words(ruled("W:WK14,50:B36", "B:W25,50:B36")) == ["1 legal 14-25 B:WK25,50:B36"]
    assert in_words(ruled("W:W14,50:B36", "B:W25,50:B36")) == ["1 27d None B:W25,50:B36"], "a man moves as a man"


@pytest.mark.parametrize("rules", MEN_NEAR_PROMOTION)
def test_games_with_kings_are_recorded_from_pictures_of_single_discs(rules: str) -> None:
    for number in range(12):
        dice = random.Random(f"{rules} {number}")
        position = without_second_disc(MEN_NEAR_PROMOTION[rules], rules)
        belief = Belief.at(position)
        for seq in range(1, 17):
            moves = legal_moves(position)
            if not moves:
                break
            move = dice.choice(moves)
            after = play(position, move)
            pictured = Position.of(position.rules, after.side, after.visible_contents())
            belief, told = rule(belief, seq, position.side, seen(pictured, height=dice.choice((0.0, 3.0, 12.0)), rules=rules))
            (own,) = told
            assert (str(own.verdict), own.move, write_fen(own.position)) == ("legal", write_move(position, move), write_fen(after))
            position = after
