"""FEN is read and written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.board.fen import parse_fen, remarks, write_fen
from rules.board.position import KingMoves, Position, squares_of
from rules.board.ruleset import RULE_SETS, ruleset
from rules.board.squares import Content, Side, board
from rules.errors import FenError

FRISIAN, ENGLISH = ruleset("frisian"), ruleset("english")

BAD = [
    ("", "the side to move is unknown: the FEN begins with '', not with W or B"),
    ("X:W31:B1", "the side to move is unknown: the FEN begins with 'X', not with W or B"),
    ("31-50", "the side to move is unknown: the FEN begins with '31-50', not with W or B"),
    ("\x00", "the side to move is unknown: the FEN begins with '\\x00', not with W or B"),
    ("W", "no pieces at all stand on the board"),
    ("W:W:B", "no pieces at all stand on the board"),
    ("W:W31:B51", "black pieces: 51 is not on the board, whose squares are 1 to 50"),
    ("W:W0:B1", "white pieces: 0 is not on the board, whose squares are 1 to 50"),
    ("W:WK60:B1", "white pieces: K60 is not on the board, whose squares are 1 to 50"),
    ("W:W45-51:B1", "white pieces: 45-51 is not on the board, whose squares are 1 to 50"),
    ("W:W50-31:B1", "white pieces: the range 50-31 runs backwards"),
    ("W:W31,31:B1", "square 31 is given twice"),
    ("W:W31:B31", "square 31 is given twice"),
    ("W:W31:W32:B1", "the white pieces are given twice; list them all behind one W"),
    ("W:W31:B1:b2", "the black pieces are given twice; list them all behind one B"),
    ("W:W31-33,K32:B1", "square 32 is given twice"),
    ("W:W31-33-35:B1", "white pieces: '31-33-35' is not a square, such as 31 or K31, nor a range, such as 31-50"),
    ("W:Wx:B1", "white pieces: 'x' is not a square, such as 31 or K31, nor a range, such as 31-50"),
    ("W:W-5:B1", "white pieces: '-5' is not a square, such as 31 or K31, nor a range, such as 31-50"),
    ("W:WK:B1", "white pieces: 'K' is not a square, such as 31 or K31, nor a range, such as 31-50"),
    ("W:W3 1:B1", "white pieces: '3 1' is not a square, such as 31 or K31, nor a range, such as 31-50"),
    ("W:W\u0663\u0661:B1", "white pieces: '\u0663\u0661' is not a square, such as 31 or K31, nor a range, such as 31-50"),
    ("W:W31:B1:Q", "'Q' is neither the pieces of W or B nor a count"),
    ("W:W31:B1:H", "'H' is neither the pieces of W or B nor a count"),
    ("W:WK31:B1:+0", "the counts of king's moves are '+0'; two such as +0+341 were expected, Black's first"),
    ("W:WK31:B1:+0+0+0", "the counts of king's moves are '+0+0+0'; two such as +0+341 were expected, Black's first"),
    ("W:WK31:B1:+0+431", "the counts of king's moves are '+0+431'; two such as +0+341 were expected, Black's first"),
    ("W:WK31:B1:+0+33", "the counts of king's moves are '+0+33'; two such as +0+341 were expected, Black's first"),
    ("W:WK31:B1:+0+332", "the count of king's moves names square 32, where no white king stands"),
    ("W:W31:B1:+0+331", "the count of king's moves names square 31, where no white king stands"),
    ("W:WK31:B1:+331+0", "the count of king's moves names square 31, where no black king stands"),
]


@pytest.mark.parametrize(("text", "sentence"), BAD, ids=[ascii(text) for text, _ in BAD])
def test_a_bad_one_gets_a_sentence(text, sentence):
    with pytest.raises(FenError) as caught:
        parse_fen(text, FRISIAN)
    assert str(caught.value) == sentence
    assert isinstance(caught.value, ValueError)


def test_the_squares_of_the_small_board_end_at_32():
    with pytest.raises(FenError, match="white pieces: 33 is not on the board, whose squares are 1 to 32"):
        parse_fen("W:W33:B1", ENGLISH)


def test_a_number_of_any_length_is_told_apart():
    for text in (f"W:W{'9' * 10_000}:B1", f"W:W1-{'9' * 10_000}:B1"):
        with pytest.raises(FenError, match="is not on the board"):
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


@pytest.mark.parametrize(("text", "written"), [("W:W31", "W:W31:B"), ("B:B1", "B:W:B1"), ("B:WK5:B", "B:WK5:B")])
def test_a_colour_may_have_no_pieces(text, written):
    assert write_fen(parse_fen(text, FRISIAN)) == written


def test_a_range_of_kings():
    assert write_fen(parse_fen("W:WK1-3:B", FRISIAN)) == "W:WK1,K2,K3:B"


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
    assert list(map(str, remarks(parse_fen("W:W1,6:B46,50,K47", FRISIAN)))) == [
        "square 1: a white man stands uncrowned on its promotion row",
        "square 46: a black man stands uncrowned on its promotion row",
        "square 50: a black man stands uncrowned on its promotion row",
    ]
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


@given(positions())
def test_without_the_counts_the_pieces_are_read_back(position):
    bare = parse_fen(write_fen(position), position.rules)
    assert bare.contents() == position.contents()
    assert bare.side is position.side


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
