"""A game continued on paper (regulation C, Art. 5): where the record stops, and how the moves from paper are added to it.

A move that the tablet does not accept, and that the opponent lets stand, puts the rest of the game on paper. The record then ends before
that move. Recording goes on without being shown, and gives clock times and pictures to the moves that are entered later.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from record.events.of_game import PaperMoves
from record.events.of_record import MovesBefore
from record.session.plies import ON_PAPER, Ply
from rules.errors import DamcamError, Phrase


class PaperError(DamcamError, ValueError):
    """Moves from paper that cannot be added to the record, or a game that was not continued on paper."""


class PaperRefusal(Phrase):
    """Why moves from paper are refused."""

    NOT_CONTINUED = "this game was not continued on paper: there is no place for moves from there"
    GOES_ON = "the game goes on: moves from paper are entered when it has ended"
    NOBODY_ENTERS = "it does not say who enters the moves"
    ONE_GAME = "{where}: {count} game; the moves of one were expected", "{where}: {count} games; the moves of one were expected"
    NO_GAME = "{where}: no games; the moves of one were expected"
    THESE_MOVES = "these moves"
    ANOTHER_START = "the paper begins at {begins}, and these moves at {begun}"
    PLACE = "line {line}, ply {ply} from paper: {why}"
    NOT_LEGAL = "{move} is not a legal move here: {why}"
    SEEN = "{fault}; the first press on paper was irregular, and the camera saw it as {seen}"
    RESULT = "the result: {why}"
    ON_PAPER_SINCE = "press {seq} cannot begin the paper: the game is on paper since press {first}"
    NO_SUCH_PRESS = "press {seq} cannot begin the paper: it was never made"
    UNEQUAL = "moves from paper: {moves}, positions: {positions}, presses: {presses}"


def up_to_paper(plies: Sequence[Ply], first: int) -> tuple[Ply, ...]:
    """The plies before press `first`, from which the game is noted on paper."""
    return tuple(takewhile(lambda ply: ply.seq < first, plies))


def from_paper(entered: PaperMoves, recorded: Sequence[Ply]) -> Iterator[Ply]:
    """The entered moves as plies. One that was recorded too keeps its press, clock times, pictures and irregularity."""
    known = {ply.seq: ply for ply in recorded if ply.seq and not ply.is_set_up}
    last = 0
    for move, fen, seq in zip(entered.moves, entered.fens, entered.seqs, strict=True):
        ply, last = known.get(seq), max(seq, last)
        is_setup = move.startswith("/")
        if ply and _is_fault(ply):
            yield ply if is_setup else replace(ply, move=move)
        elif is_setup:
            yield Ply.set_up(last, fen)
        elif ply:
            yield replace(ply, move=move, fen=fen, verdict="legal")
        else:
            side = "black" if fen.startswith("W") else "white"
            yield Ply(last, side, move, fen, verdict=ON_PAPER, confidence=1.0, white_ns=None, black_ns=None)


def from_elsewhere(entered: MovesBefore) -> Iterator[Ply]:
    """The moves made before the recording began, as plies without a press."""
    for move, fen, clocks in zip(entered.moves, entered.fens, entered.clocks, strict=True):
        if move.startswith("/"):
            yield Ply.set_up(0, fen)
        else:
            side = "black" if fen.startswith("W") else "white"
            white_ns, black_ns = clocks or (None, None)
            yield Ply(0, side, move, fen, verdict=ON_PAPER, confidence=1.0, white_ns=white_ns, black_ns=black_ns)


def fault_that_stands(before: Sequence[Ply], after: Sequence[Ply]) -> int | None:
    """The press of the first irregularity that stands in the record `after` and not in `before`, or None; an unread press does not count.

    The tablet does not accept such a move, because the board differs from the tablet's position from then on.
    """
    stood = {ply.seq for ply in before if _is_fault(ply)}
    return next((ply.seq for ply in after if _is_fault(ply) and ply.seq not in stood), None)


def _is_fault(ply: Ply) -> bool:
    return ply.irregular and ply.verdict != "unsure"
