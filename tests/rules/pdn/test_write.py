"""Written PDN is read back unchanged: any plies and comments, nested variations, glyphs, clocks, set-ups."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.board.fen import parse_fen
from rules.board.ruleset import RULE_SETS, ruleset
from rules.board.squares import Side
from rules.pdn.clock import PdnClock, clock_in
from rules.pdn.read import PdnGame, PdnLine, PdnMove, read_games, start_of
from rules.pdn.write import MAX_COLUMNS, ResultForm, WrittenPly, start_tags, write_game, write_pdn, written_result

FRISIAN = ruleset("frisian")

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


@given(st.lists(games(), min_size=1, max_size=2), st.sampled_from(RULE_SETS))
def test_games_are_read_back_as_they_were_written_and_parted_by_an_empty_line(several, rules):
    written = [game for game in several if game.tags or game.moves]
    assert list(read_games("\n".join(write_pdn(game, rules) for game in written))) == written
    for game in several:
        if game.comments:
            assert list(read_games(write_pdn(game, rules))) == [game]


@given(clocks)
def test_a_clock_is_read_back(clock):
    assert clock_in([f"before {clock} after"]) == clock


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


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("1. 32-28 $1 {a} (1. 31-27 19-23 (1... 20-24) 2. 33-28) 1... 19-23 2. 28x19 *\n", "frisian"),
        ("1. {before} 32-28 1... {before} 19-23 {after} 2. 28x19 *\n", "frisian"),
        ('1. 32-28 /FEN "W:W31-50:B1-20"/ {as it was} 2. 31-27 19-23 *\n', "frisian"),
        ('[FEN "B:W50:B1"]\n\n1... 1-6 2. 50-45 *\n', "frisian"),
        ("1. 11-15 24-20 (1... 24-19 2. 15x24) 2. 8-11 *\n", "english"),
        ("1. 32-28 (1. 31-27) {the end} *\n", "frisian"),
        *((f'[Result "0-0"]\n\n{moves}0-0\n', "frisian") for moves in ("", "1. 32-28 ")),  # lost by both
    ],
)
def test_the_movetext_as_it_is_written(text, rules):
    (game,) = read_games(text)
    assert write_pdn(game, ruleset(rules)) == text


comments_of_people = st.text(max_size=40) | st.sampled_from([*awkward, "a } b", "two\nlines", '"\\'])
tags = st.dictionaries(st.sampled_from(["Event", "White", "Black", "Site", "Remark_1"]), comments_of_people)


def one_line(text):
    return " ".join(text.split())


sides = st.sampled_from(Side)
moves = st.sampled_from(["32-28", "19x28", "1x10x21", "46-5"])
written = st.builds(
    WrittenPly, sides, moves, st.lists(st.integers(1, 255), max_size=1).map(tuple), st.lists(comments_of_people, max_size=2).map(tuple)
)


@given(st.lists(written, max_size=40), tags, st.sampled_from(["1-0", "0-1", "draw", "*"]), sides)
def test_what_is_written_is_read_back(plies, about, result, begins):
    header = about | {"Result": written_result(result)}
    text = write_game(header, plies, result, begins)
    (read,) = read_games(text)
    assert read.tags == {name: value.replace("\r\n", " ").replace("\r", " ").replace("\n", " ") for name, value in header.items()}
    assert [move.text for move in read.moves] == [ply.text for ply in plies]
    told = [tuple(one_line(comment.replace("}", ")")) for comment in ply.comments) for ply in plies]
    assert [move.comments for move in read.moves] == [tuple(filter(None, comments)) for comments in told]
    assert (read.result, read.faults) == (result, ())
    assert "\n\n" not in text[len(text.split("\n\n")[0]) + 2 :]


def plies(*texts, begins=Side.WHITE):
    sides = [begins, begins.other] * len(texts)
    return [WrittenPly(side, text) for side, text in zip(sides, texts, strict=False)]


SETUP = [WrittenPly(Side.BLACK, '/FEN "B:W28:B19"/')]


@pytest.mark.parametrize(
    ("turns", "numbered", "text"),
    [
        ([], Side.WHITE, "*"),
        (plies("32-28", "19-23", "28x19"), Side.WHITE, "1. 32-28 19-23 2. 28x19 *"),
        (plies("19-23", "28x19", begins=Side.BLACK), Side.WHITE, "1... 19-23 2. 28x19 *"),
        (plies("11-15", "24-20", "8-11", begins=Side.BLACK), Side.BLACK, "1. 11-15 24-20 2. 8-11 *"),
        ([WrittenPly(Side.WHITE, "32-28", (1, 14), ("good", " ", "very"))], Side.WHITE, "1. 32-28 $1 $14 {good} {very} *"),
        ([WrittenPly(Side.WHITE, None, comments=("27a",)), WrittenPly(Side.BLACK, "19-23")], Side.WHITE, "1. {27a} 19-23 *"),
        (plies("32-28") + plies("33-29"), Side.WHITE, "1. 32-28 2. 33-29 *"),
        (plies("32-28", None), Side.WHITE, "1. 32-28 1... *"),
        (plies("32-28") + SETUP + plies("19-23", begins=Side.BLACK), Side.WHITE, '1. 32-28 /FEN "B:W28:B19"/ 1... 19-23 *'),
        (plies("32-28", "19-23") + SETUP + plies("20-24", begins=Side.BLACK), Side.WHITE, '1. 32-28 19-23 /FEN "B:W28:B19"/ 2... 20-24 *'),
        (plies("32-28", "19-23") + SETUP + plies("33-29"), Side.WHITE, '1. 32-28 19-23 /FEN "B:W28:B19"/ 2. 33-29 *'),
        (SETUP + plies("11-15", begins=Side.BLACK), Side.BLACK, '/FEN "B:W28:B19"/ 1. 11-15 *'),
    ],
)
def test_the_movetext(turns, numbered, text):
    assert write_game({}, turns, "*", numbered) == f"{text}\n"


def test_lines_are_of_80_columns_never_begin_with_a_bracket_and_break_no_command_within_a_comment():
    commands = "[%clock w1:20:00 B1:20:00]", "[%eval 0.4 1.2]"
    comments = [f"{'so ' * count}{' and '.join(commands)} on" for count in range(40)]
    for told in (*([one] for one in comments), comments):
        text = write_game({}, [WrittenPly(Side.WHITE, "32-28", comments=(one,)) for one in told], "1-0")
        assert all(len(line) <= MAX_COLUMNS and line[0] not in "[%" for line in text.splitlines())
        assert [sum(command in line for line in text.splitlines()) > 0 for command in commands] == [True, True]
    assert len(list(read_games(text))) == 1


@pytest.mark.parametrize(("result", "written"), [("1-0", "1-0"), ("0-1", "0-1"), ("draw", "1/2-1/2"), ("*", "*"), ("void", "*")])
def test_the_result(result, written):
    assert written_result(result) == written
    assert write_game({}, (), result) == f"{written}\n"


@pytest.mark.parametrize(
    ("rules", "fen", "tags"),
    [
        ("frisian", "W:W31-50:B1-20", {"GameType": "40"}),
        ("frisian", "W:W46-50:B1-5", {"GameType": "97"}),
        ("international", "W:W31-50:B1-20", {"GameType": "20"}),
        ("international", "W:W46-50:B1-5", {"GameType": "20", "SetUp": "1", "FEN": "W:W46,47,48,49,50:B1,2,3,4,5"}),
        ("english", "B:W21-32:B1-12", {"GameType": "21"}),
        ("dambord", "B:W21:BK1", {"GameType": "51", "SetUp": "1", "FEN": "B:W21:BK1"}),
        ("frisian", "W:WK46,31:B1:H0:F1:+0+246", {"GameType": "40", "SetUp": "1", "FEN": "W:W31,K46:B1:H0:F1:+0+246"}),
    ],
)
def test_the_start_is_told_where_it_is_not_the_rules_own(rules, fen, tags):
    start = parse_fen(fen, ruleset(rules))
    assert start_tags(start) == tags
    (read,) = read_games(write_game(tags, (), "*"))
    assert start_of(read, start.rules) == start
