"""The moves on the record, derived from the rulings of a game (Art. 27, last sentence).

A move that is legal, or was put right, is on the record at once. An irregular move stays open. It goes on the record, with its verdict as
a remark, when the opponent answers it with a move. It is dropped when the same side presses again with another move (the turn was handed
back). A settled move is dropped in the same way when its side makes another one and the opponent has not pressed in between.

The arbiter may overrule all of this, and may set up a position, which is an entry of its own among the plies (`SET_UP`).
"""

from dataclasses import dataclass, replace

from record.events.of_game import Pressed, Ruled

SETTLED = frozenset({"legal", "corrected"})
NOTHING_MOVED = frozenset({"no-move", "unsure", "jumbled", "turned"})
"""Verdicts of presses without a move; such a press does not answer the opponent's move."""
SET_UP = "position"
"""The value of `Ply.verdict` for a position set up by the arbiter or on paper."""
ON_PAPER = "on-paper"
"""The value of `Ply.verdict` for a move from paper that no recorded press matches."""


@dataclass(frozen=True, slots=True)
class Ply:
    """A move on the record; a `verdict` other than `legal` or `corrected` is a remark on an irregularity that stands.

    `move` is None where nothing was done or seen that can be written as a move, and where `verdict` is `SET_UP`: then `fen` was set up
    after press `seq`, and `side` is the side that is not to move. The clock readings are those right after the press; None without a press.
    """

    seq: int
    side: str
    move: str | None
    fen: str
    verdict: str
    confidence: float
    white_ns: int | None
    black_ns: int | None
    pictures: tuple[str, ...] = ()
    """The pictures of the press, in the order of time."""
    picture: str | None = None
    """The picture that was read."""
    drawn: str | None = None
    """The picture that was read, with the grid drawn on it."""
    start: str | None = None
    """The FEN from which the press was explained; None where it was not kept."""
    entered_by: str = ""
    """Who entered the move, where the pictures did not decide."""

    @property
    def irregular(self) -> bool:
        return self.verdict not in SETTLED and self.verdict not in (SET_UP, ON_PAPER)

    @property
    def is_unread(self) -> bool:
        """Whether no move was read or entered: then `fen` is only the likeliest guess."""
        return self.verdict == "unsure" and self.move is None

    @property
    def is_guess(self) -> bool:
        """Whether `fen` is only the likeliest position, as `Ruled.is_guess`, whether or not the move is known."""
        return self.verdict == "unsure" and not self.entered_by

    @property
    def is_set_up(self) -> bool:
        return self.verdict == SET_UP

    @staticmethod
    def read(press: Pressed, ruling: Ruled) -> "Ply":
        """A press as it was ruled, whether or not it is on the record."""
        return Ply(
            ruling.seq,
            ruling.side,
            ruling.move,
            ruling.fen,
            verdict=ruling.verdict,
            confidence=ruling.confidence,
            white_ns=press.white_ns,
            black_ns=press.black_ns,
            pictures=ruling.pictures or press.pictures,
            picture=ruling.picture,
            drawn=ruling.drawn,
            start=ruling.start,
            entered_by=ruling.entered_by,
        )

    @staticmethod
    def set_up(seq: int, fen: str) -> "Ply":
        """A position set up after press `seq`."""
        return Ply(
            seq, "black" if fen.startswith("W") else "white", None, fen, verdict=SET_UP, confidence=1.0, white_ns=None, black_ns=None
        )


@dataclass(frozen=True, slots=True)
class Plies:
    """The moves on the record, in order, and the open presses after them, the latest last."""

    on_record: tuple[Ply, ...] = ()
    open: tuple[Ply, ...] = ()

    def take(self, press: Pressed, ruling: Ruled) -> "Plies":
        """A copy with one more press and its ruling; presses must be added in order."""
        ply = Ply.read(press, ruling)
        return self._still(ply) if ply.verdict in NOTHING_MOVED else self._moved(ply)

    def wait(self, press: Pressed, start_fen: str) -> "Plies":
        """A copy with an unread press among the open ones: the board is held to be unchanged, the other side to move."""
        stood = self.entries[-1].fen if self.entries else start_fen
        fen = ("B" if press.side == "white" else "W") + stood[1:]
        unread = Ply(
            press.seq,
            press.side,
            None,
            fen,
            verdict="unsure",
            confidence=0.0,
            white_ns=press.white_ns,
            black_ns=press.black_ns,
            pictures=press.pictures,
        )
        return replace(self, open=(*self.open, unread))

    @property
    def entries(self) -> tuple[Ply, ...]:
        """The plies on the record and then the open ones, in order."""
        return self.on_record + self.open

    def stand(self) -> "Plies":
        """A copy in which the open plies are on the record for good."""
        return Plies(self.entries)

    def restore(self) -> "Plies":
        """A copy without the open plies."""
        return Plies(self.on_record)

    def take_back(self, count: int) -> "Plies":
        """A copy without the last `count` moves, open ones first, and without the positions that were set up after them."""
        kept = list(self.entries)
        while count and kept:
            count -= not kept.pop().is_set_up
        return Plies(self.on_record[: len(kept)], self.open[: max(0, len(kept) - len(self.on_record))])

    def then_set_up(self, seq: int, fen: str) -> "Plies":
        """A copy in which the open plies are on the record, with the position set up after them."""
        return Plies((*self.entries, Ply.set_up(seq, fen)))

    def _still(self, ply: Ply) -> "Plies":
        if ply.verdict == "no-move" and self._stays(ply):
            return self
        return replace(self, open=(*self.open, ply))

    def _stays(self, ply: Ply) -> bool:
        """Whether a press without a move changes nothing: its side pressed again on an unchanged board, or hands an open fault back.

        A fault on the record was settled, by its answer or by the arbiter. It cannot be handed back any more.
        """
        if self.open:
            return self.open[-1].side == ply.side or _fault(self.open[-1])
        return bool(self.on_record) and self.on_record[-1].side == ply.side

    def _moved(self, ply: Ply) -> "Plies":
        standing, undone = _undo(self.open, ply)
        on_record = (*self.on_record, *standing)
        if not standing and on_record and on_record[-1].side == ply.side and not on_record[-1].is_set_up:
            on_record = on_record[:-1]
        if ply.verdict not in SETTLED:
            return Plies(on_record, (ply,))
        if ply.move is None and undone is not None:
            ply = replace(ply, move=undone.move)  # the same move was put right: the second disc was put on
        return Plies((*on_record, ply))


def _fault(ply: Ply) -> bool:
    return ply.irregular and ply.verdict != "unsure"


def _undo(open_: tuple[Ply, ...], ply: Ply) -> tuple[tuple[Ply, ...], Ply | None]:
    """The open presses that stand after `ply`, and the earliest press of its own side that `ply` replaces, or None.

    A ply replaces the earlier tries of its side back to the last press of the opponent. A `corrected` ply replaces everything from the
    last fault of its side on, because a press of the opponent after that fault was not an answer.
    """
    keep = len(open_)
    if ply.verdict == "corrected":
        keep = max((i for i, each in enumerate(open_) if each.side == ply.side and _fault(each)), default=keep)
    while keep and open_[keep - 1].side == ply.side:
        keep -= 1
    return open_[:keep], open_[keep] if keep < len(open_) else None
