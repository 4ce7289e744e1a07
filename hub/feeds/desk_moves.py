"""The list of moves at the desk: each press that was read or is open, with its clock reading, verdict, position and picture.

A press stays in the list when it is put right or taken back, and is marked as off the record.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import NamedTuple

from record.session.plies import Ply
from record.session.state import State

UNREMARKED = "legal"
ON_RECORD, OPEN, OFF_RECORD = "on record", "open", "off record"


class ListedPress(NamedTuple):
    """A press in the list."""

    number: int
    """That of the pair of moves, as in `public_view`; of a press that is off the record the one that it would have there."""
    side: str
    seq: int
    move: str | None
    fen: str
    """The position after it; where it was not read the last one that was known."""
    is_open: bool
    is_off_record: bool
    """Whether it was put right or taken back."""
    verdict: str
    """Empty for a legal move."""
    left_ns: int | None
    """The reading of the mover's clock after the press; None where there is none."""
    picture: str | None
    """None where no picture was read or kept."""
    doubt: tuple[int, ...] | None
    """The squares on which something else may have stood; None where the press was read."""


Pair = tuple[ListedPress | None, ListedPress | None]
"""The moves of White and of Black in a row of the list."""


def entries(state: State, doubts: Mapping[int, tuple[int, ...]]) -> list[ListedPress]:
    """The plies on the record, then the open ones and the presses that are not read yet, oldest first.

    Among them, in the order of the presses, stand those that are off the record. `doubts` has the squares in doubt by the numbers of the
    presses that were not read.
    """
    listed, number, black_moved = list[ListedPress](), 0, True
    known = state.opened.start_fen
    for ply, standing in _plies(state):
        is_next = ply.side == "white" or black_moved
        own = number + is_next
        fen = ("B" if ply.side == "white" else "W") + known[1:] if ply.is_guess else ply.fen
        if standing != OFF_RECORD:
            number, black_moved, known = own, ply.side == "black", fen
        listed.append(
            ListedPress(
                number=own,
                side=ply.side,
                seq=ply.seq,
                move=ply.move,
                fen=fen,
                is_open=standing == OPEN,
                is_off_record=standing == OFF_RECORD,
                verdict="" if ply.verdict == UNREMARKED else ply.verdict,
                left_ns=ply.white_ns if ply.side == "white" else ply.black_ns,
                picture=_picture(state, ply),
                doubt=tuple(doubts.get(ply.seq, ())) if ply.is_guess else None,
            )
        )
    return listed


def pairs(listed: Iterable[ListedPress]) -> dict[str, Pair]:
    """The entries as a game is written, by the names of their rows. What was put right has a row of its own where its place is taken."""
    rows, times = dict[str, Pair](), Counter[int]()
    name, number, white, black = "", 0, None, None
    for press in listed:
        is_white = press.side == "white"
        if press.number != number or black or (is_white and white):
            number, white, black = press.number, None, None
            times[number] += 1
            name = f"{number}-{times[number]}" if times[number] > 1 else str(number)
        white, black = (press, black) if is_white else (white, press)
        rows[name] = white, black
    return rows


def written(press: ListedPress) -> str:
    """Its move as it is written in a game, such as `4. 32-28` or `4… 19-23`; empty where there is none."""
    return f"{press.number}{'.' if press.side == 'white' else '…'} {press.move}" if press.move else ""


def pictures(state: State) -> frozenset[str]:
    """The names of the pictures that the list shows."""
    return frozenset(name for ply, _ in _plies(state) if (name := _picture(state, ply)))


def _plies(state: State) -> Iterator[tuple[Ply, str]]:
    """Each ply of the list, and how it stands: ON_RECORD, OPEN or OFF_RECORD."""
    listed = list(_standing(state))
    gone = _gone(state, {ply.seq for ply, _ in listed if not ply.is_set_up})
    for ply, standing in listed:
        while gone and gone[0].seq <= ply.seq:
            yield gone.pop(0), OFF_RECORD
        yield ply, standing
    yield from ((ply, OFF_RECORD) for ply in gone)


def _standing(state: State) -> Iterator[tuple[Ply, str]]:
    if state.paper_from is not None:
        yield from ((ply, ON_RECORD) for ply in state.plies)
        return
    yield from ((ply, ON_RECORD) for ply in state.line.on_record)
    yield from ((ply, OPEN) for ply in state.waiting_line.entries[len(state.line.on_record) :])


def _gone(state: State, listed: Container[int]) -> list[Ply]:
    """The presses that were read and are not `listed`, oldest first; none of those made while the game was on paper."""
    rulings = {ruling.seq: ruling for ruling in (*state.rulings, *state.settled)}
    presses = (press for press in state.presses if state.paper_from is None or press.seq < state.paper_from)
    return [Ply.read(press, rulings[press.seq]) for press in presses if press.seq in rulings and press.seq not in listed]


def _picture(state: State, ply: Ply) -> str | None:
    return next(iter(state.kept(name for name in (ply.drawn, ply.picture) if name)), None)
