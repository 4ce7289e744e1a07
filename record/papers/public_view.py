"""The public view of a session, as data for a page (Art. 24).

A press that is irregular, or could not be read, looks like a press whose pictures are still being read: same position, same moves, same
picture, no hint of what is wrong or required. Only the record is shown: between a press and the next change of the record no ruling of the
referee, no amendment and no alert changes anything here. Where play went on after a press that was never read, the view shows only that
the turn passed: the likeliest move would be a guess.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import Any

from record.session.not_read import MAX_UNSURE_PRESSES
from record.session.outcome import counters_of
from record.session.plies import Ply
from record.session.step import State
from record.telling.counts import kind_of
from rules.play.counting import Count

PUBLIC_TAGS = ("event", "site", "date", "round", "board", "white", "black")
"""The public tags in the order in which they are shown."""
UNWRITTEN = "…"
"""Replaces a ply that cannot be written as a move."""


def public_view(state: State, last_id: int = 0) -> dict[str, Any]:
    """The public view, ready for JSON; SessionError before the opening.

    `id` is `last_id`. `seq` is the last press. `mirrored` is whether the board lies with a light corner at White's left and is drawn so.
    `fen` is the position after the last move on the record. `fens` are the start position and the position after each move.
    `times` are, at each of `fens`, White's and Black's time left and the time that the move took, in milliseconds, null where unknown. They
    are empty where no clock is used. For a reading that is unknown the one before stands.
    `counts` are the running counts at each of `fens` (Art. 17, 18 and their counterparts): `kind` as in `telling.counts`, `side` null
    where the moves of both sides are counted. `moves` has a row for each pair of moves.
    `clock` has the readings as of `t_ns`, null where no clock is used, and the `rate` of its time (a replay may be faster).
    `being_read` is whether a press was made after the last move on the record, `unread` whether several were. `on_paper` is whether the
    game was continued on paper, which is not shown.
    `drawn` is `shown_drawing`: a picture of the board only, for people may be seen on others. `article` is the reason of the result;
    `not_played` is whether it is that of a game that was not played.
    """
    opened, plies = state.opened, state.plies
    fens, tags = _fens(opened.start_fen, plies), opened.about.tags.told
    return {
        "id": last_id,
        "rules": opened.rules,
        "board_size": opened.board_size,
        "mirrored": opened.mirrored,
        "about": {key: tags[key] for key in PUBLIC_TAGS if key in tags},
        "fen": fens[-1],
        "fens": fens,
        "times": _times(state),
        "counts": _counts(state, fens),
        "moves": move_rows(plies),
        "last_move": ends(plies[-1].move) if plies else [],
        **standing(state),
    }


def ends(move: str | None) -> list[int]:
    """The first and the last square of a move in notation; empty without a move."""
    squares = [int(number) for number in re.findall(r"\d+", move or "")]
    return [squares[0], squares[-1]] if squares else []


def standing(state: State) -> dict[str, Any]:
    """The part of the public view that says how the game stands now: all but the moves and what is known of the game."""
    waiting = _waiting(state)
    return {
        "seq": state.last_seq,
        "being_read": waiting,
        "unread": waiting and _since_settled(state) >= MAX_UNSURE_PRESSES,
        "on_paper": state.on_paper,
        "clock": _clock(state),
        "drawn": shown_drawing(state),
        "result": state.result,
        "article": state.article if state.over else None,
        "not_played": state.over and not state.is_played,
        "closed": state.over,
    }


def shown_drawing(state: State) -> str | None:
    """The drawn picture of the last move on the record, before the first one that of the board; None where there is none, or none is kept.

    It changes with the record alone: the picture of a press that is pending would show what is wrong (Art. 24).
    """
    return next(iter(last_drawings(state)), None)


def last_drawings(state: State) -> tuple[str, ...]:
    """The picture that `shown_drawing` names, and the one before it; empty without the first.

    Pictures of a board elsewhere come to a hub after the rows that name them: until the first is here the second is shown.
    """
    names = tuple(islice(_drawings_on_record(state), 2))
    return state.kept(names) if state.kept(names[:1]) else ()


def _drawings_on_record(state: State) -> Iterator[str]:
    """The drawings before the first press and of the presses on the record, the last one first.

    The first two alone are wanted, after each row: nothing is made of all plies, and presses that are not on the record are leapt over.
    """
    drawings, number_of = state.drawings, itemgetter(0)
    before, place = bisect_right(drawings, 0, key=number_of), len(drawings)
    for ply in reversed(state.plies):
        place = bisect_right(drawings, ply.seq, before, place, key=number_of)
        if place == before:
            break
        if drawings[place - 1][0] == ply.seq and not ply.is_set_up:
            place -= 1
            yield drawings[place][1]
    yield from (name for _, name in reversed(drawings[:before]))


def first_here(names: Iterable[str], folder: Path) -> str | None:
    """The first of these pictures that is in the folder of the game; None where none is."""
    return next((name for name in names if (folder / name).is_file()), None)


def move_rows(plies: tuple[Ply, ...]) -> list[dict[str, Any]]:
    """`{"number": 1, "white": "32-28", "black": "19-23"}` for each pair of moves; null for a side without a move there."""
    rows: list[dict[str, Any]] = []
    for ply in plies:
        if ply.side == "white" or not rows or rows[-1]["black"] is not None:
            rows.append({"number": len(rows) + 1, "white": None, "black": None})
        rows[-1][ply.side] = ply.move or UNWRITTEN
    return rows


def clock_rate(state: State) -> float:
    """How many times faster than real time the session runs: a replay may be faster. SessionError before the opening."""
    text = state.opened.about.settings.clock_rate or "1"
    return float(text) or 1.0 if re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,3})?", text) else 1.0


def _clock(state: State) -> dict[str, Any]:
    clock = state.clock
    timed = clock.control.main_ns is not None
    return {
        "control": str(clock.control),
        "white_ns": clock.white_ns if timed else None,
        "black_ns": clock.black_ns if timed else None,
        "running": clock.running,
        "t_ns": clock.since_t_ns,
        "rate": clock_rate(state),
    }


def _times(state: State) -> list[list[int | None]]:
    opened = state.opened
    if state.clock.control.main_ns is None:
        return []
    took_ns = dict(zip((press.seq for press in state.presses), state.thought_ns, strict=True))
    shown = (None, None) if state.before else (opened.white_ns, opened.black_ns)
    times = [[*map(_ms, shown), None]]
    for ply in state.plies:
        if ply.white_ns is not None and ply.black_ns is not None:
            shown = ply.white_ns, ply.black_ns
        times.append([*map(_ms, shown), None if ply.is_set_up else _ms(took_ns.get(ply.seq))])
    return times


def _ms(time_ns: int | None) -> int | None:
    return None if time_ns is None else time_ns // 1_000_000


def _waiting(state: State) -> bool:
    """Whether the last presses are without a move on the record, whatever the reason (Art. 24); not when nothing more is read."""
    return not (state.over or state.on_paper) and (_since_settled(state) > 0 or bool(state.line.open))


def _since_settled(state: State) -> int:
    """The presses since the last one that is settled. It does not depend on how the others were ruled (Art. 24)."""
    on_record, words = state.line.on_record, state.on_the_board
    return state.last_seq - max(on_record[-1].seq if on_record else 0, words[-1].seq if words else 0)


def _fens(start_fen: str, plies: tuple[Ply, ...]) -> list[str]:
    """The start position and the last known position after each ply."""
    fens = [start_fen]
    for ply in plies:
        fens.append(("B" if ply.side == "white" else "W") + fens[-1][1:] if ply.is_unread else ply.fen)
    return fens


def _counts(state: State, fens: list[str]) -> list[list[dict[str, Any]]]:
    """The running counts at the start and after each ply. Nothing is counted without a king, so then nothing is replayed."""
    if not any("K" in fen for fen in fens):
        return [[] for _ in fens]
    unread = (False, *(ply.is_unread for ply in state.plies))
    told = zip(unread, counters_of(state), strict=True)
    return [[] if is_unread else [_count(count) for count in counter.counts()] for is_unread, counter in told]


def _count(count: Count) -> dict[str, Any]:
    side = count.side.value if count.side else None
    return {"kind": kind_of(count), "side": side, "made": count.made, "left": count.left, "limit": count.limit, "square": count.square}
