"""Moves in a file that are not legal but stood: a set-up of the position after them follows at once."""

import json
from pathlib import Path

import pytest

from pi.cli import main
from rules.board.ruleset import ruleset
from rules.pdn.read import check_game, read_games
from rules.pdn.strict import in_notation
from rules.pdn.write import write_pdn

FRISIAN = ruleset("frisian")
MISSED = '1. 32-28 19-23 2. 37-32 {27c-missed, left standing} /FEN "B:W28,32,31,33-36,38-50:B1-18,20,23"/ 2... 18-22 *'
"""White had to take 23."""


def checked(text: str):
    (game,) = read_games(text)
    return check_game(game, FRISIAN)


def test_an_illegal_move_with_a_set_up_behind_it_stood_and_the_game_goes_on() -> None:
    found = checked(MISSED)
    assert (found.ok, found.plies, found.remarks) == (True, 4, ())
    (stood,) = found.stood
    assert (stood.ply, stood.line, str(stood.what)) == (3, 1, "37-32 is not a legal move here, and stood: the position after it is set up")
    assert stood.reason is not None
    assert stood.reason.article == "10"


@pytest.mark.parametrize(
    "behind",
    ["", "23x32", '/FEN "nonsense"/', '23x32 /FEN "W:W31:B32"/'],
)
def test_without_a_set_up_right_behind_it_that_can_be_read_it_stays_a_fault(behind: str) -> None:
    found = checked(f"1. 32-28 19-23 2. 37-32 {behind} *")
    assert [(fault.ply, fault.text) for fault in found.faults] == [(3, "37-32 is not a legal move here")]
    assert found.stood == ()


def test_a_legal_move_may_have_a_set_up_behind_it_too() -> None:
    found = checked('1. 32-28 19-23 2. 28x19 {27b-few} /FEN "B:W19,31,33-50:B1-18,20,23"/ 14-20 *')
    assert (found.plies, found.stood) == (3, ())
    assert [fault.ply for fault in found.faults] == [4]
    assert [*map(str, found.remarks)] == ["ply 4: the position is set up, not reached by a move"]


def test_a_move_that_may_be_several_stood_too() -> None:
    assert checked('[FEN "W:WK13:B14,19,38"]\n\n1. 13x42 /FEN "B:WK42:B14"/ 14-20 *').ok


def test_in_a_variation_it_is_no_remark() -> None:
    standing, fault = '1. 32-28 (1. 28-23 /FEN "B:W23,31:B19"/ 19x28) *', "1. 32-28 (1. 28-23 19x28) *"
    assert checked(standing).remarks == ()
    assert [*map(str, checked(fault).remarks)] == ["line 1: in a variation, 28-23 is not a legal move here"]


def test_check_says_why_and_writes_what_it_would_read_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, out = tmp_path / "game.pdn", tmp_path / "strict.pdn"
    game.write_text(MISSED)
    assert main(["check", str(game), "--write", str(out), "--json"]) == 0
    row = json.loads(capsys.readouterr().out)
    assert (row["ok"], row["plies"], row["faults"]) == (True, 4, [])
    assert row["remarks"][0].startswith("ply 3: 37-32 is not a legal move here, and stood: the position after it is set up: ")
    assert "Art. 10" in row["remarks"][0]
    (again,) = read_games(out.read_text())
    assert [move.text for move in again.moves] == [move.text for move in next(read_games(MISSED)).moves]
    assert check_game(again, FRISIAN).stood[0].what == checked(MISSED).stood[0].what


def test_counts_of_the_set_up_hold() -> None:
    banned = '[FEN "W:WK46,31:B6,20:H0:F1:+0+346"]\n\n1. 46-41 /FEN "B:WK41,31:B6,20:H0:F1:+0+341"/ 20-25 2. 41-46 *'
    found = checked(banned)
    assert [(fault.ply, found.stood[0].ply) for fault in found.faults] == [(3, 1)]
    (game,) = read_games(banned)
    assert "{2. 41-46} *" in write_pdn(in_notation(game, FRISIAN), FRISIAN)
