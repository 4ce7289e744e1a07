"""A long PDN file is read in pieces: the same games as in one, in little memory, and what is no game is passed over."""

import tracemalloc
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.pdn import pieces as pieces_module
from rules.pdn import read as read_module
from rules.pdn.pieces import pieces
from rules.pdn.read import MAX_TOKENS, read_games
from rules.pdn.tokens import tokens

GAME = '[Event "x"]\n[Result "*"]\n\n1. 32-28 {two\nlines} 19-23 2. 28x19 14x23 *\n\n'
PARTS = ['[Event "x"]\n', "\n", "1. 32-28 ", "{a", "}", "\n[", '[White "A"]', " *\n", "(1. 31-27)", '/FEN "W"/']


def chunked(text: str, size: int) -> list[str]:
    return [text[place : place + size] for place in range(0, len(text), size)]


@given(st.lists(st.sampled_from(PARTS), max_size=60).map("".join), st.integers(1, 50))
def test_the_pieces_are_the_text_and_hold_the_same_games(text: str, size: int) -> None:
    cut = list(pieces(chunked(text, size)))
    assert "".join(cut) == text
    assert list(read_games(cut)) == list(read_games(text))


def test_the_lines_of_faults_are_those_of_the_file() -> None:
    text = GAME * 30 + GAME.replace("19-23", "nonsense")
    *_, last = read_games(pieces(chunked(text, 100)))
    assert last.faults[0].line == list(read_games(text))[-1].faults[0].line


LONG = ["1. 32-28 19-23 ", "abc [ ] { } 12x ", "((((((((((", '[Tag "v"]\n', "{ word", "word (x ", "1. 32-28 (1. 31-27 "]


@pytest.mark.parametrize("again", [GAME, LONG[1], *(pytest.param(one, marks=pytest.mark.slow) for one in (LONG[0], *LONG[2:]))])
def test_memory_does_not_grow_with_the_length(again: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces_module, "MAX_PIECE_CHARS", 1 << 14)
    monkeypatch.setattr(read_module, "MAX_TOKENS", 5_000)
    monkeypatch.setattr(read_module, "MAX_CHARS", 100_000)
    chunk = again * (5_000 // len(again))
    most = []
    for count in (30, 90):
        tracemalloc.start()
        for _ in read_games(pieces(chunk for _ in range(count))):
            pass
        most.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert most[1] < most[0] + 1_500_000


@pytest.mark.parametrize("begins", ["", "{", '[a "', "1"])
@pytest.mark.parametrize("again", ["\n", "x1", " .", "\\x", "\n[", "1-", "!", "} {", '"]'])
def test_a_token_takes_little_more_memory_than_its_text(begins: str, again: str) -> None:
    text = begins + again * (200_000 // len(again))
    tracemalloc.start()
    for _ in tokens(text):
        pass
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 8 * len(text)


def test_what_is_longer_than_any_game_is_a_fault_and_the_next_game_is_read() -> None:
    text = '[Event "long"]\n\n' + "".join(f"{number}. 32-28 19-23 " for number in range(1, MAX_TOKENS)) + "*\n\n" + GAME
    long, after = islice(read_games(text), 2)
    assert "longer than any game" in str(long.faults[0].what)
    assert (after.tags["Event"], after.faults, len(after.moves)) == ("x", (), 4)
