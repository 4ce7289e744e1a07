"""Reads single photographs, each located by itself, with the colours learned from a picture of the start position."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from rules.board.evidence import Evidence
from rules.board.squares import Content, Side, board
from vision.image.geometry import Geometry, Points
from vision.image.picture import Image
from vision.locating.candidate import Found
from vision.locating.locate import BoardNotFound, by_hand_sentence, locate, locate_hinted, locate_near
from vision.reading.calibration import MAX_FIELD_CHANGE, Calibration, calibrate
from vision.reading.features import PX, survey
from vision.reading.reader import Reading, read
from vision.watching.centred import Centring, DiscsSeen
from vision.watching.following import nearest_turn
from vision.watching.health import TELLING_NATS, TELLING_SHARE
from vision.watching.orient import orient

SAME_PLACE_SQUARES = 0.5
"""The camera and the board have not moved when every corner lies nearer than this to where it was in the start picture."""

HELD_REACH = 0.25
"""The movement, in squares, below which a photograph shows the board in the light of the start picture. A camera in the hand that moved
farther sees it from elsewhere: other fields shine, and pieces hide other fields. Of real pairs of photographs those at up to 0.19 squares
are read no worse as of the same place, those at 0.3 to 0.8 squares far worse."""
OTHER_LIGHT = 0.35
"""The change of the look of the dark fields, a natural logarithm, from which on the light is another. Clouds change it by half of that."""

DISPUTED_NATS = 1.0
"""The most nats that a square may say of which two explanations of another light do not read the same colour: less than 3 to 1."""
REFUTED_NATS = 4.0
"""The explanation that fits worse by more than so many nats a square no longer counts."""
EXPLAINED_NATS = 1.0
"""So many nats a square at most may the better one then fit worse than the start picture did. Fields that may mirror anything fit most
pictures somehow."""
MIN_WAY_PROBABILITY = 0.99
"""The probability of `orient` from which on the picture tells which edge is White's."""

MIN_TELLING = TELLING_SHARE
"""The share of the squares that must tell something for a photograph to make a position."""

KINGS_SHARE = 0.03
"""The share of kings among the pieces in an average picture of a game."""
LOG_PRIOR = {content: math.log(KINGS_SHARE if content.is_king else 1 - KINGS_SHARE) for content in Content}


@dataclass(frozen=True, slots=True, eq=False)
class Learned:
    """What was learned from a picture of the start position: where the board lay, and what its pieces look like."""

    geometry: Geometry
    calibration: Calibration
    turned: bool
    """Whether the pieces stand on the light fields (Art. 26)."""
    assumed: bool
    """Whether the colours do not tell which edge is White's, so that the likelier one was taken."""
    start: Reading
    contents: tuple[Content, ...]

    def photograph(
        self, image: Image, geometry: Geometry, reading: Reading, turned: bool, assumed: bool, other_light: bool = False
    ) -> "Photograph":
        """The photograph of a picture that was read with this calibration, with the discs that stand badly off their centres."""
        centring = Centring.learn(self.start, self.geometry, self.contents, self.calibration.discs.radius_px / PX)
        _, off_centre = centring.update(DiscsSeen.of([reading]), geometry, image)
        return Photograph(geometry, reading, turned, assumed, off_centre, other_light)


@dataclass(frozen=True, slots=True, eq=False)
class Photograph:
    """A picture that was read: where the board lies, what stands there, and what had to be assumed."""

    geometry: Geometry
    reading: Reading
    turned: bool
    """Whether the pieces stand on the light fields (Art. 26)."""
    assumed: bool
    """Whether nothing told which edge is White's, so that the likeliest was taken."""
    off_centre: tuple[int, ...]
    """The squares whose disc stands badly off its centre (Art. 25)."""
    other_light: bool
    """Whether the board lies in another light than in the picture learned from, so that its own fields say what a bare one looks like."""

    @property
    def evidence(self) -> Evidence:
        return self.reading.evidence

    def telling(self) -> float:
        """The share of the squares that tell what stands there with 20 to 1 or more; below MIN_TELLING it makes no position."""
        margins = self.evidence.margins()
        return sum(margin is not None and margin >= TELLING_NATS for margin in margins) / len(margins)

    def contents(self) -> tuple[Content, ...]:
        """The likeliest content of each square, with a prior against kings: a slight sign of height does not make a man a king."""
        return tuple(Content(max(Content, key=lambda content: row[content] + LOG_PRIOR[content])) for row in self.evidence.log_p)


def find(image: Image, size: int, corners_px: Points | None = None) -> Found:
    """Find the board near `corners_px`, (4, 2), where they are given, or anywhere in the picture.

    BoardNotFound when it is not seen. Where it is seen elsewhere than near the corners, the error says where.
    """
    if corners_px is None:
        return locate(image, size)
    try:
        return locate_near(image, size, corners_px)
    except BoardNotFound as error:
        try:
            elsewhere = locate(image, size)
        except BoardNotFound:
            raise error from None
        raise BoardNotFound(by_hand_sentence(elsewhere.geometry, corners_px), error.seen) from None


def learn(image: Image, size: int, contents: Sequence[Content], corners_px: Points | None = None, *, mirrored: bool = False) -> Learned:
    """Learn from a picture of a known position (`contents`, square 1 first); BoardNotFound or StartMismatch when it does not show it.

    `corners_px`, (4, 2), are the corners that somebody clicked, if any. `mirrored`: the board lies with a light corner at White's left.
    """
    oriented = orient(image, find(image, size, corners_px).geometry.mirrored(mirrored), contents)
    learned = calibrate(image, oriented.geometry, contents)
    calibration = replace(learned, there=replace(learned.there, reach=HELD_REACH))
    start = read(image, oriented.geometry, calibration)
    return Learned(oriented.geometry, calibration, oriented.turned, oriented.probability < MIN_WAY_PROBABILITY, start, tuple(contents))


def read_photograph(image: Image, learned: Learned, corners_px: Points | None = None) -> Photograph:
    """Read another picture of the same board and pieces, taken from anywhere; BoardNotFound when there is no board in it.

    `corners_px`, (4, 2), are tried first, in case the camera has not moved.
    """
    found = locate_hinted(image, learned.geometry.size, corners_px).geometry.mirrored(learned.geometry.is_mirrored)
    if found.picture_size == learned.geometry.picture_size:
        near = nearest_turn(found, learned.geometry)
        if _moved_squares(near, learned.geometry) < SAME_PLACE_SQUARES:
            seen = survey(image, near)
            change = float(np.abs(learned.calibration.fields_in(seen)).max())
            if change < MAX_FIELD_CHANGE:
                other_light = change >= OTHER_LIGHT
                there = _in_another_light if other_light else read
                reading = there(image, near, learned.calibration)
                return learned.photograph(image, near, reading, learned.turned, learned.assumed, other_light)
    turns = [found.turned(quarter) for quarter in range(4)]
    readings = [read(image, turn, learned.calibration) for turn in turns]
    # Two of the turns number the fields on which the pieces stand, the other two the empty fields.
    parity = max((0, 1), key=lambda first: _pieces(readings[first]) + _pieces(readings[first + 2]))
    chosen = max((parity, parity + 2), key=lambda turn: _white_is_below(readings[turn], learned.geometry.size))
    return learned.photograph(image, turns[chosen], readings[chosen], parity != 0, assumed=True)


def _in_another_light(image: Image, geometry: Geometry, known: Calibration) -> Reading:
    """Read a picture of a board that lies where it was learned, but in another light.

    Either the fields mirror more or less than they did, and the discs on them only a part of that; or a veil or another tone curve changes
    fields and discs alike, which `survey` corrects where the camera was not moved. The one that fits better is taken, and unless it refutes
    the other one (`REFUTED_NATS`), no square says more than both do.
    """
    mirroring = read(image, geometry, known.in_light_of(survey(image, geometry)))
    if not known.same_place(geometry):
        return mirroring
    veiled = read(image, geometry, known)
    likelier, other = (veiled, mirroring) if veiled.fit > mirroring.fit else (mirroring, veiled)
    if likelier.fit - other.fit > REFUTED_NATS and likelier.fit > known.usual_fit - EXPLAINED_NATS:
        return likelier
    return replace(likelier, evidence=_as_both_say(likelier.evidence, other.evidence))


def _as_both_say(evidence: Evidence, other: Evidence) -> Evidence:
    """The evidence, of which no square leads by more than in the other; by `DISPUTED_NATS` where that reads another colour or nothing."""
    rows = []
    for square, (row, content, there) in enumerate(zip(evidence.log_p, evidence.best(), other.best(), strict=True), 1):
        margin, most = evidence.colour_margin(square, content), other.colour_margin(square, content)
        if content.side is not there.side or max(other.log_p[square - 1]) == min(other.log_p[square - 1]):
            most = DISPUTED_NATS
        share = min(1.0, most / margin) if margin > 0 else 1.0
        rows.append([share * value for value in row])
    return Evidence.of(rows, evidence.heights)


def _moved_squares(one: Geometry, other: Geometry) -> float:
    """The largest distance between corresponding corners, in squares."""
    return float(np.linalg.norm(one.corners_px() - other.corners_px(), axis=1).max() / other.px_per_square())


def _pieces(reading: Reading) -> int:
    return sum(content is not Content.EMPTY for content in reading.evidence.best())


def _white_is_below(reading: Reading, size: int) -> float:
    """How many rows White's pieces stand below Black's, on average. In most games each side has more pieces on its own half."""
    places = board(size)
    rows: dict[Side | None, list[int]] = {Side.WHITE: [], Side.BLACK: [], None: []}
    for square, content in enumerate(reading.evidence.best(), 1):
        rows[content.side].append(places.row_col(square)[0])
    means = [float(np.mean(rows[side])) if rows[side] else size / 2 for side in Side]
    return means[0] - means[1]
