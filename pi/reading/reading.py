"""The reading of one press: its pictures looked at, the referee asked, what belongs to it drawn. It takes long, and touches no journal."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from pi.reading.drawings import Drawings
from rules.board.evidence import Evidence
from rules.board.position import Position
from rules.board.squares import Content, Side
from rules.errors import PressError
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
"""Of the evidence, in nats: what is ruled on is what is kept, so that the referee's belief can be had from the journal again."""


class Eyes(Protocol):
    """What looks at the pictures: `vision.watching.watcher.Watcher`, or a stand-in that is told what stands on the board."""

    @property
    def turned(self) -> bool: ...
    def begin(self, frame: Frame, contents: Sequence[Content], *, surely: bool = False) -> Geometry: ...
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
class PressReading:
    """What a press was read to be."""

    asked: PressToRead
    evidence: Evidence
    belief: Belief
    rulings: tuple[Ruling, ...]
    """Amendments first, the press's own last."""
    sight: Sight | None = None
    """None when nothing was seen, and"""
    fault: NothingSeen | None = None
    """why."""
    lifted: tuple[int, ...] = ()
    """Captured squares that were seen empty too early (Art. 14)."""
    drawn: str | None = None
    not_drawn: str = ""
    """Why the drawn picture could not be kept."""
    straight: Mapping[int, tuple[str | None, str | None]] = field(default_factory=dict)
    """Of each press that the arbiter may be told something of: the pictures before and after it laid straight, its squares outlined."""
    turned: bool = False
    """The board lies wrong (Art. 26)."""
    pictures: tuple[str, ...] = ()
    """What was kept of the press, and"""
    before: tuple[str, ...] = ()
    """of the moments before it, where that was not known before."""
    room: bool = True
    """Whether there was room on the disk for them."""


def read_press(
    eyes: Eyes, drawings: Drawings, asked: PressToRead, frames: Iterable[Frame], before: Iterable[Frame] = (), *, at_rest: bool = True
) -> PressReading:
    """Look at the pictures of a press and rule it. Those taken `before` it are looked at after a capture alone.

    Where the board is not `at_rest` in them nobody is accused of what they show: the next press decides.
    """
    try:
        sight = eyes.look(frames)
    except NothingSeen as fault:
        return unread(asked, fault, turned=eyes.turned)
    evidence = _as_kept(sight.evidence)
    belief, rulings = _ruled(asked, evidence, turned=eyes.turned)
    if not at_rest and rulings[-1].verdict.is_irregular and not eyes.turned:
        evidence = Evidence.none(len(evidence.log_p))
        belief, rulings = _ruled(asked, evidence, turned=False)
    own, stood = rulings[-1], asked.belief.position
    sight = replace(sight, off_centre=tuple(one for one in sight.off_centre if own.position.content(one).side))
    lifted = _lifted(eyes, own, stood, before)
    shown = () if own.verdict is Verdict.UNSURE and own.move is None else own.position.contents()  # no guess: the public sees it (Art. 24)
    drawn, why = drawings.grid(sight.frame, sight.geometry, shown)
    drawings.remember(asked.seq, sight.frame, sight.geometry)
    straight = _straight(drawings, rulings, (*lifted, *sight.off_centre))
    if own.verdict in SETTLED:
        eyes.confirm(sight, own.position.contents())
    return PressReading(asked, evidence, belief, rulings, sight, None, lifted, drawn, why, straight, eyes.turned)


def unread(asked: PressToRead, fault: NothingSeen, *, turned: bool = False) -> PressReading:
    """A press of which nothing was seen: every move that may have been made is carried along for the next press to decide."""
    evidence = Evidence.none(len(asked.belief.position.contents()))
    belief, rulings = _ruled(asked, evidence, turned=turned)
    return PressReading(asked, evidence, belief, rulings, fault=fault, turned=turned)


def ruled_anew(reading: PressReading, belief: Belief) -> PressReading:
    """The same pictures ruled upon what is held by now, where that changed while they were looked at."""
    asked = replace(reading.asked, belief=belief)
    belief, rulings = _ruled(asked, reading.evidence, turned=reading.turned)
    return replace(reading, asked=asked, belief=belief, rulings=rulings)


def _ruled(asked: PressToRead, evidence: Evidence, *, turned: bool) -> tuple[Belief, tuple[Ruling, ...]]:
    """What the referee says. A game on a board that lies wrong is void (Art. 26): nothing else is said of it."""
    seq, side, belief = asked.seq, asked.side, asked.belief
    if turned:
        return belief, (Ruling(seq, side, Verdict.TURNED, None, belief.position.with_side(side.other), MIN_RULING_P),)
    try:
        return rule(belief, seq, side, evidence)
    except PressError:
        return belief, (Ruling(seq, side, Verdict.UNSURE, None, belief.position, 0.0),)


def _lifted(eyes: Eyes, own: Ruling, stood: Position, before: Iterable[Frame]) -> tuple[int, ...]:
    """Whether the pictures before the press show captured pieces gone too early (Art. 14)."""
    if own.verdict not in SETTLED or own.move is None or own.start is None or not has_capture_sign(own.move):
        return ()
    seen = (evidence for evidence in map(eyes.glance, before) if evidence)
    return lifted_early(own.start, stood, parse_move(own.move, own.start), seen)


def _straight(drawings: Drawings, rulings: Sequence[Ruling], remarked: Sequence[int]) -> Mapping[int, tuple[str | None, str | None]]:
    """The pictures laid straight of what is irregular, and of the press itself where these squares are remarked on."""
    own = rulings[-1]
    shown = {one.seq: one.squares for one in rulings if one.is_irregular}
    if remarked:
        shown[own.seq] = (*shown.get(own.seq, ()), *remarked)
    return {seq: drawings.straight(seq, squares, own.seq) for seq, squares in shown.items()}


def _as_kept(evidence: Evidence) -> Evidence:
    return Evidence.of([[round(value, KEPT_DIGITS) for value in row] for row in evidence.log_p])
