"""The record of a game as PDN."""

import textwrap
from collections.abc import Iterator

from clock.control import SECOND_NS, TimeControl
from record.files import write_atomically
from record.plies import Ply
from record.session import State

__all__ = ["export_pdn", "write_atomically"]

COLUMNS = 80
"""As the PDN standard asks of an exported file."""
TAGS = {"event": "?", "site": "?", "date": "????.??.??", "round": "?", "white": "?", "black": "?"}
"""The roster that every file begins with, and what stands for an unknown value."""
GAME_TYPES = {"international": "20", "english": "21", "frisian": "40"}
"""As the PDN standard numbers them; dambord has no number there."""
RESULTS = {"1-0": "1-0", "0-1": "0-1", "draw": "1/2-1/2"}
"""A void game (Art. 26) and one without a result are `*`."""


def export_pdn(state: State, *, remarks: bool = True) -> str:
    """The game as it stands on the record, one PDN game; SessionError before the opening.

    Each move is followed by `[%clock ...]`, the running side's letter a capital, where a clock is used. An irregularity that stands
    (Art. 27) is a remark in the comment after its move; one that cannot be written as a move is a comment in its place. `remarks=False`
    leaves the remarks out, for the public (Art. 24).
    """
    tags = "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in _tags(state))
    moves = textwrap.fill(" ".join(_movetext(state, remarks)), COLUMNS, break_long_words=False, break_on_hyphens=False)
    return f"{tags}\n{moves}\n"


def _tags(state: State) -> Iterator[tuple[str, str]]:
    opened = state.opened
    for key, unknown in TAGS.items():
        yield key.capitalize(), opened.about.get(key) or unknown
    yield "Result", _result(state)
    if opened.rules in GAME_TYPES:
        yield "GameType", GAME_TYPES[opened.rules]
    yield "TimeControl", _time_control(state.clock.control)
    if state.closing and state.closing.result == "void":
        yield "Termination", "void"
    elif state.closing and state.closing.article:
        yield "Termination", f"Art. {state.closing.article}"
    yield "FEN", opened.start_fen


def _movetext(state: State, remarks: bool) -> Iterator[str]:
    number, due = 1, "white"
    timed = state.clock.control.main_ns is not None
    for ply in state.plies:
        if ply.side == "white":
            number += due == "black"  # two moves of White on end: Black's turn is skipped
            yield f"{number}."
        elif due == "white":
            yield f"{number}..."
        comment = [_clocks(ply)] if timed else []
        if remarks and ply.irregular:
            comment.append(f"{ply.verdict}, left standing")
        if ply.move:
            yield ply.move
        elif not comment:
            comment.append("a move that cannot be written")
        if comment:
            yield f"{{{' '.join(comment)}}}"
        number += ply.side == "black"
        due = "black" if ply.side == "white" else "white"
    yield _result(state)


def _clocks(ply: Ply) -> str:
    """Both clocks right after the press, when that of the other side runs."""
    white, black = ("w", "B") if ply.side == "white" else ("W", "b")
    return f"[%clock {white}{_time(ply.white_ns)} {black}{_time(ply.black_ns)}]"


def _time(ns: int) -> str:
    """`1:20:00`; the second that has begun to run out is not shown."""
    minutes, seconds = divmod(ns // SECOND_NS, 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"


def _time_control(control: TimeControl) -> str:
    """In seconds, as PDN has it: `4800+60`; `-` where there is no clock."""
    return "-" if control.main_ns is None else f"{control.main_ns // SECOND_NS}+{control.increment_ns // SECOND_NS}"


def _result(state: State) -> str:
    return RESULTS.get(state.result, "*")


def _quoted(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
