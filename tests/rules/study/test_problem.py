"""The conditions of regulation H, Art. 2 A and B, on positions that meet them and positions that break one."""

import pytest

from rules.board.fen import parse_fen
from rules.board.ruleset import ruleset
from rules.study.problem import Demand, conditions

FRISIAN = ruleset("frisian")
GOOD = "W:W10,16,34,39,44:B8,9,19,22,28"

BROKEN = [
    ("the Black side to move", "B:W10,16,34,39,44:B8,9,19,22,28", {"2 A": ()}),
    ("six against five", "W:W10,16,34,39,44,50:B8,9,19,22,28", {"2 B.2": ()}),
    ("fewer pieces, among them a king, are no advantage by count", "W:WK50:B1,2", {"2 B.3": (50,)}),
    ("kings of both sides", "W:W31,K46:BK3,K2", {"2 B.3": (2, 3, 46)}),
    ("en prise diagonally", "W:W33:B28,1", {"2 B.4": (28,)}),
    ("en prise along a row", "W:W33:B32,1", {"2 B.4": (32,)}),
    ("en prise along a column", "W:W33:B23", {"2 B.4": (23,)}),
    ("en prise backwards", "W:W33:B39,2", {"2 B.4": (39,)}),
    ("a piece taken later in the capture is en prise too", "W:W33:B28,17", {"2 B.4": (17, 28)}),
    ("covered from behind it is not en prise", "W:W33:B28,22", {}),
    ("en prise though Black is to move", "B:W33:B28,1", {"2 A": (), "2 B.4": (28,)}),
    ("what the majority forbids to take is not en prise", "W:W33,46:B28,17,41,5", {"2 B.4": (17, 28)}),
    ("a black king en prise breaks two", "W:W33:BK28,1", {"2 B.3": (28,), "2 B.4": (28,)}),
    ("no white piece", "W:B1,2", {}),
]


@pytest.mark.parametrize(("fen", "broken"), [case[1:] for case in BROKEN], ids=[case[0] for case in BROKEN])
def test_what_is_broken_and_where_and_explainable_by_moves_is_never_judged(fen, broken):
    told = conditions(parse_fen(fen, FRISIAN))
    assert {one.article: one.squares for one in told if one.holds is False} == broken
    assert told[1].holds is None


def test_a_position_that_keeps_them_all():
    told = conditions(parse_fen(GOOD, FRISIAN))
    assert [one.article for one in told] == ["2 A", "2 B.1", "2 B.2", "2 B.3", "2 B.4"]
    assert [(one.demand, one.holds, one.squares) for one in told] == [
        (demand, (True, None)[at == 1], ()) for at, demand in enumerate(Demand)
    ]
