"""International, English and Dambord draughts section by section: a position and exactly the moves that are legal in it."""

import pytest

from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import Content, Side
from rules.play.moves import legal_moves, play
from rules.play.notation import parse_move, write_move

LEGAL = [
    ("international", "Slaan: not along rows", "W:W33:B32", "33-28 33-29"),
    ("international", "Slaan: backward too", "W:W33:B39", "33x44"),
    ("international", "Meerslag: the most pieces", "W:W28,50:B22,12,44", "28x8"),
    ("international", "Meerslag: a king counts one", "W:W28,50:B22,12,K44", "28x8"),
    ("international", "Damslag: man or king, as one likes", "W:WK46,28:B22,37", "28x17 46x32"),
    ("international", "Slaan met een dam: any square behind", "W:WK46:B28", "46x23 46x19 46x14 46x10 46x5"),
    ("international", "no limit of king's moves", "W:WK46,16:B1", "16-11 46-41 46-37 46-32 46-28 46-23 46-19 46-14 46-10 46-5"),
    ("english", "4 men go forward only", "B:W32:B18", "18-22 18-23"),
    ("english", "4 men capture forward only", "W:W22:B18,25", "22x15"),
    ("english", "4 kings go one square, both ways", "W:WK18:B1", "18-14 18-15 18-22 18-23"),
    ("english", "4 kings capture both ways, from near by", "W:WK22:B18,25", "22x15 22x29"),
    ("english", "4 kings do not fly", "W:WK29:B18", "29-25"),
    ("english", "5 no majority, but on to the end", "W:W22,21:B18,11,17", "21x14 22x8 22x13"),
    ("english", "6 crowning ends the turn", "W:W9:B6,7", "9x2"),
    ("dambord", "first point: forward only", "W:W18:B1", "18-14 18-15"),
    ("dambord", "6: not backward at first", "W:W18:B22,1", "18-14 18-15"),
    ("dambord", "6: backward from the second jump on", "W:W10:B7,8", "10x12"),
    ("dambord", "7: kings fly", "W:WK29:B4", "29-25 29-22 29-18 29-15 29-11 29-8"),
    ("dambord", "8: kings capture from afar", "W:WK29:B15,1", "29x11 29x8 29x4"),
    ("dambord", "10: the most pieces", "W:W18,21:B15,8,17", "18x4"),
    ("dambord", "10: man or king, as one likes", "W:WK29,21:B25,17", "29x13"),
]
STARTS = {"frisian": "W:W31-50:B1-20", "international": "W:W31-50:B1-20", "english": "B:W21-32:B1-12", "dambord": "W:W21-32:B1-12"}


@pytest.mark.parametrize(("rules", "section", "text", "expected"), LEGAL, ids=[f"{case[0]} {case[1]}" for case in LEGAL])
def test_exactly_these_moves_are_legal(rules: str, section: str, text: str, expected: str) -> None:
    position = parse_fen(text, ruleset(rules))
    assert {write_move(position, move) for move in legal_moves(position)} == set(expected.split())


@pytest.mark.parametrize("rules", STARTS)
def test_the_start_position(rules: str) -> None:
    assert Position.start(ruleset(rules)) == parse_fen(STARTS[rules], ruleset(rules))


@pytest.mark.parametrize(
    ("rules", "text", "move", "square", "content"),
    [
        ("international", "W:W12:B8,9", "12x14", 14, Content.WHITE_MAN),
        ("international", "W:W6:B20", "6-1", 1, Content.WHITE_KING),
        ("english", "W:W9:B6,7", "9x2", 2, Content.WHITE_KING),
        ("dambord", "W:W10:B7,8", "10x12", 12, Content.WHITE_MAN),
        ("dambord", "B:W9:B26", "26-30", 30, Content.BLACK_KING),
    ],
)
def test_when_a_man_is_crowned(rules: str, text: str, move: str, square: int, content: Content) -> None:
    position = parse_fen(text, ruleset(rules))
    assert play(position, parse_move(move, position)).content(square) is content


def test_only_frisian_counts_kings_moves() -> None:
    position = parse_fen("W:WK46,16:B1", ruleset("international"))
    after = play(position, parse_move("46-41", position))
    assert after.king_moves(Side.WHITE).count == 0
