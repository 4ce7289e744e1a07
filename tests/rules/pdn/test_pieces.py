"""A long PDN file is read in pieces: the same games as in one, and what is no game is passed over."""

from itertools import islice

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules.pdn import pieces as pieces_module
from rules.pdn import read as read_module
from rules.pdn.pieces import pieces
from rules.pdn.read import read_games

GAME = '[Event "x"]\n[Result "*"]\n\n1. 32-28 {two\nlines} 19-23 2. 28x19 14x23 *\n\n'
PARTS = ['[Event "x"]\n', "\n", "1. 32-28 ", "{a", "{", "}", '\n[Diagram "1"]\n', "\n[", '[White "A"]', " *\n", "(1. 31-27)", '/FEN "W"/']


def chunked(text: str, size: int) -> list[str]:
    return [text[place : place + size] for place in range(0, len(text), size)]


@given(st.lists(st.sampled_from(PARTS), max_size=60).map("".join), st.integers(1, 50))
@example('[Event "x"]\n\n1. 32-28 {a\n[Diagram "1"]\n[Diagram "2"]\n} 19-23 *\n[White "A"]\n', 10)
@example('[Event "x"]\n\n1. 32-28 {a\n[Diagram "1"]\n[White "A"]\n\n1. 31-27 {a} *\n[White "B"]\n', 10)
def test_the_pieces_are_the_text_and_hold_the_same_games(text: str, size: int) -> None:
    cut = list(pieces(chunked(text, size)))
    assert "".join(cut) == text
    assert list(read_games(cut)) == list(read_games(text))


def test_a_comment_without_end_takes_little_memory_and_the_next_game_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces_module, "MAX_PIECE_CHARS", 200)
    monkeypatch.setattr(pieces_module, "MAX_HELD_COMMENT_CHARS", 100)
    monkeypatch.setattr(read_module, "MAX_CHARS", 90)
    text = GAME + "1. 32-28 {" + ("a word " * 30 + "\n") * 50 + "} 19-23 *\n\n" + GAME.replace("19-23", "nonsense")
    cut = list(pieces(chunked(text, 50)))
    assert max(map(len, cut)) <= 250, "the words are dropped, the ends of lines are kept"
    before, long, after = read_games(cut)
    assert (before.faults, len(before.moves), len(long.moves)) == ((), 4, 1)
    assert [(fault.line, fault.what.code) for fault in long.faults] == [(7, "PdnFault.long-comment")]
    assert after.faults[0].line == list(read_games(text))[-1].faults[0].line == 63


def test_the_lines_of_faults_are_those_of_the_file() -> None:
    text = GAME * 30 + GAME.replace("19-23", "nonsense")
    *_, last = read_games(pieces(chunked(text, 100)))
    assert last.faults[0].line == list(read_games(text))[-1].faults[0].line


def test_what_is_longer_than_any_game_is_a_fault_and_the_next_game_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read_module, "MAX_TOKENS", 1_000)
    text = '[Event "long"]\n\n' + "".join(f"{number}. 32-28 19-23 " for number in range(1, 1_000)) + "*\n\n" + GAME
    long, after = islice(read_games(text), 2)
    assert long.faults[0].what.code == "PdnFault.too-long"
    assert (after.tags["Event"], after.faults, len(after.moves)) == ("x", (), 4)
