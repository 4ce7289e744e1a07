"""Games read leniently are written in the notation of Art. 22; an illegal move stood where a set-up of the position after it follows."""

import random

import pytest

from rules.board.position import Position
from rules.board.ruleset import RULE_SETS, RuleSet, ruleset
from rules.pdn.read import PdnGame, PdnMove, check_game, read_games, rules_of
from rules.pdn.strict import in_notation
from rules.pdn.write import write_pdn
from rules.play.moves import legal_moves, play
from rules.play.notation import path, write_move

FRISIAN = ruleset("frisian")


def strictly(text: str, bare: bool = False) -> str:
    (game,) = read_games(text)
    return write_pdn(in_notation(game, FRISIAN, bare), FRISIAN).split("\n\n")[-1].strip()


@pytest.mark.parametrize(
    ("text", "written", "bare"),
    [
        ("1. 32x28 19:23 2. 28:19 14X23", "1. 32-28 19-23 2. 28x19 14x23 *", "1. 32-28 19-23 2. x 14x23 *"),
        ("1. 32x28 19-23 2. x 13-24", "1. 32-28 19-23 2. 28x19 13x24 *", "1. 32-28 19-23 2. x 13x24 *"),
        ("1. 32x28 33:29 31x27 *", "1. 32-28 {33:29 2. 31x27} *", "1. 32-28 {33:29 2. 31x27} *"),
        ("1. 32x28 (1. 31x27 20:24 3. 1:2 4:5) 19:23", "1. 32-28 (1. 31-27 20-24 2. 1:2 4:5) 1... 19-23 *", None),
        ('1. 32:28 /FEN "W:W28,48:B22,8"/ 28:17', '1. 32-28 /FEN "W:W28,48:B22,8"/ 2. 28x17 *', None),
        ('[FEN "W:WK13:B14,19,38"]\n\n1. 13x15:42', "1. 13x15x42 *", None),
        ('[FEN "W:W28:B22,12"]\n\n1. 28:17:8', "1. 28x8 *", "1. x *"),
        ('[FEN "nonsense"]\n\n1. 28:17:8', "{FEN nonsense 1. 28:17:8} *", "{FEN nonsense 1. 28:17:8} *"),
        ('1. 32:28 /FEN "nonsense"/ 28:17', '1. 32-28 {/FEN "nonsense"/ 1... 28:17} *', None),
        ('1. 32:28 28:33 {stood} /FEN "W:W27:B21"/ 27:16', '1. 32-28 28x33 {stood} /FEN "W:W27:B21"/ 2. 27x16 *', None),
        ('1. x /FEN "B:W27:B21"/ x', '1. x /FEN "B:W27:B21"/ 1... 21x32 *', None),
        ("1. 32:28 {good} 33:29 (19:23) {a} 2-0", "1. 32-28 {good} {33:29 (1... 19-23) (a)} 2-0", None),
        ("1. 32:28 19:23 2. zet 37:32", "1. 32-28 19-23 {zet 37:32} *", None),
    ],
)
def test_legal_moves_are_written_strictly_and_what_follows_them_is_a_comment(text: str, written: str, bare: str | None) -> None:
    assert strictly(text) == written
    assert bare is None or strictly(text, bare=True) == bare


@pytest.mark.parametrize(
    ("tag", "rules", "written"),
    [
        ("", "dambord", "51"),
        ("", "frisian", "40"),
        ('[GameType "20"]\n', "frisian", "40"),
        ('[GameType "97"]\n', "international", "20"),
        ('[GameType "97"]\n', "frisian", "97"),
        ('[GameType "20,W,10,10,N2,0"]\n', "international", "20,W,10,10,N2,0"),
        ('[GameType "25"]\n', "english", "21"),
    ],
)
def test_the_game_type_is_that_of_the_rules_it_was_replayed_under(tag: str, rules: str, written: str) -> None:
    (game,) = read_games(f'[Event "x"]\n{tag}\n*')
    strict = in_notation(game, ruleset(rules))
    assert strict.tags["GameType"] == written
    assert rules_of(strict) is ruleset(rules)


@pytest.mark.parametrize(
    ("tag", "movetext", "written"),
    [
        ("1-0", "0-1", "0-1"),
        ("2-0", "0-1", "0-2"),
        ("*", "1-1", "1/2-1/2"),
        ("0-0", "*", "0-0"),
        ("2-1", "1-0", "1-0"),
        ("1-0", "*", "1-0"),
    ],
)
def test_tag_and_movetext_have_one_result_in_the_form_of_the_tag(tag: str, movetext: str, written: str) -> None:
    (game,) = read_games(f'[Result "{tag}"]\n\n1. 32-28 {movetext}')
    assert write_pdn(in_notation(game, FRISIAN), FRISIAN) == f'[Result "{written}"]\n[GameType "40"]\n\n1. 32-28 {written}\n'


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
def test_whole_paths_become_what_the_writer_writes(rules: RuleSet) -> None:
    chance = random.Random(rules.name)
    for _ in range(8):
        position, given, due = Position.start(rules), [], []
        while (legal := legal_moves(position)) and len(given) < 80:
            move = chance.choice(legal)
            given.append(PdnMove(chance.choice(":x-").join(map(str, path(position, move)))))
            due.append(PdnMove(write_move(position, move)))
            position = play(position, move)
        game = PdnGame(1, moves=tuple(given))
        strict = in_notation(game, rules)
        assert strict.moves == tuple(due)
        assert check_game(strict, rules).remarks == check_game(PdnGame(1, moves=tuple(due)), rules).remarks
        bare = in_notation(game, rules, bare=True)
        assert in_notation(bare, rules) == strict


MISSED = '1. 32-28 19-23 2. 37-32 {27c-missed, left standing} /FEN "B:W28,32,31,33-36,38-50:B1-18,20,23"/ 2... 18-22 *'
"""White had to take 23."""


def checked(text: str):
    (game,) = read_games(text)
    return check_game(game, FRISIAN)


def test_an_illegal_move_with_a_set_up_behind_it_stood_and_the_game_goes_on() -> None:
    found = checked(MISSED)
    assert (found.ok, found.plies, found.remarks) == (True, 4, ())
    assert checked('[FEN "W:WK13:B14,19,38"]\n\n1. 13x42 /FEN "B:WK42:B14"/ 14-20 *').ok, "a move that may be several"
    (stood,) = found.stood
    why = stood.what.values["why"]
    assert (stood.ply, stood.line, stood.what.code, stood.reason.article) == (3, 1, "PdnRemark.stood", "10")
    assert (why.code, why.values["move"]) == ("MoveFault.not-legal", "37-32")


@pytest.mark.parametrize(
    "behind",
    ["", "23x32", '/FEN "nonsense"/', '23x32 /FEN "W:W31:B32"/'],
)
def test_without_a_set_up_right_behind_it_that_can_be_read_it_stays_a_fault(behind: str) -> None:
    found = checked(f"1. 32-28 19-23 2. 37-32 {behind} *")
    assert [(fault.ply, fault.what.code) for fault in found.faults] == [(3, "MoveFault.not-legal")]
    assert found.stood == ()


def test_a_legal_move_may_have_a_set_up_behind_it_too() -> None:
    found = checked('1. 32-28 19-23 2. 28x19 {27b-few} /FEN "B:W19,31,33-50:B1-18,20,23"/ 14-20 *')
    assert (found.plies, found.stood) == (3, ())
    assert [fault.ply for fault in found.faults] == [4]
    assert [(remark.values["ply"], remark.values["what"].code) for remark in found.remarks] == [(4, "PdnRemark.set-up")]


def test_in_a_variation_it_is_no_remark() -> None:
    standing, fault = '1. 32-28 (1. 28-23 /FEN "B:W23,31:B19"/ 19x28) *', "1. 32-28 (1. 28-23 19x28) *"
    assert checked(standing).remarks == ()
    assert [(remark.values["line"], remark.values["what"].code) for remark in checked(fault).remarks] == [(1, "PdnRemark.in-variation")]


def test_what_stood_is_written_strictly_and_read_again() -> None:
    (game,) = read_games(MISSED)
    (again,) = read_games(write_pdn(in_notation(game, FRISIAN), FRISIAN))
    assert [move.text for move in again.moves] == [move.text for move in game.moves]
    assert check_game(again, FRISIAN).stood[0].what == checked(MISSED).stood[0].what


def test_counts_of_the_set_up_hold() -> None:
    banned = '[FEN "W:WK46,31:B6,20:H0:F1:+0+346"]\n\n1. 46-41 /FEN "B:WK41,31:B6,20:H0:F1:+0+341"/ 20-25 2. 41-46 *'
    found = checked(banned)
    assert [(fault.ply, found.stood[0].ply) for fault in found.faults] == [(3, 1)]
    (game,) = read_games(banned)
    assert "{2. 41-46} *" in write_pdn(in_notation(game, FRISIAN), FRISIAN)
