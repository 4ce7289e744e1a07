"""Follows one board through a game: finds it once, learns what its pieces look like, then reads picture after picture.

A watcher is in one of the modes of `vision.watching.modes`. Each mode is a frozen value that holds all that is known in it, and each method
replaces the mode as a whole.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from weakref import ref

from rules.board.evidence import Evidence
from rules.board.squares import Content, Side
from rules.errors import DamcamError
from vision.camera.source import Frame
from vision.image.geometry import Geometry
from vision.locating.locate import NonsenseCorners
from vision.reading.reader import Reading, fuse, read
from vision.watching.centred import DiscsSeen
from vision.watching.following import MOVED_SQUARES, Shift, contradictions
from vision.watching.health import TELLING_NATS, Freshness, NothingSeen, PictureFault, fault_sentence
from vision.watching.modes import Corners, CornersHint, Following, LookingAgain, LyingWrong, Mode, Tracking, Unstarted, learn_board
from vision.watching.tracked import WAY_UNKNOWN, Glance, TrackedBoard

MAX_GLANCES = 8
"""The latest glances that are remembered. The pictures to read are mostly the last two of them, and the readings of a press take memory."""
MIN_PIECES = 5
"""The fewest pieces of each side to learn from in the middle of a game. One that was moved unseen then shows as out of place."""
READABLE_SHARE = 0.8
"""The share of the squares that must tell something for the calibration of another camera to hold."""
LEARNED_ANEW = (PictureFault.OUT_OF_FOCUS, PictureFault.COVERED, PictureFault.WHICH_WAY)
"""The faults that a picture of another camera may seem to have."""


@dataclass(frozen=True, slots=True, eq=False)
class Moved:
    """The board or the camera was moved between two pictures, by more than a nudge."""

    before: Frame
    """The last picture before the move."""
    after: Frame
    """The first picture after the move."""
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


@dataclass(frozen=True, slots=True, eq=False)
class Looked:
    """The outcome of a look at the board, and the state of the watcher after it."""

    sight: Sight | DamcamError
    """What was seen, or the error that says why nothing was."""
    mode: Mode
    hint: CornersHint


class Watcher:
    """Reads the pictures of one board of `size` fields a side; `begin` comes before `look`.

    `corners_px`, (4, 2), are where its corners are looked for first, each off by half a square at most.
    """

    def __init__(self, size: int, corners_px: Corners | None = None) -> None:
        self._size = size
        self._hint = CornersHint(corners_px)
        self._mode: Mode = Unstarted()
        self._glances: tuple[Glance, ...] = ()

    @property
    def turned(self) -> bool:
        """Whether the board lies wrong: the pieces stand on the light fields, or the dark corner is at White's right (Art. 26)."""
        return self._mode.turned

    @property
    def geometry(self) -> Geometry:
        """Where the board lay in the last picture that was read; RuntimeError before `begin`."""
        return self._mode.geometry if isinstance(self._mode, LyingWrong) else self._tracking.geometry

    @property
    def _tracking(self) -> Tracking:
        """The mode in which a board is tracked; RuntimeError in any other."""
        return _tracking(self._mode)

    def begin(self, frame: Frame, contents: Sequence[Content], *, surely: bool = False, mirrored: bool = False) -> Geometry:
        """Find the board in a picture of a known position (`contents`, square 1 first) and learn from it what its pieces look like.

        NothingSeen when the picture is too dark, too bright or out of focus. BoardNotFound or StartMismatch, naming the picture and what
        was expected, when it does not show that position. With `surely`, for the middle of a game, NothingSeen also when the picture shows
        the position another way round as well. `mirrored`: the board lies with a light corner at White's left and is read as its mirror
        image; without it such a board is `turned`.
        """
        try:
            mode = learn_board(frame, self._size, contents, self._hint.corners_px, surely=surely, mirrored=mirrored)
        except NonsenseCorners:
            self._hint = self._hint.refused()
            raise
        self._go_on(mode)
        if isinstance(mode, Following):
            self._hint = self._hint.used()
        return mode.geometry

    def look(self, frames: Iterable[Frame]) -> Sight:
        """Read the pictures of one press, in time order, and fuse them; NothingSeen with the fault of the last when none can be read."""
        if isinstance(self._mode, LyingWrong):
            last = deque(frames, maxlen=1)
            if not last:
                raise _no_picture()
            return _nothing_read(self._mode, last[0])
        return self._take(_read(self._tracking, self._hint, frames, is_press=True, glances=self._glances))

    def again(self, frame: Frame, contents: Sequence[Content]) -> Sight:
        """Look again after the camera was gone, while `contents` is held to stand on the board. The camera may be another one, elsewhere.

        What was learned is kept when the board can be read with it, and lies as it lay or shows the position one way round only. Otherwise
        everything is learned anew if the picture surely shows the position; NothingSeen, BoardNotFound or StartMismatch when it does not.
        After such a failure no picture is read that does not tell by itself which edge is White's.
        """
        return self._take(self._look_again(self._mode, frame, contents))

    def point_at(self, corners_px: Corners) -> None:
        """From now on look for the corners there first, as with the constructor's `corners_px`."""
        self._hint = CornersHint(corners_px, is_pointed_at=True)

    def find(self, frame: Frame, contents: Sequence[Content]) -> Sight:
        """As `again`, at somebody's request: when the board is not found, the watcher is unchanged.

        Where somebody has pointed at the corners and there are pieces enough, everything is learned anew at those corners.
        """
        mode = self._mode
        if isinstance(mode, Tracking):
            mode = replace(mode, board=replace(mode.board, fresh=Freshness()))
        if self._hint.is_pointed_at and not isinstance(mode, LyingWrong) and teaches(contents):
            looked = self._learn_anew(mode, frame, contents, self._tracking.board)
        else:
            looked = self._look_again(mode, frame, contents)
        if isinstance(looked.sight, Sight):
            return self._take(looked)
        if isinstance(looked.sight, NonsenseCorners):
            self._hint = self._hint.refused()
        raise looked.sight

    def _take(self, looked: Looked) -> Sight:
        """Go on as after this look, and return its sight; raises its error when there is none."""
        self._go_on(looked.mode)
        self._hint = looked.hint
        if isinstance(looked.sight, Sight):
            return looked.sight
        raise looked.sight

    def _look_again(self, mode: Mode, frame: Frame, contents: Sequence[Content]) -> Looked:
        """As `again`, from that mode on; the watcher is unchanged."""
        if isinstance(mode, LyingWrong):
            return Looked(_nothing_read(mode, frame), mode, self._hint)
        held = replace(_tracking(mode).board, held=contents)
        looked = _read(Following(held), self._hint, [frame], is_press=False)
        board = _tracking(looked.mode).board
        if isinstance(looked.sight, Sight):
            if _is_sure(looked.sight, contents):
                return looked
        elif not (isinstance(looked.sight, NothingSeen) and looked.sight.fault in LEARNED_ANEW):
            return replace(looked, mode=LookingAgain(board))
        return self._learn_anew(LookingAgain(replace(board, place=held.place)), frame, contents, held)

    def _learn_anew(self, mode: Mode, frame: Frame, contents: Sequence[Content], before: TrackedBoard) -> Looked:
        """Learn everything from a picture that surely shows these contents; the watcher is unchanged.

        `before` is the board as it was known until now, and `mode` is the mode to stay in when nothing can be learned.
        """
        try:
            if not teaches(contents):
                raise NothingSeen(PictureFault.WHICH_WAY, frame.name, WAY_UNKNOWN)
            mirrored = before.place.geometry.is_mirrored
            learned = learn_board(frame, self._size, contents, self._hint.corners_px, surely=True, mirrored=mirrored)
            if learned.turned != before.turned:
                raise NothingSeen(PictureFault.WHICH_WAY, frame.name, WAY_UNKNOWN)
        except DamcamError as error:
            return Looked(error, mode, self._hint)
        return Looked(_first_sight(learned, frame, before), learned, self._hint.used())

    def glance(self, frame: Frame) -> Evidence | None:
        """What one more picture shows; None when it cannot be read. The board is known as before; a `look` at the picture is quicker."""
        if isinstance(self._mode, LyingWrong):
            return None
        mode = self._tracking
        try:
            sighting = mode.board.see(frame, is_stale=False, any_way=mode.any_way, glance=_glance_at(self._glances, frame))
        except NothingSeen:
            return None
        self._glances = (*self._glances, Glance(ref(frame.held), mode.board.place, sighting))[-MAX_GLANCES:]
        return sighting.reading.evidence

    def confirm(self, sight: Sight, contents: Sequence[Content]) -> None:
        """Learn that the pictures of that sight surely showed these contents: the calibration follows the light a little."""
        board = self._tracking.board
        self._go_on(Following(board.confirmed(sight.frame.image, sight.geometry, sight.evidence, contents)))

    def _go_on(self, mode: Mode) -> None:
        """From now on be in that mode. Glances are of the board as it was known before."""
        self._mode = mode
        self._glances = ()


def _tracking(mode: Mode) -> Tracking:
    """The mode, if a board is tracked in it; RuntimeError in any other."""
    if not isinstance(mode, Tracking):
        raise RuntimeError("Watcher.begin has learned no board that can be read")
    return mode


def _glance_at(glances: Iterable[Glance], frame: Frame) -> Glance | None:
    """The glance at that picture, if there was one."""
    return next((glance for glance in glances if glance.is_of(frame)), None)


def _read(mode: Tracking, hint: CornersHint, frames: Iterable[Frame], *, is_press: bool, glances: Iterable[Glance] = ()) -> Looked:
    """Read the pictures as `Watcher.look` does, from this mode on. Discs off their centres are named after a press only."""
    lay, trouble = mode.geometry, _no_picture()
    readings: list[Reading] = []
    shown: Frame | None = None
    moved: Moved | None = None
    for frame in frames:
        before = mode.board
        mode = replace(mode, board=before.noticing(frame))
        try:
            place, reading = mode.board.see(
                frame, is_stale=mode.board.fresh.is_stale, any_way=mode.any_way, glance=_glance_at(glances, frame)
            )
        except NothingSeen as error:
            trouble = error
            continue
        mode = replace(mode, board=replace(mode.board, place=place, last=frame))
        readings.append(reading)
        shown = frame
        if Shift.between(before.place.geometry, place.geometry).corner_squares > MOVED_SQUARES:
            moved = Moved(moved.before if moved else before.last, frame, Shift.between(lay, place.geometry))
    if shown is None:
        return Looked(trouble, mode, hint)
    off_centre: tuple[int, ...] = ()
    if is_press:
        board, off_centre = mode.board.centred(DiscsSeen.of(readings), shown.image)
        mode = replace(mode, board=board.measured(readings[-1].came))
    return Looked(Sight(fuse(readings), shown, mode.geometry, off_centre, moved), mode, hint)


def _first_sight(learned: Following | LyingWrong, frame: Frame, before: TrackedBoard) -> Sight:
    """What the picture shows that the board was learned from; `before` is the board as it was known until then."""
    if isinstance(learned, LyingWrong):
        return _nothing_read(learned, frame)
    shift = Shift.between(before.place.geometry, learned.geometry)
    moved = Moved(before.last, frame, shift) if shift.corner_squares > MOVED_SQUARES else None
    return Sight(read(frame.image, learned.geometry, learned.board.calibration).evidence, frame, learned.geometry, (), moved)


def _nothing_read(mode: LyingWrong, frame: Frame) -> Sight:
    """A sight whose evidence says nothing."""
    return Sight(Evidence.none(mode.geometry.size**2 // 2), frame, mode.geometry)


def _no_picture() -> NothingSeen:
    return NothingSeen(PictureFault.NO_PICTURE, "", fault_sentence(PictureFault.NO_PICTURE))


def _is_sure(sight: Sight, contents: Sequence[Content]) -> bool:
    """Whether the board can be read there and, going by these contents, lies this way round.

    Where it was not moved, this way round must fit as well as the other. Where it was moved, nothing may contradict this way round and
    something must contradict the other.
    """
    telling = sum(margin is not None and margin >= TELLING_NATS for margin in sight.evidence.margins())
    if telling < READABLE_SHARE * len(contents):
        return False
    as_seen, turned = contradictions(sight.evidence, contents), contradictions(sight.evidence, contents[::-1])
    if sight.moved is None:
        return as_seen <= turned
    return as_seen == 0 < turned


def teaches(contents: Sequence[Content]) -> bool:
    """Whether these pieces are enough to learn from in the middle of a game, when one of them may have been moved unseen."""
    return min(sum(content.side is side for content in contents) for side in Side) >= MIN_PIECES
