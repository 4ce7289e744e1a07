"""Reads one press: looks at its pictures, asks the referee and makes the drawings. This is slow, and writes nothing to the journal."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from pi.reading.drawings import Drawings
from record.session.not_read import MAX_DARK_PRESSES, hardly_seen
from record.telling.remarks import OFF_CENTRE
from rules.board.evidence import Evidence
from rules.board.position import Position
from rules.board.squares import Content, Side
from rules.irregularity import Verdict
from rules.play.notation import has_capture_sign, parse_move
from rules.referee.belief import Belief, Ruling
from rules.referee.lifted import lifted_early
from rules.referee.priors import MIN_RULING_P
from rules.referee.rule import rule
from vision.camera.source import Frame
from vision.image.geometry import Geometry
from vision.watching.health import NothingSeen
from vision.watching.watcher import Sight

SETTLED = (Verdict.LEGAL, Verdict.CORRECTED)
KEPT_DIGITS = 2
"""The decimals of the evidence in nats. The referee rules on the kept values, so that its belief follows from the journal."""


class Eyes(Protocol):
    """Looks at the pictures: `vision.watching.watcher.Watcher`, or a stand-in that knows what stands on the board."""

    @property
    def turned(self) -> bool: ...
    def begin(self, frame: Frame, contents: Sequence[Content], *, surely: bool = False, mirrored: bool = False) -> Geometry: ...
    def look(self, frames: Iterable[Frame]) -> Sight: ...
    def again(self, frame: Frame, contents: Sequence[Content]) -> Sight: ...
    def find(self, frame: Frame, contents: Sequence[Content]) -> Sight: ...
    def point_at(self, corners_px: Sequence[tuple[float, float]]) -> None: ...
    def glance(self, frame: Frame) -> Evidence | None: ...
    def confirm(self, sight: Sight, contents: Sequence[Content]) -> None: ...
    @property
    def geometry(self) -> Geometry: ...


@dataclass(frozen=True, slots=True)
class PressToRead:
    """A press to be read, and what the referee holds before it."""

    seq: int
    t_ns: int
    side: Side
    belief: Belief


@dataclass(frozen=True, slots=True, eq=False)
class RuledOn:
    """What the referee was shown, and what it ruled."""

    evidence: Evidence
    turned: bool
    """The board lies wrong (Art. 26)."""
    belief: Belief
    rulings: tuple[Ruling, ...]
    """The rulings: amendments first, the press's own last."""


@dataclass(frozen=True, slots=True)
class PressDrawings:
    """The drawings made of a press."""

    grid: str | None = None
    """The name of the drawn picture."""
    not_drawn: str = ""
    """Why the drawn picture could not be kept."""
    straight: Mapping[int, tuple[str | None, str | None]] = field(default_factory=dict)
    """By press with an alert for the arbiter: the names of the rectified pictures before and after it, with its squares outlined."""
    off_centre: tuple[str | None, ...] = ()
    """The same for the discs off the centre alone, where `straight` outlines other squares of this press."""


@dataclass(frozen=True, slots=True)
class KeptPictures:
    """The pictures that were kept of a press."""

    names: tuple[str, ...] = ()
    """The names of the pictures of the press."""
    before: tuple[str, ...] = ()
    """The names of the pictures from before the press; only for a capture with pieces lifted too early."""
    room: bool = True
    """Whether the pictures could be kept; False when the disk has no room."""


@dataclass(frozen=True, slots=True, eq=False)
class PressReading:
    """The outcome of reading a press."""

    asked: PressToRead
    ruled: RuledOn
    seen: Sight | NothingSeen
    """What the pictures showed, or why nothing was seen."""
    lifted: tuple[int, ...] = ()
    """Captured squares that were seen empty too early (Art. 14)."""
    drawn: PressDrawings = field(default_factory=PressDrawings)
    kept: KeptPictures = field(default_factory=KeptPictures)

    @property
    def own(self) -> Ruling:
        """The ruling of the press itself."""
        return self.ruled.rulings[-1]

    @property
    def sight(self) -> Sight | None:
        """What the pictures showed; None when nothing was seen."""
        return self.seen if isinstance(self.seen, Sight) else None


def read_press(
    eyes: Eyes, drawings: Drawings, asked: PressToRead, frames: Iterable[Frame], before: Iterable[Frame] = (), *, at_rest: bool = True
) -> PressReading:
    """Look at the pictures of a press and rule it. The pictures taken `before` it are looked at only after a capture.

    If the board is not `at_rest` in them, no irregularity is ruled on what they show: the next press decides.
    """
    try:
        sight = eyes.look(frames)
    except NothingSeen as fault:
        return unread(asked, fault, turned=eyes.turned)
    ruled = _ruled(asked, _as_kept(sight.evidence), turned=eyes.turned)
    if not at_rest and ruled.rulings[-1].verdict.is_irregular and not eyes.turned:
        ruled = _ruled(asked, Evidence.none(len(ruled.evidence.log_p)), turned=False)
    own, stood = ruled.rulings[-1], asked.belief.position
    sight = replace(sight, off_centre=tuple(one for one in sight.off_centre if own.position.content(one).side))
    lifted = _lifted(eyes, own, stood, before)
    shown = () if own.verdict is Verdict.UNSURE and own.move is None else own.position.contents()  # no guess: the public sees it (Art. 24)
    drawn, why = drawings.grid(sight.frame, sight.geometry, shown)
    drawings.remember(asked.seq, sight.frame, sight.geometry)
    doubted = hardly_seen(ruled.evidence) if own.verdict is Verdict.UNSURE else ()
    others = (*lifted, *doubted, *_newly_dark(ruled.belief))
    is_alone = not others and not own.is_irregular
    straight = _straight(drawings, ruled.rulings, sight.off_centre if is_alone else others)
    off_centre = () if is_alone or not sight.off_centre else drawings.straight(asked.seq, sight.off_centre, asked.seq, OFF_CENTRE)
    if own.verdict in SETTLED:
        eyes.confirm(sight, own.position.visible_contents())
    return PressReading(asked, ruled, sight, lifted, PressDrawings(drawn, why, straight, off_centre))


def unread(asked: PressToRead, fault: NothingSeen, *, turned: bool = False) -> PressReading:
    """Return the reading of a press without a readable picture: the next press decides between all moves that are possible."""
    evidence = Evidence.none(len(asked.belief.position.contents()))
    return PressReading(asked, _ruled(asked, evidence, turned=turned), fault)


def ruled_anew(reading: PressReading, belief: Belief) -> PressReading:
    """Rule the same pictures with the present belief, after it changed while they were being looked at."""
    asked = replace(reading.asked, belief=belief)
    return replace(reading, asked=asked, ruled=_ruled(asked, reading.ruled.evidence, turned=reading.ruled.turned))


def _ruled(asked: PressToRead, evidence: Evidence, *, turned: bool) -> RuledOn:
    """Ask the referee. A game on a board that lies wrong is void (Art. 26), and gets no other ruling."""
    seq, side, belief = asked.seq, asked.side, asked.belief
    if turned:
        void = Ruling(seq, side, Verdict.TURNED, None, belief.position.with_side(side.other), MIN_RULING_P)
        return RuledOn(evidence, turned, belief, (void,))
    if not belief.can_rule(seq, side):
        return RuledOn(evidence, turned, belief, (Ruling(seq, side, Verdict.UNSURE, None, belief.position, 0.0),))
    return RuledOn(evidence, turned, *rule(belief, seq, side, evidence))


def _lifted(eyes: Eyes, own: Ruling, stood: Position, before: Iterable[Frame]) -> tuple[int, ...]:
    """Return the captured squares that the pictures before the press show empty too early (Art. 14)."""
    if own.verdict not in SETTLED or own.move is None or own.start is None or not has_capture_sign(own.move):
        return ()
    seen = (evidence for evidence in map(eyes.glance, before) if evidence)
    return lifted_early(own.start, stood, parse_move(own.move, own.start), seen)


def _newly_dark(belief: Belief) -> tuple[int, ...]:
    """The squares that the arbiter is told of with this press, for nothing has been seen of them for long."""
    return tuple(square for square, pictures in belief.shown.dark.items() if pictures == MAX_DARK_PRESSES)


def _straight(drawings: Drawings, rulings: Sequence[Ruling], remarked: Sequence[int]) -> Mapping[int, tuple[str | None, str | None]]:
    """Draw rectified pictures for each irregular ruling, and for the press itself if squares are remarked on; names by press."""
    own = rulings[-1]
    shown = {one.seq: one.squares for one in rulings if one.is_irregular}
    if remarked:
        shown[own.seq] = (*shown.get(own.seq, ()), *remarked)
    return {seq: drawings.straight(seq, squares, own.seq) for seq, squares in shown.items()}


def _as_kept(evidence: Evidence) -> Evidence:
    rows, heights = ([[round(value, KEPT_DIGITS) for value in row] for row in rows] for rows in (evidence.log_p, evidence.heights))
    return Evidence.of(rows, [tuple(row) for row in heights])
