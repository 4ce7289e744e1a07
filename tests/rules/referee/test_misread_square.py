"""One square that is read wrong in a picture or two costs no move: the press is amended at the latest with the second clear picture.

`./damcam bench referee --misread 200` plays many more games.
"""

from dataclasses import replace

import pytest

from rules.board.evidence import Evidence
from rules.board.squares import Content
from tests.rules.referee.sights import START, rulings, seen, with_rows
from tests.support.misread_square import Misreading, misread_game

GAMES = {
    Misreading.CROWN: (1, 3),
    Misreading.CROWN_OF_MOVED: (1,),
    Misreading.CROWN_TWICE: (5,),
    Misreading.EMPTY_AS_PIECE: (4,),
    Misreading.EMPTY_AS_PIECE_TWICE: (3,),
    Misreading.PIECE_AS_EMPTY_TWICE: (0,),
    Misreading.COLOUR: (1,),
    Misreading.COLOUR_TWICE: (2,),
    Misreading.TARGET_AS_EMPTY: (0,),
    Misreading.CROWN_OF_NEXT_CAPTURED: (1,),
    Misreading.COLOUR_OF_NEXT_MOVED: (0,),
    Misreading.NEXT_TARGET_AS_PIECE: (3,),
    Misreading.CROWN_OF_NEXT_MOVED: (3,),
    Misreading.CROWN_OF_NEXT_PROMOTED: (1,),
    Misreading.ANOTHER_SQUARE_THRICE: (8, 53),
    Misreading.ANY_SQUARE_AT_THE_END: (0,),
}
"""The numbers of games of each kind that once lost a move where there are such games, and that take little time."""
MANY = 25
"""The games of each kind before a release."""
LOST_OF_ALL = 0.01


@pytest.mark.parametrize(("kind", "seed"), [(kind, seed) for kind in Misreading for seed in GAMES[kind]])
def test_a_square_read_wrong_costs_no_move(kind: Misreading, seed: int) -> None:
    judged = misread_game(kind, seed).judged()
    assert (judged.lost, judged.wrong) == ((), ())


@pytest.mark.usefixtures("long")
def test_hardly_any_game_loses_a_move() -> None:
    games = [(kind.name, seed) for kind in Misreading for seed in range(MANY)]
    lost = [(name, seed) for name, seed in games if misread_game(Misreading[name], seed).judged().lost]
    assert len(lost) <= LOST_OF_ALL * len(games), lost


@pytest.mark.parametrize("nats", [3, 7, 8, 8.5, 11, 14])
def test_more_evidence_never_costs_the_move(nats: float) -> None:
    """A shadow of 8 nats, where the plain squares have 9, once left the press unsure for good, and one of 7 or 9 did not."""
    judged = replace(misread_game(Misreading.EMPTY_AS_PIECE, 2, nats), plain_nats=9.0).judged()
    assert (judged.lost, judged.wrong) == ((), ())


def test_a_king_and_a_man_that_look_exchanged_in_two_pictures_are_not_recorded_so() -> None:
    """After presses of which nothing was seen, what is carried along may lack the way of the king."""
    unseen = [(side, Evidence.none(50)) for side in "bwbwbw"]
    before = seen("W:W16,K21,37,45:B29,30,33,34,40", hidden=range(1, 11), height=25.0, clear=25.0)
    boards = ("B:W16,K21,31,45:B29,30,33,34,40", "W:W16,K21,31,45:B29,33-35,40", "B:W16,K21,26,45:B29,33-35,40")
    later = [(side, seen(board, height=25.0, clear=25.0)) for side, board in zip("wbw", boards, strict=True)]
    for told in rulings("B:WK2,21,37,45:B23,25,29,34,35", [*unseen, ("b", before), *later]):
        shows = told.position.content(16), told.position.content(21)
        assert told.seq < 8 or told.verdict == "unsure" or shows == (Content.WHITE_MAN, Content.WHITE_KING), told


def test_men_that_look_like_kings_from_an_unseen_press_on_silence_nothing() -> None:
    """No king is held for a man as well: it is an error of the reader, which stays."""
    stained = {square: [-25.0, -25.0, 0.0, -25.0, -25.0] for square in (49, 50)}
    boards = ("W:W28,31,33-50:B1-18,20,24", "B:W28,31,33-36,38-50,32:B1-18,20,24")
    presses = [("w", Evidence.none(50))]
    presses += [(side, with_rows(seen(board, height=25.0, clear=25.0), stained)) for side, board in zip("bw", boards, strict=True)]
    assert [(one.seq, one.verdict, one.move) for one in rulings(START, presses)][-1] == (3, "legal", "37-32")
