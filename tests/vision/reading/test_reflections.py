"""A field that mirrors more light than when it was learned is still a bare field, and classes that look alike say less."""

import numpy as np
import pytest

from tests.vision.conftest import DrawnBoard, start
from vision.reading.calibration import BLACK, EMPTY, WHITE, calibrate
from vision.reading.discs import IN_DISC, OUTSIDE
from vision.reading.features import FROM_LOOK, TO_LOOK
from vision.reading.reflections import bounded, reflecting


@pytest.fixture(scope="module")
def classes():
    board = DrawnBoard()
    return calibrate(board.picture(), board.geometry, start()).classes


def mirroring(look, light):
    """The features of a field that mirrors so much more light, of 1, everywhere on it."""
    changed = look.copy()
    for part in (IN_DISC, OUTSIDE):
        changed[part] = TO_LOOK @ np.log(np.exp(FROM_LOOK @ look[part]) + light)
    return changed[None]


@pytest.mark.parametrize("light", [0.05, 0.1])
def test_a_dark_field_that_mirrors_more_light_fits_the_bare_fields_nearly_as_before(classes, light):
    usual, lit = classes.centres[EMPTY][None], mirroring(classes.centres[EMPTY], light)
    lost = [(kinds.log_density(usual) - kinds.log_density(lit))[0, EMPTY] for kinds in (classes, reflecting(classes))]
    assert lost[1] < 2.5 < 5 < lost[0]
    assert reflecting(classes).log_density(lit)[0].argmax() == EMPTY


def test_a_look_says_less_than_the_usual_looks_of_two_classes_make_certain(classes):
    log_p = bounded(np.array([[0.0, -50.0, -50.0]]), classes)[0]
    usual = classes.log_density(classes.centres)[EMPTY]
    assert log_p[EMPTY] == 0
    for kind in (WHITE, BLACK):
        assert 0 < -log_p[kind] < 0.9 * (usual[EMPTY] - usual[kind])
