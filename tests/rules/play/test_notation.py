"""The notation of Art. 22, written strictly and read leniently."""

import random

import pytest

from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import RULE_SETS, RuleSet, ruleset
from rules.errors import AmbiguousMove, IllegalMove, MalformedMove, MoveError
from rules.play.moves import Move, legal_moves
from rules.play.notation import parse_move, write_move
from tests.rules.play.boards import drawn
from tests.support.says import says

START = "W:W31-50:B1-20"


def fen(text: str, rules: str = "frisian") -> Position:
    return parse_fen(text, ruleset(rules))


@pytest.mark.parametrize("text", ["32-28", " 32 - 28 ", "32-28!", "32-28?!", "32x28", "32:28", "32\u201328", "32\u221228+"])
def test_a_quiet_move(text: str) -> None:
    assert parse_move(text, fen(START)) == Move(32, 28)


@pytest.mark.parametrize(
    "text", ["28x8", "28:8", "28 x 8", "28X8", "28\u00d78", "28x17x8", "28:17:8", "x", " X ", ":", "x!", "28-8", "28*8"]
)
def test_a_capture(text: str) -> None:
    assert parse_move(text, fen("W:W28:B22,12")) == Move(28, 8, (12, 22))


@pytest.mark.parametrize("text", ["", "32", "-", "32-", "ab", "32-28-", "0x", "1000-1001", "32~28", "\u0663\u0662-28"])
def test_malformed(text: str) -> None:
    with pytest.raises(MalformedMove, check=says("MoveFault.no-move")):
        parse_move(text, fen(START))


@pytest.mark.parametrize("text", ["32-27-22", "32-37", "20-24", "99-98", "x"])
def test_illegal(text: str) -> None:
    with pytest.raises(IllegalMove, check=says("MoveFault.not-legal", move=text)):
        parse_move(text, fen(START))


def test_a_path_that_the_piece_does_not_take_is_illegal() -> None:
    with pytest.raises(IllegalMove):
        parse_move("28x19x8", fen("W:W28:B22,12"))


def test_a_bare_cross_needs_one_capture() -> None:
    with pytest.raises(AmbiguousMove, check=says("MoveFault.ambiguous", text="x", count=2)):
        parse_move("x", fen("W:W28:B22,23"))


def test_the_whole_path_is_written_only_where_from_and_to_do_not_say_which() -> None:
    position = fen("W:WK13:B14,19,38")
    assert {write_move(position, move) for move in legal_moves(position)} == {"13x4", "13x15x42", "13x24x42", "13x15x47", "13x24x47"}
    with pytest.raises(AmbiguousMove, check=says("MoveFault.ambiguous", text="13x42", count=2)):
        parse_move("13x42", position)
    assert parse_move("13x24x42", position) == Move(13, 42, (19, 38))


def test_part_of_the_path_is_enough_where_it_says_which() -> None:
    position = fen("W:W39:B9,18,25,32,38,43")
    assert {write_move(position, move) for move in legal_moves(position)} == {"39x37x28x8x10", "39x48x28x8x10"}
    assert write_move(position, parse_move("39x37x10", position)) == "39x37x28x8x10"
    with pytest.raises(AmbiguousMove):
        parse_move("39x28x10", position)


def test_a_whole_path_is_not_taken_for_a_longer_one_that_calls_at_the_same_squares() -> None:
    """Without a majority rule captures of different length may share their ends."""
    position = fen("W:WK23:B5,10,17,18,25,26", "english")
    assert {write_move(position, move) for move in legal_moves(position)} == {"23x30x21x14x7", "23x14x7", "23x23"}
    assert parse_move("23x14x7", position) == Move(23, 7, (10, 18))
    assert parse_move("23x21x7", position) == Move(23, 7, (10, 17, 25, 26))


@pytest.mark.parametrize(
    ("position", "written"),
    [
        ("W:W28:B22,12", ["x"]),  # Art. 22: only one capture is possible
        ("W:W28:B22,23", ["28x17", "28x19"]),
        ("W:WK13:B14,19,38", ["13x15x42", "13x15x47", "13x24x42", "13x24x47", "13x4"]),
        ("W:W28:B1", ["28-22", "28-23"]),
    ],
)
def test_a_bare_cross_is_written_when_asked_for_and_read_back(position: str, written: list[str]) -> None:
    here = fen(position)
    assert sorted(write_move(here, move, bare=True) for move in legal_moves(here)) == written
    assert [parse_move(write_move(here, move, bare=True), here) for move in legal_moves(here)] == list(legal_moves(here))


@pytest.mark.parametrize("text", ["32" + "-28" * 10_000, "32" + "x28" * 100, "9" * 10_000, "\u0663" * 500])
def test_a_sentence_about_a_long_text_is_short(text: str) -> None:
    with pytest.raises(MoveError) as raised:
        parse_move(text, fen(START))
    assert len(str(raised.value)) < 120


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
def test_what_is_written_of_a_move_reads_as_that_move_on_boards_drawn_at_random(rules: RuleSet) -> None:
    rng = random.Random(f"notation {rules.name}")
    for _ in range(200):
        position = drawn(rules, rng, rng.randint(2, 18), 0.5)
        written = {write_move(position, move): move for move in legal_moves(position)}
        assert {text: parse_move(text, position) for text in written} == written
        assert len(written) == len(legal_moves(position))
