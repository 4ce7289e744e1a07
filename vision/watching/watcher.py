"""Follows one board through a game: finds it once, learns what its pieces look like, then reads picture after picture."""

from collections import deque
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace

from rules.board.evidence import Evidence
from rules.board.squares import Content, Side
from vision.camera.source import Frame
from vision.image.geometry import Geometry, Points
from vision.locating.locate import BoardNotFound, NonsenseCorners, locate_hinted
from vision.reading.calibration import Calibration, StartMismatch, calibrate
from vision.reading.features import PX
from vision.reading.reader import Reading, fuse, read
from vision.reading.relearn import adapt
from vision.reading.resettle import settled
from vision.watching.centred import Centring, Seen
from vision.watching.following import MOVED_SQUARES, Place, Shift, contradictions, follow, half_turned
from vision.watching.health import TELLING_NATS, Fault, Freshness, Health, NothingSeen, light_fault, unfit, white_or_black, why_not_found
from vision.watching.orient import BoardLiesWrong, orient

NOT_TOLD = "the board lies another way, and nothing tells which edge is White's"
SURE_WAY = 0.999
"""So probable a way round must be against the other three in the middle of a game: no press is to be read from the wrong side."""
FEWEST = 5
"""Of each side's pieces, to learn them from in the middle of a game: one that was moved unseen is then seen to be out of place."""
READABLE_SHARE = 0.8
"""The share of the squares that must tell something, for what was learned of another camera to hold."""
ANY_WAY_DEG = 180.0
LEARNED_ANEW = (Fault.OUT_OF_FOCUS, Fault.COVERED, Fault.WHICH_WAY)
"""Why a picture may seem to tell nothing when it is another camera's."""


@dataclass(frozen=True, slots=True, eq=False)
class Moved:
    """The board or the camera was moved between two pictures, by more than a nudge."""

    before: Frame
    """The last picture before it, and"""
    after: Frame
    """the first after it."""
    shift: Shift


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """What the pictures of one press showed: the evidence, the last readable picture, and where the board lay in it."""

    evidence: Evidence
    frame: Frame
    geometry: Geometry
    off_centre: tuple[int, ...] = ()
    """The squares whose disc is newly seen to stand badly off its centre (Art. 25)."""
    moved: Moved | None = None


class Watcher:
    """Eyes on one board of `size` fields a side; `begin` comes before `look`.

    `corners_px`, (4, 2), are where its corners are looked for first, each off by half a square at most.
    """

    def __init__(self, size: int, corners_px: Points | Sequence[tuple[float, float]] | None = None) -> None:
        self._size, self._corners_px = size, corners_px
        self.turned = False
        """The board lies wrong: the pieces stand on the light fields, or the dark corner is at White's right (Art. 26)."""
        self._unread: Geometry | None = None
        """Where a board lies whose squares cannot be numbered, with the dark corner at White's right: nothing is read from it."""
        self._place: Place
        self._calibration: Calibration
        self._centring: Centring
        self._health: Health
        self._held: Sequence[Content] = ()
        """What surely stood on the board when it was last confirmed."""
        self._fresh = Freshness()
        self._doubts = False
        """Whether the camera may be another one, elsewhere: then the pieces must tell which edge is White's."""
        self._last: Frame
        """The last picture that was read."""
        self._is_pointed_at = False
        """Whether somebody has pointed at the corners since the board was last found."""

    def begin(self, frame: Frame, contents: Sequence[Content], *, surely: bool = False) -> Geometry:
        """Find the board in a picture of a known position (`contents`, square 1 first) and learn from it what its pieces look like.

        NothingSeen when it is too dark, too bright or out of focus; BoardNotFound or StartMismatch, naming the picture and what was
        expected, when it does not show that position. In the middle of a game it must `surely` do so: NothingSeen, too, where it shows it
        another way round as well.
        """
        try:
            found = locate_hinted(frame.image, self._size, self._corners_px).geometry
            self._health = Health.learn(frame, found)
            oriented = orient(frame.image, found, contents)
            if surely and oriented.probability < SURE_WAY:
                raise NothingSeen(Fault.WHICH_WAY, frame.name, NOT_TOLD)
            geometry, self.turned = oriented.geometry, oriented.turned
            self._calibration = calibrate(frame.image, geometry, contents)
        except BoardLiesWrong as error:
            self.turned, self._unread = True, error.geometry
            return error.geometry
        except NonsenseCorners:
            self._point_at_nothing()
            raise
        except BoardNotFound as error:
            fault = why_not_found(frame.image)
            raise (unfit(fault, frame) if fault else BoardNotFound(f"{frame.name}: {error}")) from error
        except StartMismatch as error:
            raise StartMismatch(f"{frame.name}: {error}", error.squares, found) from error
        self._place = Place.of(frame.image, geometry)
        radius = self._calibration.radius_px / PX
        self._centring = Centring(read(frame.image, geometry, self._calibration), geometry, contents, radius)
        self._held, self._last, self._is_pointed_at = contents, frame, False
        self._fresh.is_stale(frame)
        return geometry

    @property
    def geometry(self) -> Geometry:
        """Where the board lay in the last picture that was read."""
        return self._unread or self._place.geometry

    def look(self, frames: Iterable[Frame]) -> Sight:
        """Read the pictures of one press, in time order, and fuse them; NothingSeen with the last one's fault when none tells anything."""
        return self._look(frames, is_press=True)

    def _look(self, frames: Iterable[Frame], *, is_press: bool) -> Sight:
        """As `look`; what stands off its centre is named after a press alone."""
        trouble = NothingSeen(Fault.NO_PICTURE, "", "no picture was taken")
        if self._unread:
            last = deque(frames, maxlen=1)
            if not last:
                raise trouble
            return Sight(Evidence.none(self._size**2 // 2), last[0], self._unread)
        readings: list[Reading] = []
        shown: Frame | None = None
        moved: Moved | None = None
        lay = self._place.geometry
        for frame in frames:
            before, place = self._last, self._place
            try:
                readings.append(self._see(frame))
            except NothingSeen as error:
                trouble = error
                continue
            shown = self._last = frame
            if Shift.between(place.geometry, self._place.geometry).corner_squares > MOVED_SQUARES:
                moved = Moved(moved.before if moved else before, frame, Shift.between(lay, self._place.geometry))
        if shown is None:
            raise trouble
        geometry = self._place.geometry
        off_centre = self._centring.news(Seen.of(readings), geometry, shown.image) if is_press else ()
        return Sight(fuse(readings), shown, geometry, off_centre, moved)

    def again(self, frame: Frame, contents: Sequence[Content]) -> Sight:
        """Look again after the camera was gone, while `contents` is held to stand there: it may be another one, elsewhere.

        What was learned holds where the board can be read by it and lies as it lay, or shows that position one way round alone. Else all is
        learned anew, if the picture surely shows that position; NothingSeen, BoardNotFound or StartMismatch when it does not, and
        until one does, no picture is read that does not tell by itself which edge is White's.
        """
        self._held, self._doubts = contents, False
        if self._unread:
            return self.look([frame])
        before, lay, sight = self._last, self._place, None
        try:
            sight = self._look([frame], is_press=False)
        except NothingSeen as error:
            self._doubts = error.fault not in LEARNED_ANEW
            if self._doubts:
                raise
        if sight and _is_sure(sight, contents):
            return sight
        self._doubts, self._place = True, lay
        return self._learned_anew(frame, contents, before, lay)

    def point_at(self, corners_px: Points | Sequence[tuple[float, float]]) -> None:
        """From now on the corners are looked for there first, as in the constructor."""
        self._corners_px, self._is_pointed_at = corners_px, True

    def find(self, frame: Frame, contents: Sequence[Content]) -> Sight:
        """As `again`, because somebody asks for it: where it is not found, all stays as it was. What was pointed at is learned anew there,
        from pieces enough."""
        tried = copy(self)
        tried._fresh = Freshness()
        try:
            if self._is_pointed_at and not self._unread and teaches(contents):
                sight = tried._learned_anew(frame, contents, self._last, self._place)
            else:
                sight = tried.again(frame, contents)
        except NonsenseCorners:
            self._point_at_nothing()
            raise
        vars(self).update(vars(tried))
        return sight

    def _point_at_nothing(self) -> None:
        """What somebody pointed at can be no board: the next look is not to fail by it."""
        if self._is_pointed_at:
            self._corners_px, self._is_pointed_at = None, False

    def _learned_anew(self, frame: Frame, contents: Sequence[Content], before: Frame, lay: Place) -> Sight:
        """All of it from a picture that surely shows these contents; in the picture `before` the board `lay` there."""
        if not teaches(contents):
            raise NothingSeen(Fault.WHICH_WAY, frame.name, NOT_TOLD)
        anew = Watcher(self._size, self._corners_px)
        geometry = anew.begin(frame, contents, surely=True)
        if anew.turned != self.turned:
            raise NothingSeen(Fault.WHICH_WAY, frame.name, NOT_TOLD)
        vars(self).update(vars(anew))
        shift = Shift.between(lay.geometry, geometry)
        moved = Moved(before, frame, shift) if shift.corner_squares > MOVED_SQUARES else None
        return Sight(read(frame.image, geometry, self._calibration).evidence, frame, geometry, (), moved)

    def glance(self, frame: Frame) -> Evidence | None:
        """What one more picture shows, looked at beside the game: nothing is remembered of it. None when it tells nothing."""
        if self._unread:
            return None
        place, fresh = self._place, self._fresh
        self._fresh = Freshness()
        try:
            return self._see(frame).evidence
        except NothingSeen:
            return None
        finally:
            self._place, self._fresh = place, fresh

    def confirm(self, sight: Sight, contents: Sequence[Content]) -> None:
        """Follow the light a little: the pictures of that sight surely showed these contents."""
        self._held, self._doubts = contents, False
        if not self._calibration.same_place(sight.geometry) and None not in sight.evidence.margins():
            self._calibration = settled(self._calibration, sight.frame.image, sight.geometry)
        self._calibration = adapt(self._calibration, sight.frame.image, sight.geometry, contents)

    def _see(self, frame: Frame) -> Reading:
        """Read one picture, and remember where the board lies in it; NothingSeen when it tells nothing, and nothing is remembered."""
        image, before = frame.image, self._place.in_picture(frame.image)
        stale = self._fresh.is_stale(frame)
        fault = white_or_black(image) or (light_fault(image, before.geometry) or Fault.FROZEN if stale else None)
        if fault:
            raise NothingSeen(fault, frame.name, f"the picture is {fault}")
        try:
            place = follow(image, before)
        except BoardNotFound as error:
            raise NothingSeen(self._health.why_lost(image, before.geometry), frame.name, str(error)) from error
        reading = read(image, place.geometry, self._calibration)
        fault = self._health.fault_of(image, place.geometry, reading)
        if fault:
            raise NothingSeen(fault, frame.name, f"the picture is {fault}")
        degrees = ANY_WAY_DEG if self._doubts else Shift.between(before.geometry, place.geometry).degrees
        turned = half_turned(reading, self._held, degrees)
        if turned is None:
            raise NothingSeen(Fault.WHICH_WAY, frame.name, NOT_TOLD)
        if turned:
            place = replace(place, geometry=place.geometry.turned(2))
            reading = read(image, place.geometry, self._calibration)
        self._place = place
        return reading


def _is_sure(sight: Sight, contents: Sequence[Content]) -> bool:
    """Whether the board can be read there, and lies this way round: not the other, and elsewhere beyond doubt, by these contents."""
    telling = sum(margin is not None and margin >= TELLING_NATS for margin in sight.evidence.margins())
    if telling < READABLE_SHARE * len(contents):
        return False
    as_seen, turned = contradictions(sight.evidence, contents), contradictions(sight.evidence, contents[::-1])
    if sight.moved is None:
        return as_seen <= turned
    return as_seen == 0 < turned


def teaches(contents: Sequence[Content]) -> bool:
    """Whether the pieces are enough to learn from in the middle of a game, when one of them may have been moved unseen."""
    return min(sum(content.side is side for content in contents) for side in Side) >= FEWEST
