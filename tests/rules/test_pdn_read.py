"""Games in PDN: real files, careless ones, and any text at all."""

import random
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.pdn import PdnGame, check_game, read_games
from rules.ruleset import ruleset

FRISIAN = ruleset("frisian")
GAMES = Path(__file__).resolve().parents[1] / "data" / "games"


def only(text: str) -> PdnGame:
    (game,) = read_games(text)
    return game


def faults(text: str) -> list[tuple[int, int, str]]:
    return [(fault.ply, fault.line, fault.text) for fault in check_game(only(text), FRISIAN).faults]


def test_movetext_without_headers_is_told_apart_by_its_results() -> None:
    games = list(read_games((GAMES / "frisian.pdn").read_text()))
    assert len(games) == 14
    assert all(check_game(game, FRISIAN).ok and game.result in ("1-0", "0-1", "draw") for game in games)
    assert [check_game(game, FRISIAN).plies for game in games] == [len(game.moves) for game in games]


def test_games_with_headers_from_their_fen() -> None:
    games = list(read_games((GAMES / "frysk.pdn").read_text()))
    checked = [check_game(game, FRISIAN) for game in games]
    assert [(one.plies, one.ok) for one in checked] == [(43, True), (83, True), (73, True)]
    assert [one.remarks for one in checked] == [
        (),
        ("ply 80: play went on after the game had ended (draw, Art. 21.1)",),
        ("ply 70: play went on after the game had ended (draw, Art. 21.1)",),
    ]
    assert (games[0].tags["White"], games[0].result) == ("Karimov", "1-0")


def test_frysk_needs_no_fen_tag() -> None:
    assert check_game(only('[GameType "97"]\n\n1. 48-43 5-10 2. 43-39 *'), FRISIAN).plies == 3


@pytest.mark.parametrize(
    ("text", "plies"),
    [
        ("1. 32-28 19-23 2. 28x19 14x23 *", 4),
        ("1.32-28 19-23 2.28x19 14x23", 4),
        ("32-28 19-23 28x19 14x23", 4),
        ("1. 32-28! 19-23?! 2. 28:19 14X23 *", 4),
        ("1. 32-28 $1 19-23 !? 2. 28x19 14x23 *", 4),
        ("1. 32-28 {a word} 1... 19-23 {[%clock w0:59:30 B1:00:00]} 2. 28x19 *", 3),
        ("1. 32-28 ; to the end of the line 1. 31-27\n19-23 *", 2),
        ("1. 32-28 (1. 31-27 19-23 (1... 20-24)) 19-23 *", 2),
        ("1. 32-28 {over\ntwo lines} 19-23\n*", 2),
    ],
)
def test_what_is_read_leniently(text: str, plies: int) -> None:
    checked = check_game(only(text), FRISIAN)
    assert (checked.plies, checked.faults) == (plies, ())


@pytest.mark.parametrize(
    ("written", "result"),
    [("2-0", "1-0"), ("1-0", "1-0"), ("0-2", "0-1"), ("0-1", "0-1"), ("1-1", "draw"), ("1/2-1/2", "draw"), ("0-0", "*"), ("*", "*")],
)
def test_results(written: str, result: str) -> None:
    assert only(f"1. 32-28 {written}").result == result
    assert only(f'[Result "{written}"]\n\n1. 32-28').result == result


def test_comments_are_kept_with_their_move() -> None:
    move, answer = only("1. 32-28 {one} {[%clock w0:59:30 B1:00:00]} 19-23").moves
    assert (move.comments, answer.comments) == (("one", "[%clock w0:59:30 B1:00:00]"), ())


def test_several_games_one_after_another() -> None:
    text = '[White "A"]\n\n1. 32-28 *\n\n[White "B \\"b\\""]\n1. 31-27\n\n1. 33-29 19-23 2-0 1. 34-30'
    games = list(read_games(text))
    assert [(game.line, game.tags.get("White"), len(game.moves)) for game in games] == [
        (1, "A", 1),
        (5, 'B "b"', 1),
        (8, None, 2),
        (8, None, 1),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. 32-28 19-23\n2. 33-29 *", [(3, 2, "33-29 is not a legal move here")]),
        ("1. 32-27 20-25\n2. zet 25-30", [(2, 2, "'zet' is not understood")]),
        ('[FEN "W:W99:B1"]\n\n1. 32-28 *', [(0, 1, "FEN: white pieces: 99 is not on the board, whose squares are 1 to 50")]),
        ("1. 32-28 (19-23\n*", [(1, 2, "a variation is not closed")]),
        ("1. 32-28 ) 19-23 *", [(1, 1, "a variation is closed that was not opened")]),
        ("1. 32-28 {no end", [(1, 1, "a comment is not closed")]),
    ],
)
def test_faults_tell_ply_and_line(text: str, expected: list[tuple[int, int, str]]) -> None:
    assert faults(text) == expected


def test_after_a_fault_the_game_is_not_replayed_further() -> None:
    assert check_game(only("1. 32-28 19-23 2. 33-29 23x34 3. 1-99 *"), FRISIAN).plies == 2


@pytest.mark.parametrize("spoilt", ["1. 32-28 (19-23", "1. 32-28 {never closed"])
def test_a_game_that_is_not_closed_does_not_swallow_the_next(spoilt: str) -> None:
    first, second = read_games(f'{spoilt}\n\n[White "B"]\n\n1. 31-27 20-25 2-0\n')
    assert (len(first.faults), second.tags, len(second.moves), second.result) == (1, {"White": "B"}, 2, "1-0")


@given(st.one_of(st.text(), st.text(alphabet='0123456789-x.:*{}()[]" \nFENW$!;/\\', max_size=200)))
def test_any_text_is_read_without_an_exception(text: str) -> None:
    for game in read_games(text):
        check_game(game, FRISIAN)


def test_spoilt_real_files_are_read_without_an_exception() -> None:
    rng = random.Random(1)
    whole = (GAMES / "frysk.pdn").read_text()
    for _ in range(20):
        letters = list(whole)
        for _ in range(rng.randint(1, 60)):
            letters[rng.randrange(len(letters))] = rng.choice('{}()[]"*x-. \n9')
        assert sum(len(game.moves) for game in read_games("".join(letters))) > 0
        for game in read_games("".join(letters)):
            check_game(game, FRISIAN)


@pytest.mark.parametrize("text", ["{" * 50_000, "(" * 50_000, "[" * 50_000, '[a "' * 20_000, "1 " * 50_000, "1x" * 50_000, "\\" * 50_000])
def test_long_nonsense_is_read_in_no_time(text: str) -> None:
    began = time.perf_counter()
    for game in read_games(text):
        check_game(game, FRISIAN)
    assert time.perf_counter() - began < 5
