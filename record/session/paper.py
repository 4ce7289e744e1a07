"""A game continued on paper (regulation C, Art. 5): where it leaves the record, and how what was noted there comes back into it.

A move that the tablet does not accept, and that the opponent lets stand, puts the rest of the game on paper. The record then ends before
that move; what is recorded after it is kept unseen, and lends clock times and pictures to the moves that are entered later.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from record.events.of_game import PaperMoves
from record.events.of_record import MovesBefore
from record.session.plies import ON_PAPER, Ply
from rules.errors import DamcamError, Phrase


class PaperError(DamcamError, ValueError):
    """Moves from paper that cannot be taken into the record, or a paper that is none."""


class PaperRefusal(Phrase):
    """Why no moves from paper are entered."""

    NOT_CONTINUED = "this game was not continued on paper: there is no place for moves from there"
    GOES_ON = "the game goes on: moves from paper are entered when it has ended"
    NOBODY_ENTERS = "it does not say who enters the moves"
    ONE_GAME = "{where}: {count} games; the moves of one were expected"
    NO_GAME = "{where}: no games; the moves of one were expected"
    THESE_MOVES = "these moves"
    ANOTHER_START = "the paper begins at {begins}, and these moves at {begun}"
    PLACE = "line {line}, ply {ply} from paper: {why}"
    NOT_LEGAL = "{move} is not a legal move here: {why}"
    SEEN = "{fault}; the first press on paper was irregular, and the camera saw it as {seen}"
    RESULT = "the result: {why}"


def up_to_paper(plies: Sequence[Ply], first: int) -> tuple[Ply, ...]:
    """The plies before the press from which the game is noted on paper."""
    return tuple(takewhile(lambda ply: ply.seq < first, plies))


def from_paper(entered: PaperMoves, recorded: Sequence[Ply]) -> Iterator[Ply]:
    """What was entered as plies; one that was recorded too has its press, clock times and pictures, and its irregularity stands."""
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
            yield Ply(last, side, move, fen, ON_PAPER, 1.0, None, None)


def from_elsewhere(entered: MovesBefore) -> Iterator[Ply]:
    """The moves that were made before the recording began, as plies that no press belongs to."""
    for move, fen, clocks in zip(entered.moves, entered.fens, entered.clocks, strict=True):
        side = "black" if fen.startswith("W") else "white"
        yield Ply.set_up(0, fen) if move.startswith("/") else Ply(0, side, move, fen, ON_PAPER, 1.0, *(clocks or (None, None)))


def fault_that_stands(before: Sequence[Ply], after: Sequence[Ply]) -> int | None:
    """The press of the first irregularity that has come to stand between these two records; an unread press is none.

    It is one that the tablet does not accept, for from then on another position stands on the board than its own.
    """
    stood = {ply.seq for ply in before if _is_fault(ply)}
    return next((ply.seq for ply in after if _is_fault(ply) and ply.seq not in stood), None)


def _is_fault(ply: Ply) -> bool:
    return ply.irregular and ply.verdict != "unsure"
