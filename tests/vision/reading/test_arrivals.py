"""Kings and men among the pieces that came onto bare squares, on drawn boards seen from the side."""

import numpy as np
import pytest

from rules.board.squares import Content
from tests.bench.live.drawn import Drawer, Grain
from vision.camera.source import Frame
from vision.image.geometry import Geometry
from vision.reading.arrivals import Arrivals, height_changes
from vision.watching.watcher import Watcher

EMPTY, WHITE, KING = Content.EMPTY, Content.WHITE_MAN, Content.WHITE_KING
MOVES = ((31, 26), (32, 28), (33, 29), (34, 30), (35, 25))
"""Where white men go, so that the outlines of some men are known."""


def start():
    return [Content.BLACK_MAN] * 15 + [EMPTY] * 15 + [WHITE] * 20


class Filmed:
    """A board that is watched while pieces move; every position is confirmed."""

    def __init__(self, seed=3):
        self._drawer, self._grain, self.contents = Drawer(seed), Grain(seed), start()
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


def after_some_moves(seed=3):
    """A board on which the outlines of some men are known, and squares are bare where men may come."""
    film = Filmed(seed)
    for origin, target in MOVES:
        film.see((origin, EMPTY), (target, WHITE))
    film.see((1, EMPTY), (2, EMPTY), (3, EMPTY), (4, EMPTY))
    return film


@pytest.fixture
def filmed():
    return after_some_moves()


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_kings_that_came_are_told_from_men(seed):
    film, margins = after_some_moves(seed), []
    for square in (1, 2, 3, 4):
        for came in (WHITE, KING):
            margins.append(film.see((square, came), confirmed=False).height_margin(square, came))
        film.see((square, EMPTY), confirmed=False)
    assert min(margins) > -1  # a second disc may be laid so that it hides the first; such a king is not plainly taken for a man
    assert np.quantile(margins, 0.25) > 2


def test_two_pictures_tell_that_a_second_disc_came(filmed):
    filmed.see((2, WHITE), confirmed=False)
    ((square, raised, lowered),) = filmed.see((2, KING), confirmed=False).heights
    assert square == 2
    assert raised > 3
    assert abs(lowered) < 1


def test_two_pictures_tell_that_no_second_disc_came(filmed):
    filmed.see((2, WHITE), confirmed=False)
    ((square, raised, _),) = filmed.see(confirmed=False).heights
    assert square == 2
    assert raised < -1


def test_of_pieces_that_stayed_nothing_is_measured(filmed):
    assert filmed.see().heights == ()
    assert filmed.see().heights == ()


def geometry():
    return Geometry.from_corners(10, [(150, 740), (800, 760), (760, 110), (190, 90)], (960, 800))


@pytest.mark.parametrize(
    ("before", "now", "squares"), [({}, {3: 0.8}, []), ({3: 0.8}, {}, []), ({3: 0.8, 5: 0.9}, {5: 0.9, 3: 0.8, 7: 0.8}, [3, 5])]
)
def test_a_change_of_height_needs_both_pictures(before, now, squares):
    assert [square for square, *_ in height_changes(before, now, geometry())] == squares


@pytest.mark.parametrize(("wider", "raised", "lowered"), [(0.07, True, False), (0.0, False, False), (-0.07, False, True)])
def test_a_wider_outline_speaks_for_a_second_disc_and_a_narrower_one_for_its_loss(wider, raised, lowered):
    ((_, up, down),) = height_changes({3: 0.8}, {3: 0.8 + wider}, geometry())
    assert (up > 1, down > 1) == (raised, lowered)


def test_where_no_outline_is_known_nothing_is_said():
    assert np.isnan(Arrivals().log_ratios({3: 0.8}, geometry(), tuple(start()))).all()


def test_elsewhere_the_bare_squares_are_forgotten_and_the_outlines_are_kept(filmed):
    arrivals = filmed.watcher._tracking.board.calibration.there.arrivals
    assert 31 in arrivals.bare
    assert len(arrivals.outlines) >= len(MOVES) - 1
    assert not arrivals.elsewhere().bare
    assert arrivals.elsewhere().outlines == arrivals.outlines
