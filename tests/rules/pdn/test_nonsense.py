"""Any text and any bytes are read to the end as PDN, without an exception, and with no more work than by its length."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules.board.ruleset import RULE_SETS, RuleSet, ruleset
from rules.pdn.encoding import decoded
from rules.pdn.read import PdnGame, check_game, read_games
from rules.pdn.strict import in_notation
from rules.pdn.write import write_pdn
from tests.support.counting import calls_of

FRISIAN = ruleset("frisian")
GAMES = Path(__file__).resolve().parents[2] / "data" / "games"
WHOLE = (GAMES / "frysk.pdn").read_text() + (GAMES / "frisian.pdn").read_text()

# The parts of PDN, so that random texts have a meaning.
PIECES = (
    *'0123456789-x.:*{}()[]" \n\r\\$!?;/%',
    *("1. ", "1... ", "32-28 ", "19-23 ", "28x19 ", "x ", "(1. 31-27 ", "$1 ", "2-0 ", "* ", "\n\n"),
    *("{a word} ", "{[%clock w0:59:30 B1:00:00]} ", '/FEN "W:W28:B22"/ ', "\x00", "\u00bd", "\ufeff"),
    *("1-1", "0 - 0 ", "2-0! ", "1-1# ", "1. 1-1? ", "; rest }\n", "\x85", '[Result "0-0"]\n', '[A " b  c "]\n', '[A "b"c"]\n'),
    *("[White “A”]\n", '[A "b\nc"]\n', '[Date "27-11-2026"]\n', '[Date "3-4-26"]\n', "{\n[A", "\x1a", "2… ", "32\u201328 ", "[A "),
    *('[White "A"]\n', '[FEN "W:W31-50:B1-20"]\n', '[FEN "W:W99:B1"]\n', '[GameType "97"]\n'),
)
with_meaning = st.lists(st.sampled_from(PIECES), max_size=60).map("".join)


def read_all(text: str) -> None:
    """Read, replay and write every game."""
    for game in read_games(text):
        check_game(game, FRISIAN)
        write_pdn(game, FRISIAN)


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
        check_game(game, rules)
        again = list(read_games(one))
        assert list(map(without_faults, again)) == ([without_faults(game)] if says_something(game) else [])
        assert not any(found.faults for found in again)
    whole = [without_faults(game) for game in read_games("\n".join(written))]
    assert whole == [without_faults(game) for game in games if says_something(game)]


@settings(max_examples=2 * settings.default.max_examples)  # of three kinds of text
@given(with_meaning | st.text() | st.binary(max_size=300).map(decoded), st.sampled_from(RULE_SETS))
def test_any_text_and_any_bytes_are_read_replayed_written_and_read_back(text: str, rules: RuleSet) -> None:
    assert_read_back(text, rules)


@given(with_meaning, st.sampled_from(RULE_SETS))
@example("1. 32-28 19-23 2. zet 37-32 20-25 2-0", FRISIAN)
@example("1. 32-28 19-23 2. 99-1 37-32 0-1", FRISIAN)
@example("1. 32-28 {} a}b 19-23 {un", FRISIAN)
@example('[FEN "W:W99:B1"]\n[SetUp "1"]\n\n1. 32-28 *', FRISIAN)
@example('1. 32-28 /FEN "}"/ 19-23 *', FRISIAN)
@example("1. 32-28 (1. 31-27 19-23 *", FRISIAN)
@example('1. 32-28 19-23 /FEN "W:W28,1:B22"/ (1. zet) 1. 99-1 2-0', FRISIAN)
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


@pytest.mark.parametrize("seed", range(4))
def test_real_files_are_read_back_also_spoilt(seed: int) -> None:
    chance = random.Random(seed)
    letters = list(WHOLE)
    for _ in range(seed and chance.randint(1, 60)):
        at = chance.randrange(len(letters))
        match chance.randrange(3):
            case 0:
                letters[at] = chance.choice(PIECES)
            case 1:
                del letters[at : at + chance.randint(1, 200)]
            case _:
                letters[at:at] = letters[chance.randrange(len(letters)) :][: chance.randint(1, 200)]
    assert_read_back("".join(letters))


@pytest.mark.parametrize("deep", [10, 10_000])
def test_variations_as_deep_as_you_like(deep: int) -> None:
    (game,) = read_games("1. 32-28 " + "(1. 31-27 20-25 " * deep + ")" * deep + " 19-23 *")
    assert check_game(game, FRISIAN).ok
    assert len(game.moves) == 2
    assert next(read_games(write_pdn(game, FRISIAN))).moves == game.moves


def test_faults_are_short_and_not_without_number() -> None:
    (game,) = read_games("1. 32" + "x28" * 10_000)
    assert all(len(fault.text) < 100 for fault in check_game(game, FRISIAN).faults)
    (game,) = read_games("1. 32-28 " + "word " * 10_000)
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


def test_long_nonsense_is_work_by_its_length_and_not_by_its_square() -> None:
    for short, long in zip(long_nonsense(250), long_nonsense(2_500), strict=True):
        few, many = (calls_of(lambda text=text: read_all(text)) for text in (short, long))
        assert many < 30 * few, f"ten times as long; by the square it would be a hundred times: {short[:40]}"


@pytest.mark.usefixtures("long")
@pytest.mark.timeout(1800)  # by the square of the length it would take days
def test_a_megabyte_of_any_nonsense_is_read_to_its_end() -> None:
    for text in long_nonsense(1_000_000):
        read_all(text)
