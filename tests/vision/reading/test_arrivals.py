"""Kings and men among the pieces that came onto bare squares, on drawn boards seen from the side."""

import copy

import numpy as np
import pytest

from rules.board.squares import Content
from tests.support.live.drawn import Drawer, Grain
from tests.vision.conftest import DrawnBoard
from vision.camera.source import Frame
from vision.reading.arrivals import Arrivals, height_changes
from vision.watching.watcher import Watcher

EMPTY, WHITE, KING = Content.EMPTY, Content.WHITE_MAN, Content.WHITE_KING
MOVES = ((31, 26), (32, 28), (33, 29), (34, 30), (35, 25))
"""Where white men go, so that the outlines of some men are known."""
GEOMETRY = DrawnBoard().geometry


def start():
    return [Content.BLACK_MAN] * 15 + [EMPTY] * 15 + [WHITE] * 20


class Filmed:
    """A board that is watched while pieces move; every position is confirmed."""

    def __init__(self):
        self._drawer, self._grain, self.contents = Drawer(3), Grain(3), start()
        self.watcher = Watcher(10)
        self.watcher.begin(self.frame(), tuple(self.contents))

    def frame(self):
        return Frame("", 0, self._grain.on(self._drawer.picture(tuple(self.contents))))

    def see(self, *changes, confirmed=True):
        for square, content in changes:
            self.contents[square - 1] = content
        sight = self.watcher.look([self.frame()])
        if confirmed:
            self.watcher.confirm(sight, tuple(self.contents))
        return sight.evidence


@pytest.fixture(scope="module")
def once_filmed():
    film = Filmed()
    for origin, target in MOVES:
        film.see((origin, EMPTY), (target, WHITE))
    film.see((1, EMPTY), (2, EMPTY), (3, EMPTY), (4, EMPTY))
    return film


@pytest.fixture
def filmed(once_filmed):
    """A board on which the outlines of some men are known, and squares are bare where men may come."""
    film = copy.copy(once_filmed)
    film.contents, film.watcher, film._grain = list(film.contents), copy.copy(film.watcher), copy.deepcopy(film._grain)
    return film


def test_kings_that_came_are_told_from_men(filmed):
    margins = []
    for square in (1, 2, 3, 4):
        for came in (WHITE, KING):
            margins.append(filmed.see((square, came), confirmed=False).height_margin(square, came))
        filmed.contents[square - 1] = EMPTY
    assert min(margins) > -1  # a second disc may be laid so that it hides the first; such a king is not plainly taken for a man
    assert np.quantile(margins, 0.25) > 2


@pytest.mark.parametrize("second_came", [True, False])
def test_two_pictures_tell_whether_a_second_disc_came(filmed, second_came):
    filmed.see((2, WHITE), confirmed=False)
    ((square, raised, lowered),) = filmed.see(*(((2, KING),) if second_came else ()), confirmed=False).heights
    assert square == 2
    assert raised > 3 if second_came else raised < -1
    assert abs(lowered) < 1 or not second_came


@pytest.mark.parametrize(
    ("before", "now", "squares"), [({}, {3: 0.8}, []), ({3: 0.8}, {}, []), ({3: 0.8, 5: 0.9}, {5: 0.9, 3: 0.8, 7: 0.8}, [3, 5])]
)
def test_a_change_of_height_needs_both_pictures(before, now, squares):
    assert [square for square, *_ in height_changes(before, now, GEOMETRY)] == squares


@pytest.mark.parametrize(("wider", "raised", "lowered"), [(0.07, True, False), (0.0, False, False), (-0.07, False, True)])
def test_a_wider_outline_speaks_for_a_second_disc_and_a_narrower_one_for_its_loss(wider, raised, lowered):
    ((_, up, down),) = height_changes({3: 0.8}, {3: 0.8 + wider}, GEOMETRY)
    assert (up > 1, down > 1) == (raised, lowered)


def test_of_pieces_that_stayed_nothing_is_measured_nor_said_where_no_outline_is_known(filmed):
    assert [filmed.see().heights, filmed.see().heights] == [(), ()]
    assert np.isnan(Arrivals().log_ratios({3: 0.8}, GEOMETRY, tuple(start()))).all()


def test_elsewhere_the_bare_squares_are_forgotten_and_the_outlines_are_kept(filmed):
    arrivals = filmed.watcher._tracking.board.calibration.there.arrivals
    assert 31 in arrivals.bare
    assert len(arrivals.outlines) >= len(MOVES) - 1
    assert not arrivals.elsewhere().bare
    assert arrivals.elsewhere().outlines == arrivals.outlines
