"""Moves that the players state: they are believed, named as if they had been seen, and doubted when later pictures contradict them."""

import pytest

from rules.board.evidence import Evidence
from rules.board.squares import Side
from rules.errors import MalformedMove
from rules.referee.belief import Belief
from rules.referee.rule import rule
from rules.referee.said import PressEvidence, SaidMove, believed, called, stands_after
from rules.referee.shown import Shown
from tests.rules.referee.sights import START, fen, in_words, seen
from tests.support.says import says

NOTHING = Evidence.none(50)
FEW = "W:W31,32,38,50:B1,18,19,20"
HAND = {22, 27, 28, 31, 32, 33}
"""The hidden squares."""


def said(start, *move, seq=1):
    position = fen(start)
    return called(position, seq, stands_after(position, SaidMove(*move)))


@pytest.mark.parametrize(
    ("start", "move", "verdict", "written"),
    [
        (START, (32, 28), "legal", "32-28"),
        (START, (32, 27, ()), "legal", "32-27"),
        (START, (32, 22), "27d", None),
        ("W:W28,33:B23,2", (33, 29), "27c-missed", "33-29"),
        ("W:W28,33:B23,2", (28, 19, (23,)), "legal", "28x19"),
        ("W:W28,33:B23,2", (28, 19), "27b-few", "28x19"),
        ("W:W28,33:B23,2,3,4", (28, 19, (23, 2)), "27b-many", "28x19"),
        ("W:W28,33:B23,2", (2, 8), "27a", "2-8"),
        ("W:W7:B40", (7, 2), "legal", "7-2"),
        ("W:WK7:B6", (7, 2), "legal", "7-2"),
        ("W:W28,33:B23,2", (28, 28, (33,)), "unsure", None),
    ],
)
def test_it_is_called_what_it_would_be_called_if_it_were_seen(start, move, verdict, written):
    ruling = said(start, *move)
    assert (ruling.verdict, ruling.move) == (verdict, written)
    assert ruling.position.contents() == stands_after(fen(start), SaidMove(*move))


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ((51, 28), says("SaidFault.no-square", square=51)),
        ((0, 28), says("SaidFault.no-square", square=0)),
        ((28, 32), says("SaidFault.nothing-there", square=28)),
        ((37, 32), says("SaidFault.taken", square=32)),
        ((32, 28, (27,)), says("SaidFault.not-captured")),
        ((32, 28, (20, 20)), says("SaidFault.not-captured")),
        ((32, 28, (32,)), says("SaidFault.not-captured")),
    ],
)
def test_what_is_no_move_of_a_piece_at_all_is_told(move, why):
    with pytest.raises(MalformedMove, check=why):
        stands_after(fen(START), SaidMove(*move))


def test_the_game_goes_on_from_what_was_said():
    ruling = said(FEW, 32, 28)
    belief, none_later = believed(ruling, [PressEvidence(1, Side.WHITE, seen(FEW, hidden=HAND))], Shown())
    assert (belief.position, none_later) == (ruling.position, ())
    after, (told,) = rule(belief, 2, Side.BLACK, seen("W:W28,31,38,50:B1,18,20,23"))
    assert (told.verdict, told.move, told.amends) == ("legal", "19-23", False)
    assert after.announced[0] == ruling


@pytest.mark.parametrize(
    ("board", "words"),
    [("W:W27,31,38,50:B1,18,20,23", ["~1 legal 32-27", "2 legal 19-23"]), ("W:W22,27,34,38:B1,17,20,23", ["2 unsure"])],
)
def test_what_was_said_wrongly_is_told_by_a_later_press_and_nobody_is_accused(board, words):
    belief, _ = believed(said(FEW, 32, 28), [PressEvidence(1, Side.WHITE, seen(FEW, hidden=HAND))], Shown())
    _, told = rule(belief, 2, Side.BLACK, seen(board))
    assert [in_words(one) for one in told] == words


def test_a_press_that_was_ruled_before_it_was_said_is_ruled_again():
    ruling = said(FEW, 32, 28)
    hidden = seen("W:W28,31,38,50:B1,18,20,23", hidden={28, 32})
    first, _ = rule(Belief.at(fen(FEW)), 1, Side.WHITE, seen(FEW, hidden=HAND))
    assert len(first.situations) > 1
    belief, (later,) = believed(
        ruling, [PressEvidence(1, Side.WHITE, seen(FEW, hidden=HAND)), PressEvidence(2, Side.BLACK, hidden)], Shown()
    )
    assert (later.verdict, later.move) == ("legal", "19-23")
    assert belief.position == fen("W:W28,31,38,50:B1,18,20,23")


def test_a_fault_that_was_said_is_pending_and_put_right():
    ruling = said("W:W28,33,50:B23,2", 33, 29)
    belief, _ = believed(ruling, [PressEvidence(1, Side.WHITE, NOTHING)], Shown())
    back, (handed,) = rule(belief, 2, Side.BLACK, seen("B:W28,29,50:B23,2"))
    _, (told,) = rule(back, 3, Side.WHITE, seen("B:W19,33,50:B2"))
    assert (ruling.verdict, told.verdict, told.move) == ("27c-missed", "corrected", "28x19")
    assert (handed.verdict, handed.hands_back) == ("no-move", True)
