"""The state of the referee: the situations that a game may be in, each with its log-probability."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rules.board.evidence import Evidence
from rules.board.position import Position
from rules.board.squares import Content, Side, board
from rules.irregularity import Verdict
from rules.play.moves import play
from rules.referee.explanations import Explanation
from rules.referee.shown import Shown


@dataclass(frozen=True, slots=True)
class Ruling:
    """The ruling of one press."""

    seq: int
    side: Side
    verdict: Verdict
    move: str | None
    """The move in the notation of Art. 22; None where no move was made or it is not known."""
    position: Position
    """The position on the board after the press."""
    confidence: float
    """The probability of this ruling, 0 to 1."""
    squares: tuple[int, ...] = ()
    """The squares that show the irregularity; empty without one."""
    amends: bool = False
    """Whether this replaces an earlier ruling of the same press."""
    hands_back: bool = False
    """The opponent pressed to have a fault put right. Such a `no-move` is no irregularity."""
    start: Position | None = None
    """The position before the press, with the side that pressed to move."""
    misread: tuple[int, ...] = ()
    """The squares that have spoken against what stands on them at so many presses that it is the reader's error."""
    contradicted: tuple[int, ...] = ()
    """In the history of a situation: squares whose colour spoke against this ruling, or was not seen. The ruling waits for them."""
    crowns: tuple[int, ...] = ()
    """In the history of a situation: pieces whose height spoke against this ruling. The ruling waits for them; 0 for a captured one."""
    found_from: int = 0
    """The first of the presses without a ruling, where the game was found again on the board at this press; 0 elsewhere."""
    open_from: int = 0
    """The first of the presses without a picture just before this ruled one, where the moves of some of them stay open; 0 elsewhere."""
    changed: tuple[int, ...] = ()
    """The squares that changed at the presses from `found_from` to this one, or from `open_from` to before it."""
    board_known: bool = False
    """Of an `unsure` press: which moves led to the board is open, and the board is not."""

    @property
    def is_irregular(self) -> bool:
        """Whether the arbiter is told of it."""
        return self.verdict.is_irregular and not self.hands_back

    @property
    def is_silent(self) -> bool:
        """Whether it is `unsure` without a move."""
        return self.verdict is Verdict.UNSURE and self.move is None

    @property
    def meaning(self) -> tuple[object, ...]:
        """A key that is equal for rulings of one press that say the same. It ignores which pieces are kings."""
        return self.verdict, self.hands_back, self.move, sides(self.position.contents())


@dataclass(frozen=True, slots=True)
class Doubt:
    """What is not known of a position. All fields are empty unless an earlier board could not be explained."""

    is_guess: bool = False
    """The position was only seen, and no legal move has led on from it since. No player is accused on the strength of it."""
    kings: tuple[int, ...] = ()
    """The squares of the pieces of which it is a guess whether they are kings. No player is accused on the strength of it."""
    unknown: tuple[int, ...] = ()
    """The squares that were not seen since then."""
    counts: tuple[Side, ...] = ()
    """The sides with a king that may have made more quiet moves in a row than are counted (Art. 17)."""


KNOWN = Doubt()


@dataclass(frozen=True, slots=True)
class Situation:
    """One state that the game may be in."""

    before: Position
    """The position that the game returns to when the turn is handed back; the side that pressed last is to move."""
    now: Position
    """The position on the board; the side whose turn it is is to move."""
    pending: Verdict | None = None
    """An irregularity that the opponent has not answered yet (Art. 27, last sentence)."""
    pending_seq: int = 0
    """The number of the press that `pending` belongs to."""
    handed_back: bool = False
    """The opponent has pressed to have the irregularity put right."""
    before_doubt: Doubt = KNOWN
    now_doubt: Doubt = KNOWN
    history: tuple[Ruling, ...] = ()
    """The rulings of earlier presses in this situation, where they differ from the announced ones."""
    last_unsure: bool = False
    """The last press was announced as `unsure`."""
    unsettled: bool = False
    """The last press was announced as `unsure` without its move."""
    ahead: tuple[Position, ...] = ()
    """The boards after each further ply that the last picture already showed; `now` does not hold these plies yet."""

    def position_for(self, side: Side) -> Position | None:
        """The position before a press of that side; None if that side cannot press."""
        if side is self.now.side and not self.handed_back:
            return self.now
        return self.before if side is self.before.side else None

    def answers(self, side: Side) -> bool:
        """Whether a press of that side is the opponent's answer to a pending fault."""
        return self.pending is not None and not self.handed_back and side is self.now.side

    def doubt_of(self, position: Position) -> Doubt:
        """The doubt about `position`, which is `now` or `before`."""
        return self.now_doubt if position is self.now else self.before_doubt

    def after(self, seq: int, position: Position, explanation: Explanation) -> "Situation":
        """The situation after press `seq`, made from `position`, if this explanation of it is true."""
        doubt = self.doubt_of(position)
        if explanation.verdict is Verdict.LEGAL and explanation.move:
            return self.then(position, doubt, play(position, explanation.move))
        stands, strange = _played(position, explanation), explanation.verdict is Verdict.UNSURE
        kings = guessed_kings(position, stands) if strange else where_now(doubt.kings, position, stands)
        carried = _carried_to_the_last_row(position, explanation)
        after = Doubt(doubt.is_guess or strange, tuple(sorted({*kings, *carried})), doubt.unknown, counts=tuple(Side) if kings else ())
        return Situation(position, stands, explanation.verdict, seq, before_doubt=doubt, now_doubt=after, history=self.history)

    def then(self, before: Position, doubt: Doubt, now: Position) -> "Situation":
        """The situation after a legal move from `before`, a position with that doubt, to `now`; nothing is pending."""
        counts = tuple(side for side in doubt.counts if side is not before.side or now.king_moves(side).count)
        after = Doubt(False, where_now(doubt.kings, before, now), doubt.unknown, counts)
        return Situation(before, now, before_doubt=doubt, now_doubt=after, history=self.history)

    def returned(self, *, restored: bool) -> "Situation":
        """The situation after the opponent handed the turn back. `restored`: the board is as before the fault again."""
        if restored:
            return replace(self, now=self.before, now_doubt=self.before_doubt, handed_back=True)
        return replace(self, now=self.now.with_side(self.before.side), handed_back=True)

    def with_history(self, ruling: Ruling) -> "Situation":
        """The same situation with this ruling of its press in `history`, in place of an earlier one."""
        kept = (old for old in self.history if old.seq != ruling.seq)
        plain = replace(ruling, confidence=0.0, amends=False)
        return replace(self, history=tuple(sorted((*kept, plain), key=lambda old: old.seq)))


@dataclass(frozen=True, slots=True)
class LastPress:
    """The press before, kept because an explanation that was too unlikely then may fit the next picture."""

    situations: tuple[tuple[Situation, float], ...]
    """The situations before that press with their log-probabilities, likeliest first."""
    seq: int
    side: Side
    evidence: Evidence
    total_log_p: float
    """The log-weight of all explanations together."""
    least_log_p: float
    """Explanations of less than this log-probability were not kept."""
    unsettled: bool
    """It was announced as `unsure` without its move."""


@dataclass(frozen=True, slots=True)
class Silence:
    """The latest presses, in a row, that were ruled `unsure` without a move, since the board was last known."""

    start: Position
    """The likeliest position before the first of them."""
    presses: tuple[tuple[int, Side], ...] = ()
    """The number and the side of each."""
    seen: tuple[Evidence, ...] = ()
    """The evidence of each, as long as there are few enough for their moves to be found."""
    found_after: int = 0
    """After how many of them the game went on from the board that was seen, without their moves; 0 while it did not."""


@dataclass(frozen=True, slots=True)
class Belief:
    """The situations that the referee keeps of a game, and the probability of those that it dropped."""

    situations: tuple[tuple[Situation, float], ...]
    """The situations with their log-probabilities, likeliest first; the probabilities add up to 1."""
    lost_p: float = 0.0
    """The probability of the situations that were dropped. A clear picture that the kept ones explain reduces it."""
    cut_p: float = 0.0
    """The largest probability that was lost at one press with too many situations, since the board was last known.

    Each of those situations may be as likely as one that was kept, and may explain the pictures as well.
    """
    shown: Shown = field(default_factory=Shown)
    """What the last pictures have shown of each square."""
    announced: tuple[Ruling, ...] = ()
    """The last rulings announced for the latest presses and for those that are still open, in order; these may be amended."""
    last: LastPress | None = None
    silence: Silence | None = None

    @staticmethod
    def at(position: Position) -> "Belief":
        """The belief that the game is surely in this position, with nothing pending."""
        return Belief(((Situation(position, position), 0.0),))

    @property
    def position(self) -> Position:
        """The likeliest position on the board."""
        return self.situations[0][0].now

    def may_press(self, side: Side) -> bool:
        """Whether the side has the turn in one of the situations, or could get it back for a fault of its own."""
        return any(situation.position_for(side) is not None for situation, _ in self.situations)

    def can_rule(self, seq: int, side: Side) -> bool:
        """Whether press `seq` can be ruled: that side may press, and neither this nor a later press was ruled before."""
        return self.may_press(side) and not (self.announced and seq <= self.announced[-1].seq)


def guessed_kings(before: Position, guess: Position) -> tuple[int, ...]:
    """The squares of `guess`, an unexplained board, whose pieces may be kings or men: all if there was a king before, else new squares."""
    stood, crowned = before.contents(), before.white_kings or before.black_kings
    pieces = ((square, content) for square, content in enumerate(guess.contents(), 1) if content)
    return tuple(square for square, content in pieces if crowned or content.side is not stood[square - 1].side)


def _carried_to_the_last_row(position: Position, explanation: Explanation) -> tuple[int, ...]:
    """The square of a man that was set on its promotion row by no legal move; nobody knows whether it got its second disc."""
    if explanation.verdict not in (Verdict.UNREACHABLE, Verdict.OPPONENTS_PIECE):
        return ()
    origin, target = explanation.squares
    piece = position.content(origin)
    if piece.side is None or piece.is_king or target not in board(position.rules.board_size).promotion_row(piece.side):
        return ()
    return (target,)


def where_now(squares: tuple[int, ...], before: Position, after: Position) -> tuple[int, ...]:
    """Where the pieces of these squares stand after a ply from `before`. A piece that moved may be on any new square of its side."""
    if not squares:
        return ()
    left = {before.content(square).side for square in squares if before.content(square).side is not after.content(square).side}
    stayed = {square for square in squares if after.content(square) and before.content(square).side is after.content(square).side}
    pairs = enumerate(zip(before.contents(), after.contents(), strict=True), 1)
    return tuple(sorted(stayed | {square for square, (was, now) in pairs if now and was.side is not now.side and now.side in left}))


def changed(position: Position, changes: Sequence[tuple[int, Content]]) -> Position:
    """The position with other contents on some squares, keeping the counts of Art. 17 that still run."""
    contents = list(position.contents())
    for square, content in changes:
        contents[square - 1] = content
    return Position.of(position.rules, position.side, contents).with_counts_of(position)


def sides(contents: Sequence[Content]) -> tuple[Side | None, ...]:
    """The side of the piece on each square; None for an empty square."""
    return tuple(map(_SIDES.__getitem__, contents))


_SIDES = tuple(content.side for content in Content)


def _played(position: Position, explanation: Explanation) -> Position:
    """The board after an irregular press, with the opponent to move. The counts of Art. 17 go on if a move of that side was made."""
    stands = changed(position, explanation.changes).with_side(position.side.other)
    if explanation.move and explanation.verdict is not Verdict.OPPONENTS_PIECE:
        counted = play(position, explanation.move)
        if counted.contents() == stands.contents():
            return counted
    return stands
