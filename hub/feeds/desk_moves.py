"""The list of moves at the desk: each press that was read or is open, with its clock reading, verdict, position and picture.

A press stays in the list when it is put right or taken back, and is marked as off the record.

An event of the desk carries only the newest entries, however long the game is. Each entry has a mark that stands for it and all entries
before it, so a page knows whether the older entries that it holds are still the right ones, and asks for the whole list only if not.
"""

import json
import zlib
from collections.abc import Container, Iterator, Mapping
from typing import Any

from record.session.plies import Ply
from record.session.state import State

NEWEST = 3
"""Entries that each event carries: a press adds one, and can change the one or two before it."""
UNREMARKED = "legal"
ON_RECORD, OPEN, OFF_RECORD = "on record", "open", "off record"


def entries(state: State, doubts: Mapping[int, tuple[int, ...]]) -> list[dict[str, Any]]:
    """The plies on the record, then the open ones and the presses that are not read yet, oldest first, ready for JSON.

    Among them, in the order of the presses, stand those that were put right or taken back: they are `off_record`. `number` is the number
    of the pair of moves, as in `public_view`; one that is off the record has the number that it would have there. `left_ns` is the reading
    of the mover's clock after the press, null where there is none. `verdict` is empty for a legal move. `picture` is null where no picture
    was read or kept. `mark` stands for this entry and all before it.

    `fen` is the position after the press. Where that was not read (`is_guess`) it is the last one that was known, and `doubt` are the
    squares on which something else may have stood; `doubts` has them by the numbers of the presses.
    """
    told, number, mark, black_moved = list[dict[str, Any]](), 0, 0, True
    known = state.opened.start_fen
    for ply, standing in _plies(state):
        is_next = ply.side == "white" or black_moved
        own = number + is_next
        fen = ("B" if ply.side == "white" else "W") + known[1:] if ply.is_guess else ply.fen
        if standing != OFF_RECORD:
            number, black_moved, known = own, ply.side == "black", fen
        entry = {"number": own, "open": standing == OPEN, "off_record": standing == OFF_RECORD, **_entry(state, ply), "fen": fen}
        entry |= {"is_guess": ply.is_guess, "doubt": doubts.get(ply.seq, ()) if ply.is_guess else ()}
        mark = zlib.crc32(json.dumps(entry).encode(), mark)
        told.append({**entry, "mark": f"{mark:08x}"})
    return told


def newest(told: list[dict[str, Any]]) -> dict[str, Any]:
    """What an event carries of the list: its length, the newest entries, and the mark of the entry before them, empty without one."""
    first = max(0, len(told) - NEWEST)
    return {"count": len(told), "before": told[first - 1]["mark"] if first else "", "newest": told[first:]}


def written(told: list[dict[str, Any]]) -> dict[int, str]:
    """The move of each press as it is written in a game, such as `4. 32-28` or `4… 19-23`, by the number of the press."""
    moves = ((one, "." if one["side"] == "white" else "…") for one in told if one["move"])
    return {one["seq"]: f"{one['number']}{dots} {one['move']}" for one, dots in moves}


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


def _entry(state: State, ply: Ply) -> dict[str, Any]:
    return {
        "seq": ply.seq,
        "side": ply.side,
        "move": ply.move,
        "verdict": "" if ply.verdict == UNREMARKED else ply.verdict,
        "left_ns": ply.white_ns if ply.side == "white" else ply.black_ns,
        "picture": _picture(state, ply),
    }


def _picture(state: State, ply: Ply) -> str | None:
    return next(iter(state.kept(name for name in (ply.drawn, ply.picture) if name)), None)
