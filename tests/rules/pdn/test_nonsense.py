"""Any text and any bytes are read to the end as PDN, without an exception and in limited time."""

import random
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.board.ruleset import RULE_SETS, RuleSet, ruleset
from rules.pdn.read import PdnGame, check_game, decoded, read_games
from rules.pdn.strict import in_notation
from rules.pdn.write import write_pdn

FRISIAN = ruleset("frisian")
GAMES = Path(__file__).resolve().parents[2] / "data" / "games"
WHOLE = (GAMES / "frysk.pdn").read_text() + (GAMES / "frisian.pdn").read_text()

# The parts of PDN, so that random texts have a meaning.
PIECES = (
    *'0123456789-x.:*{}()[]" \n\r\\$!?;/%',
    *("1. ", "1... ", "32-28 ", "19-23 ", "28x19 ", "x ", "(1. 31-27 ", "$1 ", "2-0 ", "* ", "\n\n"),
    *("{a word} ", "{[%clock w0:59:30 B1:00:00]} ", '/FEN "W:W28:B22"/ ', "\x00", "\u00bd", "\ufeff"),
    *("1-1", "0 - 0 ", "2-0! ", "1-1# ", "1. 1-1? ", "; rest }\n", "\x85", '[Result "0-0"]\n', '[A " b  c "]\n', '[A "b"c"]\n'),
    *('[White "A"]\n', '[FEN "W:W31-50:B1-20"]\n', '[FEN "W:W99:B1"]\n', '[GameType "97"]\n'),
)
SECONDS_PER_MEGABYTE = 30
"""Seconds. The slowest of these takes 4 on a server core; CI may be slower and busy."""


def read_all(text: str) -> int:
    """Read, replay and write every game; return their number."""
    count = 0
    for game in read_games(text):
        check_game(game, FRISIAN)
        write_pdn(game, FRISIAN)
        count += 1
    return count


@given(st.one_of(st.text(), st.lists(st.sampled_from(PIECES), max_size=60).map("".join)))
def test_any_text_is_read_without_an_exception(text: str) -> None:
    read_all(text)


@given(st.binary(max_size=300))
def test_any_bytes_are_read_without_an_exception(content: bytes) -> None:
    read_all(decoded(content))


def without_faults(game: PdnGame) -> PdnGame:
    """Text that could not be read becomes a comment at the end."""
    unread = " ".join(game.unread.replace("{", "(").replace("}", ")").split())
    game = replace(game, faults=(), remarks=(), unread="")
    if not unread:
        return game
    if not game.moves or game.moves[-1].variations or game.comments:
        return replace(game, comments=(*game.comments, unread))
    last = replace(game.moves[-1], comments=(*game.moves[-1].comments, unread))
    return replace(game, moves=(*game.moves[:-1], last))


def says_something(game: PdnGame) -> bool:
    return game.result != "*" or bool(game.tags or game.moves or game.comments or game.unread)


def assert_read_back(text: str, rules: RuleSet = FRISIAN) -> None:
    """Each game as it is written, and all of them as one file."""
    games = list(read_games(text))
    written = [write_pdn(game, rules) for game in games]
    for game, one in zip(games, written, strict=True):
        again = list(read_games(one))
        assert list(map(without_faults, again)) == ([without_faults(game)] if says_something(game) else [])
        assert not any(found.faults for found in again)
    whole = [without_faults(game) for game in read_games("\n".join(written))]
    assert whole == [without_faults(game) for game in games if says_something(game)]


@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join), st.sampled_from(RULE_SETS))
def test_what_was_read_of_anything_is_written_and_read_back(text: str, rules: RuleSet) -> None:
    assert_read_back(text, rules)


@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join), st.sampled_from(RULE_SETS))
def test_what_is_written_strictly_of_anything_has_no_fault_and_as_many_plies(text: str, rules: RuleSet) -> None:
    games = [game for game in read_games(text) if says_something(game)]
    again = list(read_games("\n".join(write_pdn(in_notation(game, rules), rules) for game in games)))
    checked = [check_game(game, rules) for game in again]
    assert [one.faults for one in checked] == [()] * len(games)
    assert [one.plies for one in checked] == [check_game(game, rules).plies for game in games]
    assert [game.result for game in again] == [game.result for game in games]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("word word", "{word word} *\n"),
        ("1. 32-28 a}b {c {d} 2. 3", "1. 32-28 {a)b (c (d) 2. 3} *\n"),
        ("0-0", "0-0\n"),
        ("1 - 1", "1-1\n"),
        ("1. 32-28 2 \u2013 0", "1. 32-28 2-0\n"),
        ("1. 32-28 1-1! 2. 31-27", "1. 32-28 1-1\n"),
        ('[White "  Jan   de\tBeer "]', '[White "  Jan   de\tBeer "]\n\n*\n'),
    ],
)
def test_what_is_hard_to_write(text: str, written: str) -> None:
    assert_read_back(text)
    assert write_pdn(next(read_games(text)), FRISIAN) == written


@pytest.mark.parametrize("seed", range(12))
def test_spoilt_real_files_are_read_without_an_exception(seed: int) -> None:
    chance = random.Random(seed)
    letters = list(WHOLE)
    for _ in range(chance.randint(1, 60)):
        at = chance.randrange(len(letters))
        match chance.randrange(3):
            case 0:
                letters[at] = chance.choice(PIECES)
            case 1:
                del letters[at : at + chance.randint(1, 200)]
            case _:
                letters[at:at] = letters[chance.randrange(len(letters)) :][: chance.randint(1, 200)]
    spoilt = "".join(letters)
    assert read_all(spoilt) > 0
    assert_read_back(spoilt)


@pytest.mark.parametrize("cut", [1, 100, 700, 773, 900, 5000])
def test_files_that_end_too_early(cut: int) -> None:
    read_all(WHOLE[:cut])


@pytest.mark.parametrize("deep", [10, 100, 50_000])
def test_variations_as_deep_as_you_like(deep: int) -> None:
    (game,) = read_games("1. 32-28 " + "(1. 31-27 20-25 " * deep + ")" * deep + " 19-23 *")
    assert check_game(game, FRISIAN).ok
    assert len(game.moves) == 2
    assert next(read_games(write_pdn(game, FRISIAN))).moves == game.moves


def test_a_move_as_long_as_you_like_is_told_in_a_short_sentence() -> None:
    (game,) = read_games("1. 32" + "x28" * 100_000)
    faults = check_game(game, FRISIAN).faults
    assert "is too long for a move" in faults[0].text
    assert all(len(fault.text) < 100 for fault in faults)


def test_faults_without_number_are_not_all_told() -> None:
    (game,) = read_games("1. 32-28 " + "word " * 100_000)
    assert (len(game.faults), len(game.moves)) == (100, 1)


NONSENSE = (
    *("{", "(", "[", '[a "', '[a "x]', '[a "x]\n', '[a "b"]\n\n', '\n[a "b" c"]', '\n[a " " " "', "\n[a", '"', "[\n", "[a\n"),
    *("1 ", "1x", "1 .", "1-2 (", "(1-2)", "()", "\\", "x ", "word ", "* ", "2-0 ", "2-0\n\n", "$1", "!", '/FEN "', "/"),
    *("{a}", "\n{", '{\n[a "', "\n%", "\n", "\r", "\x00"),
    *("1. 32-28 {[%clock w0:59:30 B1:00:00]} 19-23 ", "1. 32-28 * ", '32-28 /FEN "W:W1"/'),
)
ONCE = ("[", '[a "', "[a", "1", "1.", "1 ", "{", "/", ";", "%", "1. 32-28 {", '[a "b')


def long_nonsense(length: int) -> list[str]:
    repeated = [piece * (length // len(piece)) for piece in NONSENSE]
    begun = [once + filling * length for once in ONCE for filling in (" ", "a", "1", ".", "\n", "\\a")]
    chance = random.Random(3)
    return [*repeated, *begun, decoded(chance.randbytes(length)), "".join(chance.choices(PIECES, k=length // 2))]


def test_long_nonsense_is_read_in_bearable_time(slower: float) -> None:
    for text in long_nonsense(20_000):
        began = time.perf_counter()
        read_all(text)
        assert time.perf_counter() - began < SECONDS_PER_MEGABYTE * 0.1 * slower, text[:40]


@pytest.mark.slow
@pytest.mark.timeout(1800)  # five texts, each within what is asked of it
def test_ten_megabytes_of_nonsense_are_read_in_a_time_that_grows_with_their_length_alone() -> None:
    for text in (
        decoded(random.Random(4).randbytes(10_000_000)),
        "[a " * 3_000_000,
        '[a "x]' * 1_600_000,
        "{" * 10_000_000,
        "1x" * 5_000_000,
    ):
        began = time.perf_counter()
        read_all(text)
        assert time.perf_counter() - began < SECONDS_PER_MEGABYTE * 10, text[:40]
