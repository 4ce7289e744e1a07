"""A board that was found and learned, as one value: where it lies, what its pieces look like, and what is held to stand on it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple
from weakref import ref

from rules.board.evidence import Evidence
from rules.board.squares import Content
from vision.camera.source import Frame
from vision.image.geometry import Geometry
from vision.image.picture import Image
from vision.locating.locate import BoardNotFound
from vision.reading.arrivals import NewPieces
from vision.reading.calibration import Calibration, calibrate
from vision.reading.features import PX
from vision.reading.reader import Reading, read
from vision.reading.relearn import adapt
from vision.reading.resettle import settled
from vision.watching.centred import Centring, DiscsSeen
from vision.watching.following import Place, Shift, follow, half_turned
from vision.watching.health import Freshness, Health, NothingSeen, PictureFault, fault_sentence, light_fault, white_or_black
from vision.watching.orient import Oriented

WAY_UNKNOWN = fault_sentence(PictureFault.WHICH_WAY)
ANY_WAY_DEG = 180.0
"""The turn, in degrees, to assume for a camera that may be another one: the pieces must then tell which edge is White's."""


class Sighting(NamedTuple):
    """What one picture showed."""

    place: Place
    reading: Reading


class Glance(NamedTuple):
    """A picture that was read while the pictures of a press were chosen, so that it is not read again with them.

    The picture is held weakly: it is as large as a thousand readings.
    """

    picture: "ref[Image]"
    """`Frame.held`, which a renamed frame shares."""
    place: Place
    """Where the board lay before."""
    sighting: Sighting

    def is_of(self, frame: Frame) -> bool:
        return self.picture() is frame.held


@dataclass(frozen=True, slots=True, eq=False)
class BoardLooks:
    """How a board looks: what was learned from the picture in which it was found, and has followed the light since."""

    calibration: Calibration
    centring: Centring
    health: Health
    came: NewPieces = field(default_factory=NewPieces)
    """`Reading.came` of the last picture of the last press."""


@dataclass(frozen=True, slots=True, eq=False)
class TrackedBoard:
    """What is known of a board that was found. Each method that learns something returns a new value."""

    turned: bool
    """Whether the pieces stand on the light fields (Art. 26)."""
    place: Place
    """Where the board lay in the last picture that was read."""
    looks: BoardLooks
    held: Sequence[Content]
    """The contents that surely stood on the board when it was last confirmed, square 1 first."""
    fresh: Freshness
    last: Frame
    """The last picture that was read."""

    @staticmethod
    def learn(frame: Frame, oriented: Oriented, contents: Sequence[Content], health: Health) -> "TrackedBoard":
        """Learn the pieces from a picture that shows `contents`; StartMismatch when it does not."""
        geometry = oriented.geometry
        calibration = calibrate(frame.image, geometry, contents)
        start = read(frame.image, geometry, calibration)
        return TrackedBoard(
            turned=oriented.turned,
            place=Place.of(frame.image, geometry),
            looks=BoardLooks(calibration, Centring.learn(start, geometry, contents, calibration.discs.radius_px / PX), health),
            held=contents,
            fresh=Freshness().after(frame),
            last=frame,
        )

    @property
    def calibration(self) -> Calibration:
        """What the board and its pieces look like now."""
        return self.looks.calibration

    def noticing(self, frame: Frame) -> "TrackedBoard":
        """The board after the camera gave this picture, whether it can be read or not; `fresh.is_stale` then tells of it."""
        return replace(self, fresh=self.fresh.after(frame))

    def see(self, frame: Frame, *, is_stale: bool, any_way: bool, glance: Glance | None = None) -> Sighting:
        """Read one picture; NothingSeen when it tells nothing.

        `is_stale`: the camera repeated an earlier picture. `any_way`: the camera may be another one, so the pieces must tell which edge is
        White's even where the board seems not to have been turned. `glance` is an earlier reading of the same picture, with the board
        as it was learned last; what would be read again is taken from it.
        """
        if glance and glance.place is self.place and not is_stale:
            return glance.sighting
        image = frame.image
        before = self.place.in_picture(image)
        fault = white_or_black(image) or (light_fault(image, before.geometry) or PictureFault.FROZEN if is_stale else None)
        if fault:
            raise NothingSeen(fault, frame.name, fault_sentence(fault))
        try:
            place = follow(image, before)
        except BoardNotFound as error:
            raise NothingSeen(self.looks.health.why_lost(image, before.geometry), frame.name, error.sentence) from error
        if glance and glance.sighting.place.geometry is place.geometry:
            reading = glance.sighting.reading
        else:
            reading = read(image, place.geometry, self.calibration, self.looks.came)
        fault = self.looks.health.fault_of(image, place.geometry, reading)
        if fault:
            raise NothingSeen(fault, frame.name, fault_sentence(fault))
        degrees = ANY_WAY_DEG if any_way else Shift.between(before.geometry, place.geometry).degrees
        turned = half_turned(reading, self.held, degrees)
        if turned is None:
            raise NothingSeen(PictureFault.WHICH_WAY, frame.name, WAY_UNKNOWN)
        if turned:
            place = replace(place, geometry=place.geometry.turned(2))
            reading = read(image, place.geometry, self.calibration)
        return Sighting(place, reading)

    def confirmed(self, image: Image, geometry: Geometry, evidence: Evidence, contents: Sequence[Content]) -> "TrackedBoard":
        """The board after a picture that surely showed `contents`: the calibration follows the light a little.

        Where the board lies elsewhere and every square is seen, the calibration first takes its light and place from the picture.
        """
        calibration = self.calibration
        if not calibration.same_place(geometry) and None not in evidence.margins():
            calibration = settled(calibration, image, geometry)
        looks = replace(self.looks, calibration=adapt(calibration, image, geometry, contents))
        return replace(self, looks=looks, held=contents)

    def centred(self, seen: DiscsSeen, image: Image) -> tuple["TrackedBoard", tuple[int, ...]]:
        """The board after the readings of a press, and the squares whose disc is newly seen to stand badly off its centre (Art. 25)."""
        centring, off_centre = self.looks.centring.update(seen, self.place.geometry, image)
        return replace(self, looks=replace(self.looks, centring=centring)), off_centre

    def measured(self, came: NewPieces) -> "TrackedBoard":
        """The board after a press whose last picture showed these new pieces."""
        return replace(self, looks=replace(self.looks, came=came))
