"""What a later press decides of an earlier one: quick answers, near rivals of what was sure, presses that nothing was seen of."""

import pytest

from rules.belief import Belief
from rules.board import Content, Side
from rules.errors import PressError
from rules.evidence import Evidence
from rules.fen import parse_fen
from rules.position import Position
from rules.referee import rule
from rules.ruleset import ruleset

EVERYTHING = tuple(range(1, 51))


def fen(text: str) -> Position:
    return parse_fen(text, ruleset("frisian"))


def seen(pieces: str, hidden: tuple[int, ...] = ()) -> Evidence:
    rows = []
    for square, content in enumerate(fen(pieces).contents(), 1):
        row = [-18.0] * 5
        row[content] = 0.0
        if content.side:
            row[Content.piece(content.side, not content.is_king)] = -12.0
        rows.append([0.0] * 5 if square in hidden else row)
    return Evidence.of(rows)


def told(start: str, presses: list[tuple[str, Evidence]]) -> list[str]:
    """What is said of each press: `1 legal 32-28`, an amendment with `~` before it."""
    belief, words = Belief.at(fen(start)), []
    for seq, (letter, evidence) in enumerate(presses, 1):
        belief, rulings = rule(belief, seq, Side.WHITE if letter == "w" else Side.BLACK, evidence)
        words += [f"{'~' * r.amends}{r.seq} {r.verdict} {r.move or ''}".rstrip() for r in rulings]
    return words


QUICK = [
    # The answer, a quiet move, stands on the board when the picture is taken; the next press finds nothing new.
    ("W:W32,48:B12,1", ["W:W28,48:B17,1", "W:W28,48:B17,1"], ["1 unsure", "~1 legal 32-28", "2 legal 12-17"]),
    # The answer captures the piece that was moved.
    ("W:W34,48:B23,1", ["W:W48:B34,1", "W:W48:B34,1"], ["1 unsure", "~1 legal 34-29", "2 legal 23x34"]),
    # Both answer at once: each picture is a ply ahead, and where the pieces come to rest all is decided.
    (
        "W:W32,48:B12,1",
        ["W:W28,48:B17,1", "W:W28,43:B17,1", "W:W28,43:B17,1"],
        ["1 unsure", "2 unsure", "~1 legal 32-28", "~2 legal 12-17", "3 legal 48-43"],
    ),
]


@pytest.mark.parametrize(("start", "boards", "words"), QUICK)
def test_an_answer_that_came_before_the_picture_is_decided_by_its_press(start: str, boards: list[str], words: list[str]) -> None:
    assert told(start, [("wb"[seq % 2], seen(board)) for seq, board in enumerate(boards)]) == words


LIFTED = [
    # Black's man is in his hand, beside the board; then it stands where he moves it.
    (["W:W28,48:B1", "W:W28,48:B17,1"], ["1 unsure 32-28", "~1 legal 32-28", "2 legal 12-17"]),
    # Black moved another piece: the first one was taken off too many.
    (["W:W28,48:B1", "W:W28,48:B6"], ["1 unsure 32-28", "~1 27b-many 32-28", "2 legal 1-6"]),
]


@pytest.mark.parametrize(("boards", "words"), LIFTED)
def test_a_piece_gone_is_in_the_opponents_hand_or_was_one_too_many(boards: list[str], words: list[str]) -> None:
    assert told("W:W32,48:B12,1", [("wb"[seq % 2], seen(board)) for seq, board in enumerate(boards)]) == words


HANDED_BACK = [
    # Black pressed for the forgotten move, which White had made when the picture was taken.
    ("W:W31-50:B1-20", "W:W31,33-50,28:B1-20", "W:W31,33-50,28:B1-19,25", "32-28"),
    # So with a man that was set where it could not go.
    ("W:W31-34,36-50,25:B1-20", "W:W31-34,36-50,30:B1-20", "W:W31-34,36-50,30:B1-18,20,23", "35-30"),
]


@pytest.mark.parametrize(("fault", "corrected", "answer", "move"), HANDED_BACK)
def test_a_correction_made_before_the_picture_of_the_hand_back_accuses_nobody(fault: str, corrected: str, answer: str, move: str) -> None:
    boards = [fault, corrected, corrected, answer]
    words = told("W:W31-50:B1-20", [("wb"[seq % 2], seen(board)) for seq, board in enumerate(boards)])
    assert words[1] == "2 unsure"
    assert {"~2 no-move", f"~3 corrected {move}"} <= set(words)
    assert not [word for word in words[1:] if "27" in word]


def test_an_answer_seen_ahead_is_the_only_one_that_its_press_may_be() -> None:
    boards = ["W:W28,48:B17,1", "W:W28,48:B18,1"]
    words = told("W:W32,48:B12,1", [("wb"[seq % 2], seen(board)) for seq, board in enumerate(boards)])
    assert words == ["1 unsure", "2 unsure"]


def test_what_was_sure_is_amended_when_the_next_press_shows_the_near_rival() -> None:
    """31-27 is said with 0.998; then the man is clearly seen on 26."""
    rows = [list(row) for row in seen("W:W27,50:B10,1").log_p]
    rows[27 - 1] = [-3.2, 0.0, 0.0, -18.0, -18.0]
    rows[26 - 1] = [0.0, -3.2, -3.2, -18.0, -18.0]
    words = told("W:W31,50:B10,1", [("w", Evidence.of(rows)), ("b", seen("W:W26,50:B14,1"))])
    assert words == ["1 legal 31-27", "~1 legal 31-26", "2 legal 10-14"]


def test_two_unseen_presses_are_decided_by_the_next_ones_where_only_one_way_leads_there() -> None:
    boards = [("w", "W:W36,47:B14"), ("b", "W:W36,47:B19"), ("w", "W:W36,41:B19"), ("b", "W:W36,41:B24")]
    words = told("W:W41,47:B14", [(side, seen(board, EVERYTHING if place < 2 else ())) for place, (side, board) in enumerate(boards)])
    assert words[:2] == ["1 unsure", "2 unsure"]
    assert sorted(words[2:]) == ["3 legal 47-41", "4 legal 19-24", "~1 legal 41-36", "~2 legal 14-19"]


def test_nothing_is_said_of_a_guess_while_a_square_of_it_was_not_seen() -> None:
    """Two men are gone and one came, and of the black man on 25 the camera sees next to nothing."""
    presses = []
    for side, pieces in (("w", "W:W27,28,50:B12,25"), ("b", "W:W27,28,50:B17,25"), ("w", "W:W27,28,45:B17,25")):
        rows = [list(row) for row in seen(pieces).log_p]
        rows[25 - 1] = [-0.5, -18.0, -18.0, 0.0, 0.0]
        presses.append((side, Evidence.of(rows)))
    assert told("W:W31,32,33,50:B1,2,12,20", presses) == ["1 unsure", "2 unsure", "3 unsure"]


def test_a_press_ruled_before_is_refused_and_changes_nothing() -> None:
    belief, _ = rule(Belief.at(fen("W:W31,50:B10,1")), 4, Side.WHITE, seen("W:W27,50:B10,1"))
    for seq in (4, 3):
        with pytest.raises(PressError, match=f"press {seq} comes after press 4"):
            rule(belief, seq, Side.BLACK, seen("W:W27,50:B14,1"))
    _, (ruling,) = rule(belief, 5, Side.BLACK, seen("W:W27,50:B14,1"))
    assert ruling.verdict == "legal"
