"""What a picture shows by the rules: a move of whoever pressed, none yet, or already the opponent's."""

from pi.reading.in_order import in_order, shows_answer, untouched
from pi.reading.reading import PressToRead
from rules.board.evidence import Evidence
from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import Content, Side
from rules.play.moves import legal_moves, play
from rules.referee.belief import Belief
from rules.referee.rule import rule

START = Position.start(ruleset("frisian"))
OPPONENTS = parse_fen("B:W31-50:B1-17,19,20,23", ruleset("frisian"))
"""White has moved a man of Black's (27a)."""


def shown(position: Position) -> Evidence:
    return Evidence.of([[0.0 if one == content else -25.0 for one in Content] for content in position.contents()])


def after(position: Position, origin: int, target: int) -> Position:
    return next(play(position, move) for move in legal_moves(position) if (move.origin, move.target) == (origin, target))


def test_a_board_on_which_nobody_has_moved_and_a_fault_that_is_not_put_right_are_untouched():
    asked, moved = PressToRead(1, 0, Side.WHITE, Belief.at(START)), after(START, 31, 27)
    assert [(untouched(asked, shown(one)), in_order(asked, shown(one))) for one in (START, moved, OPPONENTS)] == [
        (True, False),
        (False, True),
        (False, False),
    ]
    assert shows_answer(asked, shown(moved), shown(after(moved, 18, 23)))
    assert not shows_answer(asked, shown(moved), shown(moved))

    pending, _ = rule(Belief.at(START), 1, Side.WHITE, shown(OPPONENTS))
    asked = PressToRead(2, 0, Side.WHITE, pending)
    right = after(START, 31, 27)
    assert [(untouched(asked, shown(one)), in_order(asked, shown(one))) for one in (OPPONENTS, START, right)] == [
        (True, False),
        (True, False),
        (False, True),
    ]
