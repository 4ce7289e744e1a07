"""Compares the readings with the truth on clear pictures, and on pictures degraded step by step until nothing is right."""

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rules.board.squares import Content
from rules.errors import DamcamError
from tests.bench.seeing.degrade import LADDERS
from tests.bench.seeing.labelled import COLOUR, Picture, Session
from tests.bench.seeing.reliability import PRIOR_COLOURS, PRIOR_CONTENTS, SURE, Claims, Rows, colours, posterior
from vision.image.geometry import Geometry
from vision.locating.track import LatticeLost, refine
from vision.reading.calibration import Calibration
from vision.reading.reader import read
from vision.watching.health import NothingSeen
from vision.watching.photograph import learn
from vision.watching.watcher import Watcher

TOLD = ("wrong", "unread", "hidden_claimed_wrongly")
"""The results that are listed square by square."""
CLAIMED = 0.9
"""The probability of a colour, by the evidence alone, from which on a covered square counts as claimed."""
GIVEN_UP = 0.5
"""The share of squares read below which a degradation ends."""
QUICK_PICTURES, PICTURES = 2, 6
"""The number of pictures of each session that are degraded, spread over the game."""


def begun(session: Session) -> tuple[Watcher, Geometry]:
    """A watcher that has learned the board of the session, and the geometry of that board."""
    watcher = Watcher(session.size)
    return watcher, watcher.begin(session.first(), session.start)


def said(rows: Rows) -> NDArray[np.bool_]:
    """The squares whose evidence says anything, (squares,)."""
    return np.ptp(rows, axis=1) > NOTHING_NATS


NOTHING_NATS = 0.1
"""The difference (11 to 10) below which the evidence does not distinguish two contents."""


def on_clear_pictures(found: Iterable[Session]) -> dict[str, object]:
    """Read every square of every picture; print the wrong ones."""
    sums: dict[str, int] = defaultdict(int)
    for session in found:
        try:
            watcher, _ = begun(session)
        except DamcamError as error:
            print(f"{session.name}: {error}")
            sums["unread"] += sum(len(picture.contents) for picture in session.pictures)
            continue
        settled = {picture.path for picture in session.settled()}
        for picture in session.pictures:
            try:
                rows = np.array(watcher.look([picture.frame()]).evidence.log_p)
            except DamcamError as error:
                print(f"{session.name} {picture.path.name}: {error}")
                rows = None
            for name, squares in _judged(rows, picture, picture.path in settled).items():
                sums[name] += len(squares)
                if squares and name in TOLD:
                    print(f"{session.name} {picture.path.name}: {name.replace('_', ' ')}: {', '.join(map(str, squares))}")
            sums["pictures"] += 1
    print(f"clear pictures: {dict(sums)}")
    return dict(sums)


def _judged(rows: Rows | None, picture: Picture, settled: bool) -> dict[str, list[int]]:
    """The squares, numbered from 1, by result. In a burst whose hidden squares are unknown a hand may hide any square."""
    rows = np.zeros((len(picture.contents), len(Content))) if rows is None else rows
    speaks = said(rows)
    p = posterior(colours(rows), PRIOR_COLOURS)
    wrong = speaks & ~picture.either & (p.argmax(axis=1) != COLOUR[picture.contents])
    hidden = picture.hidden if picture.labelled or settled else np.ones(len(p), bool)
    clear = ~hidden & ~picture.either
    kinds = {
        "squares": clear,
        "wrong": wrong & clear,
        "unread": clear & ~speaks,
        "hidden": hidden,
        "hidden_claimed_wrongly": wrong & hidden & (p.max(axis=1) > CLAIMED),
    }
    return {name: [int(i) + 1 for i in np.flatnonzero(of)] for name, of in kinds.items()}


@dataclass(frozen=True)
class Step:
    """The results of a degradation at one level, over all pictures."""

    name: str
    level: float
    squares: int
    lost: int
    """The squares of pictures in which no board was found."""
    flat: int
    """The squares of which nothing was said, without those of lost pictures."""
    wrong: int
    surely_wrong: int
    error: float
    """The expected calibration error."""


@dataclass(frozen=True)
class Sample:
    """A good picture, the geometry of its board, and the calibration from the first picture of the session."""

    picture: Picture
    geometry: Geometry
    calibration: Calibration

    def spoiled(self, name: str, level: float, chance: np.random.Generator) -> Rows | None:
        """The evidence of the degraded picture, (squares, 5); None where the lattice cannot be followed from the good picture."""
        worse = LADDERS[name].spoil(self.picture.frame().image, level, chance)
        try:
            return np.array(read(worse, refine(worse, self.geometry).geometry, self.calibration).evidence.log_p)
        except LatticeLost:
            return None


def _samples(session: Session, count: int) -> Iterator[Sample]:
    calibration = learn(session.first().image, session.size, session.start).calibration
    watcher, _ = begun(session)
    settled = session.settled()
    kept = np.unique(np.linspace(0, len(settled) - 1, count).round().astype(int))
    for place, picture in enumerate(settled):
        try:
            geometry = watcher.look([picture.frame()]).geometry
        except NothingSeen:
            continue
        if place in kept:
            yield Sample(picture, geometry, calibration)


def on_spoiled_pictures(found: list[Session], quick: bool) -> tuple[list[Step], Claims, Claims]:
    """Degrade step by step until less than GIVEN_UP is read; return the steps, the claims of colours, and those of all five contents.

    The reader is called directly, because the watcher would call the camera faulty sooner or later and say nothing.
    """
    samples = [one for session in found for one in _samples(session, QUICK_PICTURES if quick else PICTURES)]
    overall = Claims(PRIOR_COLOURS, True), Claims(PRIOR_CONTENTS, False)
    steps = []
    for name in LADDERS:
        print(f"{name} ({LADDERS[name].unit})")
        for step in _ladder(name, samples, overall):
            steps.append(step)
            print(
                f"  {step.level:>8g}: of {step.squares} squares {step.wrong} wrong, {step.surely_wrong} of them claimed over {SURE}; "
                f"{step.flat} not said, {step.lost} not found; calibration error {step.error:.5f}"
            )
            sys.stdout.flush()
    return steps, *overall


def _ladder(name: str, samples: list[Sample], overall: tuple[Claims, Claims]) -> Iterator[Step]:
    for rung, level in enumerate(LADDERS[name].steps):
        claims, squares, lost, flat, wrong = Claims(PRIOR_COLOURS, True), 0, 0, 0, 0
        for seed, sample in enumerate(samples):
            rows = sample.spoiled(name, level, np.random.default_rng([list(LADDERS).index(name), rung, seed]))
            contents, clear = sample.picture.contents, ~sample.picture.hidden
            squares += int(clear.sum())
            if rows is None:
                lost += int(clear.sum())
                continue
            heard = clear & said(rows)
            flat += int((clear & ~heard).sum())
            wrong += int((colours(rows[heard]).argmax(axis=1) != COLOUR[contents[heard]]).sum())
            for one in (claims, *overall):
                one.add(rows[heard], contents[heard])
        yield Step(name, level, squares, lost, flat, wrong, claims.surely_wrong()[0], round(claims.expected_error(), 5))
        if lost + flat > (1 - GIVEN_UP) * squares:
            return


def breaking_points(steps: list[Step]) -> dict[str, object]:
    """For each degradation the first levels with a wrong square and with a sure but wrong one, and where the reader gave up; None:
    never."""
    points: dict[str, dict[str, float | None]] = {}
    for name in LADDERS:
        own = [step for step in steps if step.name == name]
        points[name] = {
            "wrong": next((step.level for step in own if step.wrong), None),
            "surely_wrong": next((step.level for step in own if step.surely_wrong), None),
            "given_up": next((step.level for step in own if step.lost + step.flat > (1 - GIVEN_UP) * step.squares), None),
        }
    return {"breaking_points": points}
