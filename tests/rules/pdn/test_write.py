"""Written PDN is read back unchanged, for any game and comments."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import RULE_SETS, ruleset
from rules.board.squares import Side
from rules.pdn.read import check_game, read_games, start_of
from rules.pdn.write import MAX_COLUMNS, WrittenPly, start_tags, write_game, written_result
from rules.play.moves import legal_moves, play
from rules.play.notation import write_move

LONGEST = 60
"""Plies; enough for kings in the short games of 8x8."""

AWKWARD = ('[Event "x"]', "a } b", "two\nlines", "[%clock w1:00:00 B1:00:00]", "% no line", ";", "(", '"\\')
texts = st.text(max_size=40) | st.sampled_from(AWKWARD)
tags = st.dictionaries(st.sampled_from(["Event", "White", "Black", "Site", "Remark_1"]), texts)


def one_line(text):
    return " ".join(text.split())


@st.composite
def games(draw):
    """A start, and the plies of a game played from it at random."""
    rules = draw(st.sampled_from(RULE_SETS))
    chance = random.Random(draw(st.integers(0, 2**32)))
    start = position = Position.start(rules)
    for _ in range(draw(st.integers(0, 20)) if draw(st.booleans()) else 0):
        position = start = play(start, chance.choice(legal_moves(start))) if legal_moves(start) else start
    plies = []
    for _ in range(draw(st.integers(0, LONGEST))):
        legal = legal_moves(position)
        if not legal:
            break
        move = chance.choice(legal)
        comments = draw(st.lists(texts, max_size=2)) if chance.random() < 0.2 else []
        glyphs = (chance.randint(1, 255),) if chance.random() < 0.2 else ()
        plies.append(WrittenPly(position.side, write_move(position, move), glyphs, tuple(comments)))
        position = play(position, move)
    return start, plies


@given(games(), tags, st.sampled_from(["1-0", "0-1", "draw", "*"]))
def test_what_is_written_is_read_back(game, about, result):
    start, plies = game
    header = about | {"Result": written_result(result)} | start_tags(start)
    text = write_game(header, plies, result, start.rules.begins)
    (read,) = read_games(text)
    assert read.tags == {name: value.replace("\r\n", " ").replace("\r", " ").replace("\n", " ") for name, value in header.items()}
    assert [move.text for move in read.moves] == [ply.text for ply in plies]
    told = [tuple(one_line(comment.replace("}", ")")) for comment in ply.comments) for ply in plies]
    assert [move.comments for move in read.moves] == [tuple(filter(None, comments)) for comments in told]
    assert (read.result, read.faults) == (result, ())
    assert start_of(read, start.rules) == start
    assert check_game(read, start.rules).ok
    assert "\n\n" not in text[len(text.split("\n\n")[0]) + 2 :]


@given(st.lists(games(), min_size=1, max_size=4))
def test_several_games_in_one_file(several):
    text = "\n".join(write_game(start_tags(start), plies, "*") for start, plies in several)
    assert [[move.text for move in game.moves] for game in read_games(text)] == [[ply.text for ply in plies] for _, plies in several]


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


def test_lines_are_of_80_columns_and_never_begin_with_a_bracket():
    clock = "[%clock w1:20:00 B1:20:00]"
    text = write_game({}, [WrittenPly(Side.WHITE, "32-28", comments=(f"{'so ' * count}{clock}",)) for count in range(40)], "1-0")
    assert all(len(line) <= MAX_COLUMNS and line[0] not in "[%" for line in text.splitlines())
    assert len(list(read_games(text))) == 1


def test_no_command_within_a_comment_is_broken():
    clock = "[%clock w1:20:00 B1:20:00]"
    for words in range(40):
        text = write_game({}, [WrittenPly(Side.WHITE, "32-28", comments=(f"{'a ' * words}{clock} and [%eval 0.4 1.2] on",))], "*")
        assert any(clock in line for line in text.splitlines())
        assert any("[%eval 0.4 1.2]" in line for line in text.splitlines())


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
    assert start_tags(parse_fen(fen, ruleset(rules))) == tags
