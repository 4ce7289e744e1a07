"""Kings and men among the pieces that came onto bare squares, on drawn boards seen from the side."""

import copy

import numpy as np
import pytest

from rules.board.squares import Content
from tests.vision.conftest import DrawnBoard
from vision.camera.drawn import Drawer, Grain
from vision.camera.source import Frame
from vision.reading.arrivals import TOUCHED, Arrivals, NewPieces, height_changes
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
    assert raised - lowered > 3 or not second_came  # a disc that went would change the look as well, but not widen the outline


@pytest.mark.parametrize(
    ("before", "now", "squares"),
    [
        ({}, {3: 0.8}, []),
        ({3: 0.8}, {}, []),
        ({3: 0.8, 5: 0.9}, {5: 0.9, 3: 0.8, 7: 0.8}, [3, 5]),
        ({3: 0.8, 5: np.nan}, {3: 0.8, 5: 0.9}, [3]),
    ],
)
def test_a_change_of_height_needs_both_pictures(before, now, squares):
    assert [square for square, *_ in height_changes(NewPieces(before), NewPieces(now), GEOMETRY)] == squares


@pytest.mark.parametrize(("wider", "raised", "lowered"), [(0.07, True, False), (0.0, False, False), (-0.07, False, True)])
def test_a_wider_outline_speaks_for_a_second_disc_and_a_narrower_one_for_its_loss(wider, raised, lowered):
    ((_, up, down),) = height_changes(NewPieces({3: 0.8}), NewPieces({3: 0.8 + wider}), GEOMETRY)
    assert (up > 1, down > 1) == (raised, lowered)


class Looks:
    """The looks of fifty squares in two pictures, with noise; square 3 changed in the second one."""

    def __init__(self, *, moved=0, darker=0.0, hidden=False, noise=0.02):
        random = np.random.default_rng(5)
        plain = np.repeat(random.normal(0, 0.3, (50, 8, 8, 4)), 3, axis=1).repeat(3, axis=2)
        self.before, self.now = (np.float32(plain + random.normal(0, noise, plain.shape)) for _ in range(2))
        self.now[2] = np.roll(self.now[2], moved, axis=1) - darker
        if hidden:
            self.now[2] = np.nan

    def changes(self, before=np.nan, now=np.nan):
        """The changes of height of square 3, whose outlines have these widths; pieces stand on 4 to 23."""
        others = (np.arange(50) > 2) & (np.arange(50) < 23)
        return height_changes(NewPieces({3: before}, self.before, others), NewPieces({3: now}, self.now, others), GEOMETRY)


def test_a_second_disc_that_comes_or_goes_changes_the_look_where_no_outline_shows():
    ((square, up, down),) = Looks(moved=2).changes()
    assert (square, up) == (3, down)
    assert 3 < up < np.log(1 / TOUCHED) + 1


@pytest.mark.parametrize("looks", [Looks(), Looks(darker=0.5), Looks(moved=2, noise=2)])
def test_a_square_that_looks_as_before_or_lies_in_a_shadow_got_no_second_disc(looks):
    ((_, up, down),) = looks.changes()
    assert up == down
    assert up < (0 if np.std(looks.before) > 1 else -2)


def test_a_changed_look_tells_less_where_a_shadow_wanders_over_other_pieces():
    looks = Looks(moved=2)
    ((_, alone, _),) = looks.changes()
    looks.now[4:9] = np.roll(looks.now[4:9], 2, axis=2)
    ((_, among_others, _),) = looks.changes()
    assert among_others < alone - 1


def test_a_hidden_square_tells_nothing_of_its_change():
    assert Looks(hidden=True).changes() == ()
    assert Looks(hidden=True).changes(0.8, 0.8) == height_changes(NewPieces({3: 0.8}), NewPieces({3: 0.8}), GEOMETRY)


def test_the_width_tells_whether_a_changed_look_is_a_second_disc_or_a_touch():
    looks = Looks(moved=2)
    ((_, alone, _),), ((_, wider, _),), ((_, same, _),) = looks.changes(), looks.changes(0.8, 0.87), looks.changes(0.8, 0.8)
    assert wider > alone + 1 > same + 2


def test_of_pieces_that_stayed_nothing_is_measured_nor_said_where_no_outline_is_known(filmed):
    assert [filmed.see().heights, filmed.see().heights] == [(), ()]
    assert np.isnan(Arrivals().log_ratios({3: 0.8}, GEOMETRY, tuple(start()))).all()


def test_elsewhere_the_bare_squares_are_forgotten_and_the_outlines_are_kept(filmed):
    arrivals = filmed.watcher._tracking.board.calibration.there.arrivals
    assert 31 in arrivals.bare
    assert len(arrivals.outlines) >= len(MOVES) - 1
    assert not arrivals.elsewhere().bare
    assert arrivals.elsewhere().outlines == arrivals.outlines
