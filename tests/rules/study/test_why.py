"""Why moves are not legal: for each article or section a position, what was asked, and the reason."""

import random
from itertools import product

import pytest

from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import NAMES, ruleset
from rules.errors import AmbiguousMove, IllegalMove, MalformedMove, MoveError
from rules.play.endings import Cause, Ending, drawn
from rules.play.moves import Move, every_capture, legal_moves
from rules.play.notation import parse_move, path, write_move
from rules.study.reasons import Code, Haul, Reason
from rules.study.why import why_illegal, why_refused
from tests.rules.play.boards import drawn as scattered

FRISIAN, DAMMEN, ENGLISH, DAMBORD = map(ruleset, ("frisian", "international", "english", "dambord"))
OF_DAMBORD = "De spelregels van Dambord"
START = "W:W31-50:B1-20"
TWO_OR_ONE = "W:W28,50:B22,12,44"  # 28x8 takes two, 50x39 one
BANNED = "W:WK41,36:B1:H0:F1:+0+341"

OF_THE_KING = ("7x21", "7x27", "7x31", "7x36", "7x45")


def too_little(article: str, square: int, move: str, better: str, taken: tuple[int, int], due: tuple[int, int]) -> Reason:
    return Reason(Code.TOO_LITTLE, article, (square,), move, (better,), Haul(*taken), Haul(*due))


def over(result: str, article: str, cause: Cause) -> Reason:
    return Reason(Code.GAME_OVER, article, ending=Ending(result, article, cause))


ILLEGAL = [
    ("3 no such square", START, (32, 51), Reason(Code.NOT_A_SQUARE, "3", (51,))),
    ("3 squares begin at 1", START, (0, -1), Reason(Code.NOT_A_SQUARE, "3", (0, -1))),
    ("6 nothing stands there", START, (27, 22), Reason(Code.NO_PIECE, "6", (27,))),
    ("6, 27a the opponent's piece", START, (20, 25), Reason(Code.NOT_YOURS, "6, 27a", (20,))),
    ("7 the square is taken", START, (37, 32), Reason(Code.OCCUPIED, "7, 9", (32,))),
    ("7 a man does not go back", "W:W28:B1", (28, 33), Reason(Code.FORWARD_ONLY, "7", (28, 33))),
    ("7 nor does Black's", "B:W50:B18", (18, 13), Reason(Code.FORWARD_ONLY, "7", (18, 13))),
    ("7 nor stays", "W:W28:B1", (28, 28), Reason(Code.FORWARD_ONLY, "7", (28,))),
    ("9 nor does a king", "W:WK28:B1", (28, 28), Reason(Code.KINGS_LINES, "9", (28,))),
    ("3 no square is named twice", START, (51, 51), Reason(Code.NOT_A_SQUARE, "3", (51,))),
    ("7 a man goes one square", "W:W28:B1", (28, 19), Reason(Code.MANS_STEP, "7", (28, 19))),
    ("7 not straight ahead", "W:W28:B1", (28, 18), Reason(Code.MANS_STEP, "7", (28, 18))),
    ("7, 9 a piece that cannot be captured so", "W:W28,50:B22,12", Move(28, 17, (12,)), Reason(Code.NO_SUCH_CAPTURE, "7, 9", (12,))),
    ("9 a king does not move straight", "W:WK46,28:B13", (46, 36), Reason(Code.KINGS_LINES, "9", (46, 36))),
    ("9 not past its own", "W:WK46,32:B13", (46, 28), Reason(Code.BLOCKED, "9", (32,))),
    ("9 not past two", "W:WK46:B41,37,5", (46, 28), Reason(Code.BLOCKED, "9", (41,))),
    ("10 another piece must capture", "W:W28,50:B22", (50, 45), Reason(Code.COMPULSORY, "10", (28,), required=("28x17",))),
    ("10 the piece itself must capture", "W:W28,50:B22", (28, 23), Reason(Code.COMPULSORY, "10", (28,), required=("28x17",))),
    ("10 each capture is named", "W:W28,46:B22,41", (28, 23), Reason(Code.COMPULSORY, "10", (28, 46), required=("28x17", "46x37"))),
    ("10 the capture goes on", TWO_OR_ONE, (28, 17), Reason(Code.GOES_ON, "10", (17,), "28x17", ("28x8",))),
    ("10 as a whole move", TWO_OR_ONE, Move(28, 17, (22,)), Reason(Code.GOES_ON, "10", (17,), "28x17", ("28x8",))),
    ("11 two before one", TWO_OR_ONE, (50, 39), too_little("11", 50, "50x39", "28x8", (1, 0), (2, 0))),
    ("11 a king before a man", "W:W28,50:BK22,44", (50, 39), too_little("11", 50, "50x39", "28x17", (1, 0), (0, 1))),
    ("12 the king goes first", "W:WK46,28:B41,23", (28, 19), Reason(Code.KING_FIRST, "12", (28,), "28x19", ("46x32", "46x37"))),
    ("17 a fourth move", BANNED, (41, 46), Reason(Code.BANNED, "17", (41,), count=3)),
    ("17 a capture goes before the ban", "W:WK41,28:B22:H0:F1:+0+341", (41, 46), Reason(Code.COMPULSORY, "10", (28,), required=("28x17",))),
    ("17 when it was the only move", "W:WK5,36:B31,27:H0:F1:+0+305", (5, 10), Reason(Code.BANNED, "17", (5,), count=3)),
    ("20.1 no pieces", "W:W31:B", (31, 27), over("1-0", "20.1", Cause.NO_PIECES)),
    ("21.1 a draw", "W:WK46:BK3", (46, 41), over("draw", "21.1", Cause.ONE_EACH)),
    ("Dammen: not straight", "W:W33:B23,1", (33, 13), Reason(Code.MANS_STEP, "Zetten", (33, 13))),
    ("Dammen: Slaan", "W:W33:B28,1", Move(33, 22, (1,)), Reason(Code.NO_SUCH_CAPTURE, "Slaan", (1,))),
    ("Dammen: a capture", "W:W33,50:B28", (50, 45), Reason(Code.COMPULSORY, "Einde van het spel", (33,), required=("33x22",))),
    ("Dammen: the most pieces", "W:W28,50:B22,12,K44", (50, 39), too_little("Meerslag", 50, "50x39", "28x8", (0, 1), (2, 0))),
    ("English 4 a king goes one square", "W:WK18:B1", (18, 11), Reason(Code.KINGS_STEP, "4", (18, 11))),
    ("English 4 a man does not capture back", "W:W10:B14,1", (10, 17), Reason(Code.FORWARD_ONLY, "4", (10, 17))),
    ("English 5 to its end", "W:W22:B18,11", (22, 15), Reason(Code.GOES_ON, "5", (15,), "22x15", ("22x8",))),
    ("English 6 crowned", "W:W10:B7,8", (10, 12), Reason(Code.CROWNED, "6", (3,))),
    ("English 6 as a whole move", "W:W10:B7,8", Move(10, 12, (7, 8)), Reason(Code.CROWNED, "6", (3,))),
    ("Dambord: not back at first", "W:W10:B14,1", (10, 17), Reason(Code.FORWARD_ONLY, OF_DAMBORD, (10, 17))),
    ("Dambord: one each", "W:W21:BK4", (21, 17), over("draw", "Puntenverdeling", Cause.ONE_PIECE_EACH)),
]


def position_of(what: str, fen: str) -> Position:
    """The position of a case, under the rules with which its name begins."""
    return parse_fen(fen, {"Dammen": DAMMEN, "English": ENGLISH, "Dambord": DAMBORD}.get(what.split()[0].rstrip(":"), FRISIAN))


@pytest.mark.parametrize(("what", "fen", "asked", "expected"), ILLEGAL, ids=[case[0] for case in ILLEGAL])
def test_why_illegal(what: str, fen: str, asked: Move | tuple[int, int], expected: Reason) -> None:
    assert why_illegal(position_of(what, fen), asked) == expected


REFUSED = [
    ("a legal move", START, "32-28", None),
    ("its sign does not matter", START, "32x28", None),
    ("nor how it is read", TWO_OR_ONE, "28:17:8", None),
    ("from and to", START, "32-22", Reason(Code.MANS_STEP, "7", (32, 22))),
    ("a quiet move has no path", START, "32-28-22", Reason(Code.NO_SUCH_PATH, "7, 9", (32, 28, 22), "32x28x22")),
    ("no capture, written as one", "W:W28,50:B22,12", "28x11", Reason(Code.NO_SUCH_PATH, "7, 9", (28, 11), "28x11")),
    ("nor of a king", "W:WK28:B1", "28:18", Reason(Code.NO_SUCH_PATH, "7, 9", (28, 18), "28x18")),
    ("a quiet move written as a capture", TWO_OR_ONE, "50x45", Reason(Code.COMPULSORY, "10", (28,), required=("28x8",))),
    ("13 one piece twice", "W:W28:B22,1", "28x17x28", Reason(Code.TWICE, "13", (22,), "28x17x28")),
    ("3 the way off the board", "W:W28:B22,1", "28x51x28", Reason(Code.NOT_A_SQUARE, "3", (51,))),
    ("12 a capture broken off", "W:WK7,28:B22,12,40,6", "28x17", Reason(Code.KING_FIRST, "12", (28,), "28x17", OF_THE_KING)),
    ("22 a bare cross", START, "x", Reason(Code.NO_CAPTURE, "7, 9")),
    ("10 a path that goes on", "W:W28,50:B22,12,18,44", "28x17x8", Reason(Code.GOES_ON, "10", (8,), "28x8", ("28x28",))),
    ("11 a path that takes too little", "W:W28,50:B22,12,44,43,42", "28x17x8", too_little("11", 28, "28x8", "50x37", (2, 0), (3, 0))),
    ("13 another way to a legal square", TWO_OR_ONE, "28x19x8", Reason(Code.NO_SUCH_PATH, "7, 9", (28, 19, 8), "28x19x8")),
    ("6 the path of no piece", START, "27x18x9", Reason(Code.NO_PIECE, "6", (27,))),
    ("3 the path off the board", START, "32x23x60", Reason(Code.NOT_A_SQUARE, "3", (60,))),
    ("Dammen: one piece twice", "W:W33:B28,1", "33x22x33", Reason(Code.TWICE, "Meerslag", (28,), "33x22x33")),
    ("English: crowned on the way", "W:W11:B7,6", "11x2x9", Reason(Code.CROWNED, "6", (2,))),
    ("English: by its ends", "W:W11:B7,6", "11x9", Reason(Code.CROWNED, "6", (2,))),
    ("English: by another way", "W:W11:B7,6", "11x3x9", Reason(Code.NO_SUCH_PATH, "5", (11, 3, 9), "11x3x9")),
    ("English says nothing of twice", "W:WK22:B18,1", "22x15x22", Reason(Code.NO_SUCH_PATH, "5", (22, 15, 22), "22x15x22")),
]


@pytest.mark.parametrize(("what", "fen", "text", "expected"), REFUSED, ids=[case[0] for case in REFUSED])
def test_why_what_was_written_is_refused(what: str, fen: str, text: str, expected: Reason | None) -> None:
    assert why_refused(position_of(what, fen), text) == expected


@pytest.mark.parametrize(("text", "error"), [("32", MalformedMove), ("zet", MalformedMove), ("13x42", AmbiguousMove)])
def test_what_names_no_move_or_several_is_not_explained(text: str, error: type[MoveError]) -> None:
    with pytest.raises(error):
        why_refused(parse_fen("W:WK13:B14,19,38", FRISIAN), text)


def test_a_legal_move_is_not_explained_but_where_the_game_has_ended() -> None:
    start, over = Position.start(FRISIAN), drawn(FRISIAN, Cause.AGREED)
    assert why_illegal(start, (32, 28)) is why_illegal(start, Move(32, 28)) is None
    assert why_illegal(start, (32, 28), over) == Reason(Code.GAME_OVER, "21.2", ending=over)
    assert why_illegal(start, (32, 22), over) == Reason(Code.MANS_STEP, "7", (32, 22))


def test_every_code_occurs_in_the_tables() -> None:
    assert {case[-1].code for case in (*ILLEGAL, *REFUSED) if case[-1]} == set(Code)


@pytest.mark.parametrize("name", NAMES[:4])
@pytest.mark.parametrize("seed", range(6))
def test_every_move_from_anywhere_and_every_path_of_a_capture_is_legal_or_has_its_reason(name: str, seed: int) -> None:
    """Paths also of unfinished captures and those of too little value; and each with one square changed, which is rarely a path."""
    chance = random.Random(seed)
    position = scattered(ruleset(name), chance, chance.randint(4, 16), 0.35)
    legal = legal_moves(position)
    written = {write_move(position, move) for move in legal}
    for origin, target in product(range(1, len(position.contents()) + 1), repeat=2):
        reason = why_illegal(position, (origin, target))
        may = any((move.origin, move.target) == (origin, target) for move in legal)
        assert (reason is None or reason.code is Code.GAME_OVER) == may
        if reason and not may:
            assert reason.article
            assert reason.move not in written
            assert set(reason.required) <= written
    for move in every_capture(position, most=300):
        way, changed = list(path(position, move)), list(path(position, move))
        changed[chance.randrange(len(way))] = chance.randint(0, 60)
        for text in ("x".join(map(str, way)), "x".join(map(str, changed))):
            try:
                may = bool(parse_move(text, position))
            except IllegalMove:
                may = False
            except AmbiguousMove:
                continue
            reason = why_refused(position, text)
            assert (reason is None or reason.code is Code.GAME_OVER) == may
            assert reason is None or reason.article


def test_a_capture_goes_on_only_where_it_can() -> None:
    """From 22 the piece can only go on to 24; 42x44 begins over 37."""
    found = why_illegal(parse_fen("W:W34,42,45,46:B15,23,32,37,K39", FRISIAN), (42, 22))
    assert found.code is Code.TOO_LITTLE
