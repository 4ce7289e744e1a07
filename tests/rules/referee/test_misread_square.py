"""One square that is read wrong in a picture or two costs no move: the press is amended at the latest with the second clear picture.

`./damcam bench referee --misread 200` plays many more games.
"""

from dataclasses import replace

import pytest

from tests.support.misread_square import Misreading, misread_game

SEEDS = {Misreading.ANOTHER_SQUARE_THRICE: 7}
"""The number of the game of a kind where it is not the first: its board is taken as it is seen, and shows what nobody played."""


@pytest.mark.parametrize("kind", Misreading)
def test_a_square_read_wrong_costs_no_move(kind: Misreading) -> None:
    judged = misread_game(kind, SEEDS.get(kind, 0)).judged()
    assert (judged.lost, judged.wrong) == ((), ())


@pytest.mark.parametrize("nats", [3, 7, 8, 8.5, 11, 14])
def test_more_evidence_never_costs_the_move(nats: float) -> None:
    """A shadow of 8 nats, where the plain squares have 9, once left the press unsure for good, and one of 7 or 9 did not."""
    judged = replace(misread_game(Misreading.EMPTY_AS_PIECE, 2, nats), plain_nats=9.0).judged()
    assert (judged.lost, judged.wrong) == ((), ())
