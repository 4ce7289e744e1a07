"""Written games are read back unchanged: nested variations, comments, glyphs, clocks, set-ups."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.board.ruleset import RULE_SETS, ruleset
from rules.board.squares import Side
from rules.pdn.clock import PdnClock, clock_in
from rules.pdn.read import PdnGame, PdnLine, PdnMove, read_games
from rules.pdn.write import ResultForm, write_pdn, written_result

FRISIAN = ruleset("frisian")
GAMES = Path(__file__).resolve().parents[2] / "data" / "games"

clocks = st.builds(PdnClock, st.integers(0, 359_999), st.integers(0, 359_999), st.sampled_from([*Side, None]))
awkward = ('[Event "x"]', "2-0", "1. 32-28 *", "; (", "% no line", "$1 {", "[%clk 1:00:00]", "[%eval 0.4]", '/FEN "W"/')
words = (st.text(max_size=30) | st.sampled_from(awkward) | clocks.map(str)).map(lambda text: " ".join(text.replace("}", ")").split()))
comments = st.lists(words.filter(bool), max_size=2).map(tuple)
glyphs = st.lists(st.integers(0, 255), max_size=2).map(tuple)
squares = st.integers(1, 50)
texts = (
    st.builds("{}-{}".format, squares, squares)
    | st.lists(squares, min_size=2, max_size=4).map(lambda path: "x".join(map(str, path)))
    | st.sampled_from(["x", '/FEN "W:W31-50:B1-20"/', '/FEN "B:WK1:BK2"/'])
).filter(lambda text: text not in ("1-1", "1-2", "2-1", "2-2"))
"""Moves, legal or not. Text that looks like points is left out, because it is read as a result or refused as one."""


@st.composite
def lines(draw, deep=3):
    """Moves and their comments as the reader assigns them: a comment belongs to the move before it, if there is one."""
    moves = []
    for _ in range(draw(st.integers(0, 5))):
        variations = tuple(draw(st.lists(lines(deep - 1), max_size=2))) if deep and draw(st.booleans()) else ()
        moves.append(PdnMove(draw(texts), 0, draw(comments), draw(glyphs), draw(comments), variations))
    free = not moves or moves[-1].variations
    return PdnLine(tuple(moves), draw(comments) if free else ())


@st.composite
def games(draw):
    line, result = draw(lines()), draw(st.sampled_from(["1-0", "0-1", "draw", "*"]))
    names = st.sampled_from(["Event", "White", "Opening", "my_tag", "Remark_1"])
    tags = draw(st.dictionaries(names, st.text(max_size=20).map(lambda text: text.translate({10: " ", 13: " "}))))
    if draw(st.booleans()):
        tags["Result"] = written_result(result, draw(st.sampled_from(ResultForm)))
    tags |= draw(st.sampled_from([{}, {"GameType": "97"}, {"SetUp": "1", "FEN": "B:W50:B1"}, {"FEN": "nonsense"}]))
    return PdnGame(1, tags, line.moves, result, comments=line.comments)


@given(games().filter(lambda game: game.tags or game.moves or game.comments), st.sampled_from(RULE_SETS))
def test_a_game_is_read_back_as_it_was_written(game, rules):
    text = write_pdn(game, rules)
    assert list(read_games(text)) == [game]


@settings(max_examples=30)
@given(st.lists(games().filter(lambda game: game.tags or game.moves), min_size=1, max_size=3))
def test_several_games_are_parted_by_an_empty_line(several):
    assert list(read_games("\n".join(write_pdn(game, FRISIAN) for game in several))) == several


@given(clocks)
def test_a_clock_is_read_back(clock):
    assert clock_in([f"before {clock} after"]) == clock


@pytest.mark.parametrize("name", ["frisian", "frysk"])
def test_real_games_are_read_back(name):
    games = list(read_games((GAMES / f"{name}.pdn").read_text()))
    assert list(read_games("\n".join(write_pdn(game, FRISIAN) for game in games))) == games


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (None, '[Result "1-1"]\n\n1. 32-28 1-1\n'),
        (ResultForm.INTERNATIONAL, '[Result "1-1"]\n\n1. 32-28 1-1\n'),
        (ResultForm.DEFAULT, '[Result "1/2-1/2"]\n\n1. 32-28 1/2-1/2\n'),
    ],
)
def test_the_written_form_of_the_result_is_a_setting(form, text):
    (game,) = read_games('[Result "1-1"]\n\n1. 32-28 1-1')
    assert write_pdn(game, FRISIAN, form) == text


@pytest.mark.parametrize("text", ['[Result "0-0"]\n\n0-0\n', '[Result "0-0"]\n\n1. 32-28 0-0\n'])
def test_a_game_lost_by_both_keeps_its_result(text):
    (game,) = read_games(text)
    assert (game.result, write_pdn(game, FRISIAN)) == ("0-0", text)
    assert [*map(str, game.remarks)] == ["line 3: the result 0-0 means that both sides lost"]


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("1. 32-28 $1 {a} (1. 31-27 19-23 (1... 20-24) 2. 33-28) 1... 19-23 2. 28x19 *\n", "frisian"),
        ("1. {before} 32-28 1... {before} 19-23 {after} 2. 28x19 *\n", "frisian"),
        ('1. 32-28 /FEN "W:W31-50:B1-20"/ {as it was} 2. 31-27 19-23 *\n', "frisian"),
        ('[FEN "B:W50:B1"]\n\n1... 1-6 2. 50-45 *\n', "frisian"),
        ("1. 11-15 24-20 (1... 24-19 2. 15x24) 2. 8-11 *\n", "english"),
        ("1. 32-28 (1. 31-27) {the end} *\n", "frisian"),
    ],
)
def test_the_movetext_as_it_is_written(text, rules):
    (game,) = read_games(text)
    assert write_pdn(game, ruleset(rules)) == text
