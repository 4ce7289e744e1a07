"""Classes with Student distributions: how they follow the light of a picture."""

import numpy as np
import pytest

from vision.reading.likelihood import Classes

CENTRES = np.array([[0.0, 0.0], [6.0, 0.0], [0.0, 6.0]])


def drawn(spread, seed, kind=0, count=30):
    return CENTRES[kind] + np.random.default_rng(seed).normal(0, spread, (count, 2))


@pytest.fixture(scope="module")
def classes():
    return Classes.learn([drawn(0.3, kind, kind) for kind in range(3)], np.array([0.1, 0.1]))


def in_light_of(classes, rows):
    return classes.in_light_of([rows, np.empty((0, 2)), np.empty((0, 2))])


def test_a_class_is_as_wide_as_it_shows_in_the_picture(classes):
    here = in_light_of(classes, drawn([1.5, 0.3], 5))
    assert np.sqrt(here.scatter[0, 0, 0]) > 1.0
    odd = np.array([[2.5, 0.0]])
    assert here.log_density(odd)[0].argmax() == 0
    assert classes.log_density(odd)[0, 0] < here.log_density(odd)[0, 0] - 3


def test_examples_that_scatter_as_they_did_leave_the_width_and_the_other_classes_as_they_were(classes):
    here = in_light_of(classes, drawn(0.3, 5))
    assert np.diag(here.scatter[0]) == pytest.approx(np.diag(classes.scatter[0]), rel=0.2)
    assert np.array_equal(here.scatter[1:], classes.scatter[1:])
