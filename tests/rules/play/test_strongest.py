"""The strongest position (English draughts, section 7)."""

import pytest

from rules.board.fen import parse_fen
from rules.board.ruleset import ruleset
from rules.play.strongest import PieceWeights, Strength, strength

PROPOSALS = [
    ("the start is equal", "B:W21-32:B1-12", "draw"),
    ("a king beats a man", "B:WK32:B1", "1-0"),
    ("even a man that is about to be crowned", "B:W5:BK1", "0-1"),
    ("a man nearer the far side beats one that is further away", "B:W18:B8", "1-0"),
    ("the other way round", "W:W32:B20", "0-1"),
    ("men as far forward are equal", "B:W21:B12", "draw"),
    ("a king counts the same anywhere", "W:WK32:BK14", "draw"),
    ("two men beat a king", "W:W29,30:BK14", "1-0"),
    ("a second king", "W:WK32,K31:BK1,4", "1-0"),
]


@pytest.mark.parametrize(("fen", "expected"), [case[1:] for case in PROPOSALS], ids=[case[0] for case in PROPOSALS])
def test_proposal(fen: str, expected: str) -> None:
    assert strength(parse_fen(fen, ruleset("english"))).result == expected


def test_the_figures() -> None:
    position = parse_fen("W:WK32,21:BK1,K2,12", ruleset("english"))
    assert strength(position) == Strength(white=150 + 100 + 2 * 5, black=150 + 150 + 100 + 2 * 5)
    assert strength(position, PieceWeights(king=30, man=10, row=1)) == Strength(white=42, black=72)


@pytest.mark.parametrize("weights", [(100, 100, 5), (135, 100, 5), (150, 100, 0), (150, 0, 5)])
def test_weights_that_contradict_section_7_are_refused(weights: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match=r"a king must count more than any man, .* does not hold for PieceWeights\(king="):
        PieceWeights(*weights)
