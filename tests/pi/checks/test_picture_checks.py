"""What is said of a look at the board, for each thing that may be wrong with it."""

from dataclasses import replace

import pytest

from pi.checks.picture import picture_checks
from pi.reading.look import Look
from rules.errors import Sentence
from vision.locating.locate import NoBoard
from vision.watching.condition import ViewCondition
from vision.watching.health import PictureFault

GOOD = ViewCondition(None, sharpness=1.0, level=150, burnt=0.0, evenness=0.85, px_per_square=60, to_edge=1.5)
STANDS = Look(GOOD, stands=True)


HAND = Sentence.plain("a hand")


@pytest.mark.parametrize(
    ("look", "levels"),
    [
        (STANDS, {}),
        (replace(STANDS, condition=replace(GOOD, to_edge=0.1)), {"board": "warn"}),
        (replace(STANDS, condition=replace(GOOD, px_per_square=30)), {"board": "warn"}),
        (replace(STANDS, condition=replace(GOOD, sharpness=0.6)), {"focus": "warn"}),
        (
            Look(replace(GOOD, fault=PictureFault.OUT_OF_FOCUS, sharpness=0.4), why=HAND),
            {"start": "fail", "focus": "fail"},
        ),
        (replace(STANDS, condition=replace(GOOD, level=30)), {"light": "warn"}),
        (replace(STANDS, condition=replace(GOOD, burnt=0.2)), {"light": "warn"}),
        (replace(STANDS, condition=replace(GOOD, evenness=0.3)), {"light": "warn"}),
        (replace(STANDS, condition=replace(GOOD, mirrored=(12, 17))), {"light": "warn"}),
        (replace(STANDS, condition=replace(GOOD, drift=0.2)), {}),
        (replace(STANDS, condition=replace(GOOD, drift=0.4)), {"light": "warn"}),
        (replace(STANDS, condition=replace(GOOD, drift=-0.4)), {"light": "warn"}),
        (replace(STANDS, condition=replace(GOOD, fault=PictureFault.BLINDED)), {"focus": "untried", "light": "fail"}),
        (Look(GOOD, why=Sentence.plain("square 3: a black man expected, none seen")), {"start": "fail"}),
        (Look(GOOD, turned=True), {"start": "fail"}),
        (Look(why=HAND), {"board": "fail", "start": "untried", "focus": "untried", "light": "untried"}),
        (Look(fault=PictureFault.BLACK), {"board": "untried", "start": "untried", "focus": "untried", "light": "fail"}),
        (Look(fault=PictureFault.OUT_OF_FOCUS), {"board": "untried", "start": "untried", "focus": "fail", "light": "untried"}),
        (
            Look(fault=PictureFault.COVERED, why=HAND),
            {"board": "fail", "start": "untried", "focus": "untried", "light": "untried"},
        ),
    ],
)
def test_each_fault_is_told_at_its_part_and_what_to_do(look: Look, levels: dict[str, str]) -> None:
    found = picture_checks(look)
    assert {check.name: str(check.level) for check in found} == dict.fromkeys(("board", "start", "focus", "light"), "ok") | levels
    assert all(check.seen for check in found)
    assert all(check.do for check in found if check.level in ("warn", "fail"))


def test_a_sentence_that_says_what_to_do_is_told_in_two() -> None:
    board, *_ = picture_checks(Look(why=NoBoard.PARTLY_OUTSIDE.said(NoBoard.MOVE_CAMERA.said())))
    assert (board.seen, board.do) == (NoBoard.PARTLY_OUTSIDE.said(), NoBoard.MOVE_CAMERA.said())
