"""What `damcam perft` prints, and what it refuses."""

import pytest


@pytest.mark.parametrize(
    ("words", "count"),
    [
        (("--depth", "0"), 1),
        (("--depth", "3"), 658),
        (("--rules", "frisian-2011", "--depth", "4"), 3874),
        (("--rules", "english", "--depth", "3"), 302),
        (("--depth", "2", "--fen", "W:WK1,K46,32,37:BK5,K50,14,19,24"), 104),
        (("--depth", "5", "--fen", "W:W36:B31,27"), 0),
    ],
)
def test_perft_prints_the_number_alone(damcam, words, count):
    assert damcam("perft", *words) == (0, [count], "")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--depth", "201"), "a depth of 201 cannot be counted; 200 is the most"),
        (("--depth", "9" * 40), f"a depth of {'9' * 40} cannot be counted; 200 is the most"),
        (("--depth", "1", "--fen", "nonsense"), "the side to move is unknown: the FEN begins with 'nonsense', not with W or B"),
    ],
)
def test_perft_of_what_cannot_be_counted(damcam, words, sentence):
    assert damcam("perft", *words) == (1, [], f"damcam: {sentence}\n")
