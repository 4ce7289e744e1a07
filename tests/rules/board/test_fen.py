"""FEN is read and written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.board.fen import parse_fen, remarks, write_fen
from rules.board.position import KingMoves, Position, squares_of
from rules.board.ruleset import RULE_SETS, ruleset
from rules.board.squares import Content, Side, board
from rules.errors import FenError
from tests.support.says import says

FRISIAN, ENGLISH = ruleset("frisian"), ruleset("english")

OFF_THE_BOARD = "{pieces}: {text} is not on the board, whose squares are 1 to {last}"
BAD = {
    "the side to move is unknown: the FEN begins with {text}, not with W or B": [
        ("", {"text": "''"}),
        ("X:W31:B1", {"text": "'X'"}),
        ("\x00", {"text": "'\\x00'"}),
    ],
    "no pieces at all stand on the board": [("W", {}), ("W:W:B", {})],
    OFF_THE_BOARD: [
        ("W:W31:B51", {"pieces": "black pieces", "text": "51", "last": 50}),
        ("W:W0:B1", {"pieces": "white pieces", "text": "0"}),
        ("W:WK60:B1", {"text": "K60"}),
        ("W:W45-51:B1", {"text": "45-51"}),
    ],
    "{pieces}: the range {text} runs backwards": [("W:W50-31:B1", {"pieces": "white pieces", "text": "50-31"})],
    "square {square} is given twice": [("W:W31,31:B1", {"square": 31}), ("W:W31:B31", {"square": 31}), ("W:W31-33,K32:B1", {"square": 32})],
    "the {pieces} are given twice; list them all behind one {letter}": [
        ("W:W31:W32:B1", {"pieces": "white pieces", "letter": "W"}),
        ("W:W31:B1:b2", {"pieces": "black pieces", "letter": "B"}),
    ],
    "{pieces}: {text} is not a square, such as 31 or K31, nor a range, such as 31-50": [
        (f"W:W{text}:B1", {"text": repr(text)}) for text in ("31-33-35", "x", "-5", "K", "3 1", "\u0663\u0661")
    ],
    "{text} is neither the pieces of W or B nor a count": [("W:W31:B1:Q", {"text": "'Q'"}), ("W:W31:B1:H", {"text": "'H'"})],
    "the counts of king's moves are {text}; two such as +0+341 were expected, Black's first": [
        (f"W:WK31:B1:{text}", {"text": repr(text)}) for text in ("+0", "+0+0+0", "+0+431", "+0+33")
    ],
    "the count of king's moves names square {square}, where no {king} stands": [
        ("W:WK31:B1:+0+332", {"square": 32, "king": "white king"}),
        ("W:W31:B1:+0+331", {"square": 31, "king": "white king"}),
        ("W:WK31:B1:+331+0", {"square": 31, "king": "black king"}),
    ],
}


@pytest.mark.parametrize(("sentence", "text", "values"), [(sentence, *row) for sentence, rows in BAD.items() for row in rows])
def test_a_bad_one_gets_a_sentence(sentence, text, values):
    with pytest.raises(FenError, check=says(sentence, **values)) as caught:
        parse_fen(text, FRISIAN)
    assert isinstance(caught.value, ValueError)


def test_the_squares_of_the_small_board_end_at_32():
    with pytest.raises(
        FenError,
        check=says(OFF_THE_BOARD, pieces="white pieces", text="33", last=32),
    ):
        parse_fen("W:W33:B1", ENGLISH)


def test_a_number_of_any_length_is_told_apart():
    for text in (f"W:W{'9' * 10_000}:B1", f"W:W1-{'9' * 10_000}:B1"):
        with pytest.raises(FenError, check=says(OFF_THE_BOARD)):
            parse_fen(text, FRISIAN)
    assert parse_fen(f"W:W{'0' * 20}31:B1", FRISIAN) == parse_fen("W:W31:B1", FRISIAN)


PLAIN = "W:W31,32,33,K46:B1,2,K50"


@pytest.mark.parametrize(
    "text",
    [
        "W:W31-33,K46:B1,2,K50",
        "W:WK46,33,32,31:BK50,2,1",
        "W:B1,2,K50:W31-33,K46",
        "w:w31-33,k46:b1-2,k50",
        f" {PLAIN}. ",
        f'"{PLAIN}"',
        f'"{PLAIN}."',
        "W : W 31-33 , K46 : B 1 , 2 , K50 ",
        f"{PLAIN}:",
        f"{PLAIN}:H0:F1",
        f"{PLAIN}:H0:F1:+0+0",
        "W:W31,32,,33,K46,:B1,2,K50",
        "W:W31-31,32-33,K46-46:B1-2,K50",
    ],
)
def test_read_leniently(text):
    assert write_fen(parse_fen(text, FRISIAN)) == PLAIN


@pytest.mark.parametrize(
    ("text", "written"), [("W:W31", "W:W31:B"), ("B:B1", "B:W:B1"), ("B:WK5:B", "B:WK5:B"), ("W:WK1-3:B", "W:WK1,K2,K3:B")]
)
def test_a_colour_may_have_no_pieces(text, written):
    assert write_fen(parse_fen(text, FRISIAN)) == written


def test_the_counts_of_art_17_black_first_and_the_square_in_two_digits():
    position = parse_fen("B:WK46,31:BK2,20:H0:F1:+302+146", FRISIAN)
    assert (position.black_king_moves, position.white_king_moves) == (KingMoves(2, 3), KingMoves(46, 1))
    assert write_fen(position, counts=True) == "B:W31,K46:BK2,20:H0:F1:+302+146"
    assert write_fen(position) == "B:W31,K46:BK2,20"


@pytest.mark.parametrize(
    ("rules", "text", "written"),
    [
        ("frisian", "B:WK46:BK2,20:H0:F1:+302+346", "B:WK46:BK2,20:H0:F1:+302+0"),
        ("international", "B:WK46,31:BK2,20:H0:F1:+302+346", "B:W31,K46:BK2,20:H0:F1:+0+0"),
        ("english", "B:WK30,31:BK2,20:H0:F1:+302+0", "B:WK30,31:BK2,20:H0:F1:+0+0"),
    ],
)
def test_no_king_is_counted_without_art_17_or_without_men(rules, text, written):
    position = parse_fen(text, ruleset(rules))
    assert write_fen(position, counts=True) == written
    assert parse_fen(written, ruleset(rules)) == position


def test_a_man_on_its_promotion_row_is_a_remark():
    found = [(remark.code, remark.values["square"]) for remark in remarks(parse_fen("W:W1,6:B46,50,K47", FRISIAN))]
    assert found == [("FenRemark.white-uncrowned", 1), ("FenRemark.black-uncrowned", 46), ("FenRemark.black-uncrowned", 50)]
    assert not list(remarks(parse_fen("W:WK1,46:B5,K50", FRISIAN)))


@st.composite
def positions(draw):
    """Any position, with counts of Art. 17 if the rules have them."""
    rules = draw(st.sampled_from(RULE_SETS))
    squares = board(rules.board_size).squares
    contents = draw(st.lists(st.sampled_from(Content), min_size=squares, max_size=squares).filter(any))
    position = Position.of(rules, draw(st.sampled_from(Side)), contents)
    counts = []
    for side in Side:
        kings = list(squares_of(position.kings(side)))
        counted = rules.quiet_king_moves and position.men(side) and kings and draw(st.booleans())
        counts.append(KingMoves(draw(st.sampled_from(kings)), draw(st.integers(1, 3))) if counted else KingMoves())
    return Position(rules, position.side, *(getattr(position, name) for name in MASKS), *counts)


MASKS = ("white_men", "white_kings", "black_men", "black_kings")


@given(positions())
def test_what_is_written_is_read_back(position):
    assert parse_fen(write_fen(position, counts=True), position.rules) == position
    bare = parse_fen(write_fen(position), position.rules)
    assert (bare.contents(), bare.side) == (position.contents(), position.side), "without the counts"


@given(st.text(max_size=60) | st.text('WBK0123456789,-:+.HF "', max_size=60).map("W:".__add__), st.sampled_from(RULE_SETS))
def test_any_text_is_a_position_or_gets_a_sentence(text, rules):
    try:
        position = parse_fen(text, rules)
    except FenError as error:
        sentence = str(error)
    else:
        assert position.occupied
        return
    assert sentence.isprintable()
