"""What the referee holds of a game: the ways it may stand, each with its log-probability."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rules.board.evidence import Evidence
from rules.board.position import Position
from rules.board.squares import Content, Side
from rules.irregularity import Verdict
from rules.play.moves import play
from rules.referee.explanations import Explanation
from rules.referee.heights import Heights


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a press is ruled to be. `position` stands on the board after it, the side to move first; `squares` show the irregularity."""

    seq: int
    side: Side
    verdict: Verdict
    move: str | None
    position: Position
    confidence: float
    squares: tuple[int, ...] = ()
    amends: bool = False
    hands_back: bool = False
    """The opponent pressed for a fault to be put right: a `no-move` that is no irregularity."""
    start: Position | None = None
    """The position that the press is explained from, the side that pressed to move."""

    @property
    def is_irregular(self) -> bool:
        """Whether it is something that the arbiter is told of."""
        return self.verdict.is_irregular and not self.hands_back

    @property
    def meaning(self) -> tuple[object, ...]:
        """What rulings of one press must have in common to say the same; whether a piece that did not move is a king may stay open."""
        return self.verdict, self.hands_back, self.move, sides(self.position.contents())


@dataclass(frozen=True, slots=True)
class Doubt:
    """What is not known of a position: nothing, unless it was once no more than what was seen of a board that nothing explains."""

    is_guess: bool = False
    """It is what was seen, or follows from it by no legal move: nobody is accused from it."""
    kings: bool = False
    """Which of the pieces are kings is a guess; nor is anybody accused then."""
    unknown: tuple[int, ...] = ()
    """The squares that were not seen since."""
    counts: tuple[Side, ...] = ()
    """The sides of which the same king may have moved oftener in a row than is counted (Art. 17)."""


KNOWN = Doubt()


@dataclass(frozen=True, slots=True)
class Situation:
    """One way the game may stand.

    `now` stands on the board, the side whose turn it is to move; `before` is the position that is returned to when the turn is handed
    back, the side that pressed last to move; with what is not known of them. `pending` names an irregularity, of the press `pending_seq`,
    that the opponent has not yet answered (Art. 27, last sentence); `handed_back` tells that the opponent has pressed for it to be put
    right.

    `history` holds the rulings of earlier presses as this situation has them, where they were announced otherwise; `last_unsure` tells
    that the last press was announced as `unsure`, and `unsettled` that not even its move was told. `ahead` is the board that its picture
    shows when the next move was made before it was taken; `now` does not hold that move yet.
    """

    before: Position
    now: Position
    pending: Verdict | None = None
    pending_seq: int = 0
    handed_back: bool = False
    before_doubt: Doubt = KNOWN
    now_doubt: Doubt = KNOWN
    history: tuple[Ruling, ...] = ()
    last_unsure: bool = False
    unsettled: bool = False
    ahead: Position | None = None

    def position_for(self, side: Side) -> Position | None:
        """The position from which a press of that side is explained; None where it cannot press."""
        if side is self.now.side and not self.handed_back:
            return self.now
        return self.before if side is self.before.side else None

    def answers(self, side: Side) -> bool:
        """Whether a press of that side comes from the opponent of a pending fault."""
        return self.pending is not None and not self.handed_back and side is self.now.side

    def doubt_of(self, position: Position) -> Doubt:
        """What is not known of `now` or `before`."""
        return self.now_doubt if position is self.now else self.before_doubt

    def after(self, seq: int, position: Position, explanation: Explanation) -> "Situation":
        """How the game stands once the explanation of press `seq`, which starts from `position`, is held true."""
        doubt = self.doubt_of(position)
        if explanation.verdict is Verdict.LEGAL and explanation.move:
            return self.then(position, doubt, play(position, explanation.move))
        stands, strange = _played(position, explanation), explanation.verdict is Verdict.UNSURE
        kings = doubt.kings or (strange and may_hide_kings(position, stands))
        after = self.then(position, doubt, stands)
        return replace(
            after,
            pending=explanation.verdict,
            pending_seq=seq,
            now_doubt=replace(doubt, is_guess=doubt.is_guess or strange, kings=kings, counts=tuple(Side) if kings else ()),
        )

    def then(self, before: Position, doubt: Doubt, now: Position) -> "Situation":
        """The next situation, nothing pending, after a legal move from a position of which so much is not known."""
        counts = tuple(side for side in doubt.counts if side is not before.side or now.king_moves(side).count)
        return Situation(before, now, before_doubt=doubt, now_doubt=replace(doubt, is_guess=False, counts=counts), history=self.history)

    def returned(self, *, restored: bool) -> "Situation":
        """The opponent of a pending fault pressed for it to be put right: the fault still stands, or the board is `restored` already."""
        if restored:
            return replace(self, now=self.before, now_doubt=self.before_doubt, handed_back=True)
        return replace(self, now=self.now.with_side(self.before.side), handed_back=True)

    def with_history(self, ruling: Ruling) -> "Situation":
        """The same, which holds that the press of the ruling is to be ruled so."""
        kept = (old for old in self.history if old.seq != ruling.seq)
        plain = replace(ruling, confidence=0.0, amends=False)
        return replace(self, history=tuple(sorted((*kept, plain), key=lambda old: old.seq)))


@dataclass(frozen=True, slots=True)
class LastPress:
    """The press before, for what was thought too unlikely then and may show now.

    `situations` stood before it, likeliest first; `total_log_p` is the log-weight of all that was thought of, and what had less than
    `least_log_p` of it was not carried along. It is `unsettled` where not even its move was told.
    """

    situations: tuple[tuple[Situation, float], ...]
    seq: int
    side: Side
    evidence: Evidence
    total_log_p: float
    least_log_p: float
    unsettled: bool


@dataclass(frozen=True, slots=True)
class Belief:
    """The situations with their log-probabilities among each other, likeliest first, and the probabilities of what was cut off."""

    situations: tuple[tuple[Situation, float], ...]
    lost_p: float = 0.0
    """Of what was much less likely than what was kept."""
    crowded_p: float = 0.0
    """Of what was as likely as what was kept, and too much: it explains what follows as well."""
    heights: Heights = field(default_factory=dict)
    """What the pictures have shown of the heights of the pieces where they stand."""
    announced: tuple[Ruling, ...] = ()
    """The latest presses as they were announced last, in their order; these may yet be amended."""
    last: LastPress | None = None

    @staticmethod
    def at(position: Position) -> "Belief":
        """A game that surely stands so, nothing pending."""
        return Belief(((Situation(position, position), 0.0),))

    @property
    def position(self) -> Position:
        """What most likely stands on the board."""
        return self.situations[0][0].now


def may_hide_kings(before: Position, guess: Position) -> bool:
    """Whether a king may stand where a man is held to, on a board that was seen and not understood: one there was, or a piece that came."""
    came = any(guess.pieces(side) & ~before.pieces(side) for side in Side)
    return bool(before.white_kings or before.black_kings) or came


def changed(position: Position, changes: Sequence[tuple[int, Content]]) -> Position:
    """The same position with other contents on some squares, and the counts of Art. 17 that still run."""
    contents = list(position.contents())
    for square, content in changes:
        contents[square - 1] = content
    return Position.of(position.rules, position.side, contents).with_counts_of(position)


def sides(contents: Sequence[Content]) -> tuple[Side | None, ...]:
    """The contents with kings and men taken alike."""
    return tuple(map(_SIDES.__getitem__, contents))


_SIDES = tuple(content.side for content in Content)


def _played(position: Position, explanation: Explanation) -> Position:
    """The board after an irregular press, the opponent to move; the counts of Art. 17 go on where a move was made."""
    stands = changed(position, explanation.changes).with_side(position.side.other)
    if explanation.move and explanation.verdict is not Verdict.OPPONENTS_PIECE:
        counted = play(position, explanation.move)
        if counted.contents() == stands.contents():
            return counted
    return stands
