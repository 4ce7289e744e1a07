"""The Frisian regulation article by article: a position and exactly the moves that are legal in it."""

import random

import pytest

from rules.board.fen import parse_fen
from rules.board.position import KingMoves, Position, squares_of
from rules.board.ruleset import ALIASES, NAMES, ruleset
from rules.board.squares import Content, Side
from rules.errors import UnknownRules
from rules.play.moves import Move, banned_king, banned_moves, capture_value, every_capture, every_quiet_move, legal_moves, play
from rules.play.notation import parse_move, write_move
from rules.referee.belief import changed
from tests.support.counting import calls_of
from tests.support.says import says

FRISIAN = ruleset("frisian")
EXPLOSIVE = "W:WK50:B3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,K47"


def fen(text: str) -> Position:
    return parse_fen(text, FRISIAN)


def moves(position: Position) -> set[str]:
    return {write_move(position, move) for move in legal_moves(position)}


def after(position: Position, *texts: str) -> Position:
    for text in texts:
        position = play(position, parse_move(text, position))
    return position


LEGAL = [
    ("4", "W:W31-50:B1-20", "31-26 31-27 32-27 32-28 33-28 33-29 34-29 34-30 35-30"),
    ("7 a man goes one square forward", "W:W28:B1", "28-22 28-23"),
    ("7 at the edge there is one way", "W:W36:B1", "36-31"),
    ("7 Black's forward is down", "B:W50:B18", "18-22 18-23"),
    ("7 along a row to the left", "W:W33:B32", "33x31"),
    ("7 along a row to the right", "W:W33:B34", "33x35"),
    ("7 along a column", "W:W33:B23", "33x13"),
    ("7 no square behind", "W:W33:B43", "33-28 33-29"),
    ("7 backward along a column", "W:W23:B33", "23x43"),
    ("7 diagonally forward", "W:W33:B28", "33x22"),
    ("7 diagonally backward", "W:W33:B38", "33x42"),
    ("7 the square behind is taken", "W:W33:B28,22,1", "33-29"),
    ("7 along other lines on", "W:W28:BK33,22,12", "28x8"),
    (
        "9 a king goes as far as it likes",
        "W:WK28,17:B50",
        "17-11 17-12 28-10 28-14 28-19 28-22 28-23 28-5 28-32 28-33 28-37 28-39 28-41 28-44 28-46",
    ),
    ("9 a king does not go straight without capturing", "W:WK46,28:B13", "28-22 28-23 46-32 46-37 46-41"),
    ("9 a king captures along a column, to any square behind", "W:WK48:B38", "48x28 48x18 48x8"),
    ("9 from afar", "W:WK48:B18", "48x8"),
    ("9 along a row", "W:WK46:B48", "46x49 46x50"),
    ("9 not over two pieces in a row", "W:WK46:B41,37", ""),
    ("10 a capture is compulsory", "W:W28,50:B22", "28x17"),
    ("11 more pieces go first", "W:W28,50:B22,12,44", "28x8"),
    ("11 two kings against three men", "W:W21:BK7,K11,K13,28,29,30,31,37", "21x14"),
    ("12 the king goes first", "W:WK47,24:B38,19", "47x9"),
    ("12 the man where it captures more", "W:WK50,28:B22,12,44", "28x8"),
    ("17 a banned king stands still", "W:WK41,36:BK40,1:H0:F1:+340+341", "36-31"),
    ("17 it may capture", "W:WK41,36:B37,1:H0:F1:+0+341", "41x32 41x28 41x23 41x19 41x14 41x10 41x5"),
    ("17 another king moves", "W:WK41,K1,36:B5:H0:F1:+0+341", "1-6 1-7 1-12 1-18 1-23 1-29 1-34 1-40 1-45 36-31"),
    ("17 without men there is no ban", "W:WK46:BK3,1:H0:F1:+0+346", "46-41 46-37 46-32 46-28 46-23 46-19 46-14 46-10 46-5"),
    ("20.6 the banned king had the only moves", "W:WK5,36:B31,27:H0:F1:+0+305", ""),
]


@pytest.mark.parametrize(("article", "text", "expected"), LEGAL, ids=[case[0] for case in LEGAL])
def test_exactly_these_moves_are_legal(article: str, text: str, expected: str) -> None:
    assert moves(fen(text)) == set(expected.split())


@pytest.mark.parametrize("kings", range(1, 21))
def test_11_kings_are_worth_less_than_twice_as_many_men_and_more_than_that_less_one(kings: int) -> None:
    men = (1 << 2 * kings) - 1 if 2 * kings < 30 else (1 << 29) - 1
    board = Position(FRISIAN, Side.WHITE, black_men=men, black_kings=((1 << kings) - 1) << men.bit_length())
    of_kings, of_a_man = capture_value(board, board.black_kings), capture_value(board, 1)
    assert (2 * kings - 1) * of_a_man < of_kings < 2 * kings * of_a_man
    if 2 * kings < 30:
        assert capture_value(board, men >> 1) < of_kings < capture_value(board, men)


def test_11_a_king_and_a_man_rank_below_three_men_and_two_kings_below_a_king_and_two_men() -> None:
    board = Position(FRISIAN, Side.WHITE, black_men=0b1111, black_kings=0b110000)
    king_and_man, three_men, two_kings, king_and_two_men = (capture_value(board, mask) for mask in (0b10001, 0b111, 0b110000, 0b10011))
    assert king_and_man < three_men
    assert two_kings < king_and_two_men


def test_8_a_man_that_ends_on_the_promotion_row_is_crowned() -> None:
    assert after(fen("W:W6,50:B20"), "6-1").content(1) is Content.WHITE_KING
    assert after(fen("B:W20:B41"), "41-46").content(46) is Content.BLACK_KING


def test_8_a_man_that_passes_the_promotion_row_stays_a_man() -> None:
    position = after(fen("W:W13:B9,10"), "13x15")
    assert position.content(15) is Content.WHITE_MAN
    assert position.occupied == 1 << 14


def test_13_paths_that_differ_make_one_move_and_an_empty_square_is_crossed_again() -> None:
    """33-35-15-13-33-31, or the ring the other way round."""
    assert legal_moves(fen("W:W33:B34,25,14,23,32")) == (Move(33, 31, (14, 23, 25, 32, 34)),)


def test_13_no_piece_is_jumped_twice_so_the_ring_ends_where_it_began() -> None:
    position = fen("W:W33:B34,25,14,23")
    (move,) = legal_moves(position)
    assert move == Move(33, 33, (14, 23, 25, 34))
    assert play(position, move) == Position(FRISIAN, Side.BLACK, white_men=1 << 32)


def test_14_captured_pieces_stay_and_block() -> None:
    """Were they lifted at once, the king would take the man on 7 too and end on 1."""
    assert legal_moves(fen("W:WK39:B7,20,29,35")) == (Move(39, 45, (20, 29, 35)),)


def test_14_a_capture_with_very_many_states_is_found_in_a_few_steps_for_each() -> None:
    """It is one move: all nineteen pieces, from 50 to 46, by twenty paths; 130,152 states lead there."""
    position = fen(EXPLOSIVE)
    legal_moves.cache_clear()
    assert calls_of(lambda: legal_moves(position)) < 10 * 130_152
    (move,) = legal_moves(position)
    assert (move.origin, move.target, len(move.captured)) == (50, 46, 19)
    assert move.captured == tuple(squares_of(position.pieces(Side.BLACK)))


def test_14_boards_full_of_kings_are_answered_in_few_steps() -> None:
    """The worst of these takes 20,000 calls."""
    chance = random.Random(17)
    for _ in range(60):
        own, others = chance.choice([(1, 20), (5, 20), (20, 20)])
        contents = [Content.EMPTY] * 50
        for place, index in enumerate(chance.sample(range(50), own + others)):
            contents[index] = Content.WHITE_KING if place < own else chance.choice([Content.BLACK_MAN, Content.BLACK_KING])
        board = Position.of(FRISIAN, Side.WHITE, contents)
        assert calls_of(lambda board=board: legal_moves(board)) < 1_000_000, board


KING = "W:WK46,31:B5,15"


def test_17_three_quiet_moves_with_one_king_are_allowed_and_not_four() -> None:
    position = after(fen(KING), "46-41", "15-20", "41-46", "20-24", "46-41")
    assert position.king_moves(Side.WHITE) == KingMoves(41, 3)
    position = after(position, "24-29")
    assert banned_king(position) == 41
    assert moves(position) == {"31-26", "31-27"}
    assert {move.origin for move in banned_moves(position)} == {41}


COUNTS = [
    ("the king's own move", "W:WK46,31:B5,15", "46-41", KingMoves(41, 1)),
    ("another king's moves count for themselves", "W:WK46,K50,31:B1:H0:F1:+0+246", "50-45", KingMoves(45, 1)),
    ("a move of another piece lifts the ban", "W:WK46,31:B5,15:H0:F1:+0+346", "31-27", KingMoves()),
    ("a capture by the king lifts the ban", "W:WK41,26:B37,45:H0:F1:+0+341", "41x5", KingMoves()),
    ("promotion is no move of the king", "W:W6,50:B20", "6-1", KingMoves()),
    ("without men nothing is counted", "W:WK46:B20", "46-41", KingMoves()),
    ("the count goes with the last man", "B:WK5,31:B27,1:H0:F1:+0+205", "27x36", KingMoves()),
    ("the count goes with the king that is captured", "B:WK41,26:B37,50:H0:F1:+0+241", "37x46", KingMoves()),
]


@pytest.mark.parametrize(("start", "move", "count"), [case[1:] for case in COUNTS], ids=[case[0] for case in COUNTS])
def test_17_the_moves_of_whites_king_are_counted(start: str, move: str, count: KingMoves) -> None:
    position = after(fen(start), move)
    assert position.king_moves(Side.WHITE) == count
    assert banned_king(position.with_side(Side.WHITE)) is None


def test_17_a_fourth_move_that_stands_leaves_the_count_at_three() -> None:
    position = fen("W:WK46,31:B1:H0:F1:+0+346")
    assert play(position, Move(46, 41)).king_moves(Side.WHITE) == KingMoves(41, 3)


def test_every_capture_holds_lesser_ones_and_those_broken_off() -> None:
    found = every_capture(fen("W:W28,50:B22,12,44"))
    assert set(found) == {Move(28, 17, (22,)), Move(28, 8, (12, 22)), Move(50, 39, (44,))}


def test_every_quiet_move_asks_neither_for_captures_nor_for_the_ban() -> None:
    found = every_quiet_move(fen("W:WK46,28:B22,41:H0:F1:+0+346"))
    assert found == (Move(28, 23),)


def test_names_and_aliases() -> None:
    assert [ruleset(alias) for alias in ALIASES] == [FRISIAN, FRISIAN]
    assert set(NAMES) == {"frisian", "international", "english", "dambord", "frisian-2011", "frisian-2019"}
    with pytest.raises(UnknownRules, check=says("RulesFault.unknown", name="'russian'")):
        ruleset("russian")


@pytest.mark.parametrize(
    ("changes", "kept"),
    [
        ({35: Content.EMPTY, 17: Content.EMPTY}, (0, 3)),
        ({9: Content.EMPTY}, (2, 0)),
        ({9: Content.BLACK_MAN}, (2, 0)),
        ({46: Content.EMPTY, 41: Content.WHITE_KING}, (0, 3)),
        ({6: Content.EMPTY, 24: Content.BLACK_MAN}, (2, 3)),
    ],
)
def test_17_on_a_board_that_was_changed_a_count_runs_as_long_as_its_king_stands_and_its_side_owns_a_man(
    changes: dict[int, Content], kept: tuple[int, int]
) -> None:
    stands = changed(fen("W:WK46,35:BK9,6,17:H0:F1:+309+246"), list(changes.items()))
    assert (stands.white_king_moves.count, stands.black_king_moves.count) == kept
    assert {square: stands.content(square) for square in changes} == changes
