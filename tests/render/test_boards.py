"""The rendered boards of tests/data/boards, to which the reader was not tuned, are located and every piece is read."""

import json
import math
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from rules.board.fen import parse_fen
from rules.board.ruleset import ruleset
from vision.image.picture import read_picture
from vision.watching.photograph import learn, read_photograph

FOLDER = Path(__file__).resolve().parents[1] / "data" / "boards"
LABELS = json.loads((FOLDER / "labels.json").read_text())
OFF_SQUARES = 0.1
"""The largest error of a corner. It moves no piece to another square, and less than a third of its face out of its own."""


DOUBTFUL = 1
"""The squares of a picture, in glare that the start picture did not have, that may be read wrongly without being claimed."""
CLAIMED = math.log(100)
"""The margin in nats (100 to 1) from which on a square counts as claimed."""


def stands(file):
    return parse_fen(LABELS[file]["fen"], ruleset(LABELS[file]["rules"])).contents()


@cache
def learned(start):
    return learn(read_picture(FOLDER / start), ruleset(LABELS[start]["rules"]).board_size, stands(start))


@cache
def seen(file):
    return read_photograph(read_picture(FOLDER / file), learned(LABELS[file]["start"]))


@pytest.mark.parametrize("file", LABELS)
def test_the_board_is_located(file):
    geometry = seen(file).geometry
    off = np.linalg.norm(geometry.corners_px() - LABELS[file]["corners_px"], axis=1)
    assert off.max() < OFF_SQUARES * geometry.px_per_square()


@pytest.mark.parametrize("file", LABELS)
def test_the_pieces_are_seen(file):
    read, there = seen(file), stands(file)
    wrong = [square for square, (one, other) in enumerate(zip(read.contents(), there, strict=True), 1) if one.side is not other.side]
    assert len(wrong) <= DOUBTFUL, wrong
    for square in wrong:
        log_p = read.evidence.log_p[square - 1]
        assert max(log_p) - log_p[there[square - 1]] < CLAIMED, square


@pytest.mark.parametrize("file", LABELS)
def test_no_man_is_taken_for_a_king(file):
    pairs = enumerate(zip(seen(file).contents(), stands(file), strict=True), 1)
    assert [square for square, (read, there) in pairs if read.is_king and not there.is_king] == []
