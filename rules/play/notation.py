"""Moves in the notation of Art. 22: `46-41`, `46x37`, or `x` for the only capture; the full path where the ends are ambiguous."""

import re
from collections.abc import Sequence

from rules.board.position import Position
from rules.errors import AmbiguousMove, IllegalMove, MalformedMove, Phrase
from rules.play.captures import CaptureState, path_to, visits
from rules.play.moves import Move, legal_moves

DASHES = r"\-\u0096\u0097\u00ad\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d"
"""The signs that are read as `-`, inside a class of a regular expression: the dashes of Unicode, and those of Windows-1252 left as they are
(0x96, 0x97)."""
CROSSES = r"x:\u00d7\u0445\u0425"
"""The signs that are read as `x`, likewise; the last two are the Cyrillic letter that looks like it."""
_SQUARES = re.compile(rf"(\d{{1,2}})((?:\s*[{DASHES}{CROSSES}*]\s*\d{{1,2}})+)[+#!?]*", re.ASCII | re.IGNORECASE)
_BARE = re.compile(rf"[{CROSSES}][+#!?]*", re.IGNORECASE)
_CAPTURES = re.compile(rf"[{CROSSES}*]", re.IGNORECASE)
# Enough for a path over forty-nine pieces that is written with many blanks.
MAX_MOVE_CHARS = 400
MAX_SHOWN_CHARS = 40
"""The most characters of a text that a message shows."""
MAX_NAMED_CAPTURES = 4
"""The most captures that a message lists."""


class MoveFault(Phrase):
    """The reasons why a text does not name exactly one move."""

    TOO_LONG = "{text} is too long for a move"
    NO_MOVE = "{text} is not a move; one such as 32-28 or 28x17 was expected"
    NOT_LEGAL = "{move} is not a legal move here"
    AMBIGUOUS = (
        "{text} may be {count} capture: {moves}; written like that it is clear",
        "{text} may be any of {count} captures: {moves}; written like that it is clear",
    )
    AMBIGUOUS_AMONG_MANY = (
        "{text} may be {count} capture: {moves} and {more} more; written like that it is clear",
        "{text} may be any of {count} captures: {moves} and {more} more; written like that it is clear",
    )


def write_move(position: Position, move: Move, bare: bool = False) -> str:
    """The move in the notation of Art. 22, played from `position`; it may be illegal.

    With `bare`, the only legal capture is written as `x`, which Art. 22 allows.
    """
    if bare and move.captured and legal_moves(position) == (move,):
        return "x"
    return _short(move) if _alone(position, move) else "x".join(map(str, path(position, move)))


def path(position: Position, move: Move) -> tuple[int, ...]:
    """The squares that the move visits, from origin to target; one path if there are several."""
    if not move.captured:
        return move.origin, move.target
    return path_to(position, move.origin, _end(move))


def squares_in(text: str) -> tuple[int, ...]:
    """The squares of a written move, origin first, on any board; empty for a bare `x`. MalformedMove: the text is not a move."""
    stripped = text.strip()
    if len(stripped) > MAX_MOVE_CHARS:
        raise MalformedMove(MoveFault.TOO_LONG.said(text=repr(_shown(stripped))))
    if _BARE.fullmatch(stripped):
        return ()
    if not _SQUARES.fullmatch(stripped):
        raise MalformedMove(MoveFault.NO_MOVE.said(text=repr(_shown(stripped))))
    return tuple(map(int, re.findall(r"\d+", stripped)))


def has_wrong_sign(text: str, move: Move) -> bool:
    """Whether the text has the sign of a capture for a quiet move, or the other way round."""
    return has_capture_sign(text) != move.is_capture


def has_capture_sign(text: str) -> bool:
    """Whether a move is written as a capture, with `x` or another sign for it."""
    return bool(_CAPTURES.search(text))


def parse_move(text: str, position: Position) -> Move:
    """The legal move that the text names, whether with `-` or `x` between the squares (see `has_wrong_sign`).

    MalformedMove: the text is not a move. IllegalMove: no legal move fits it. AmbiguousMove: several do.
    """
    legal, squares, stripped = legal_moves(position), squares_in(text), text.strip()
    if not squares:
        return _only([move for move in legal if move.is_capture], stripped, position)
    fitting = [move for move in legal if (move.origin, move.target) == (squares[0], squares[-1])]
    fitting = [move for move in fitting if move.is_capture or len(squares) == 2]
    if len(squares) > 2:
        fitting = [move for move in fitting if visits(position, move.origin, _end(move), squares[1:-1])]
        fitting = [move for move in fitting if len(move.captured) == len(squares) - 1] or fitting  # the path is whole
    return _only(fitting, stripped, position)


def _only(fitting: Sequence[Move], text: str, position: Position) -> Move:
    if not fitting:
        raise IllegalMove(MoveFault.NOT_LEGAL.said(move=_shown(text)))
    if len(fitting) > 1:
        named = tuple(write_move(position, move) for move in fitting[:MAX_NAMED_CAPTURES])
        why = MoveFault.AMBIGUOUS_AMONG_MANY if len(fitting) > MAX_NAMED_CAPTURES else MoveFault.AMBIGUOUS
        raise AmbiguousMove(why.said(text=_shown(text), count=len(fitting), moves=named, more=len(fitting) - MAX_NAMED_CAPTURES))
    return fitting[0]


def _shown(text: str) -> str:
    return text if len(text) <= MAX_SHOWN_CHARS else f"{text[: MAX_SHOWN_CHARS - 3]}..."


def _end(move: Move) -> CaptureState:
    return 1 << move.target - 1, sum(1 << square - 1 for square in move.captured)


def _short(move: Move) -> str:
    return f"{move.origin}{'x' if move.captured else '-'}{move.target}"


def _alone(position: Position, move: Move) -> bool:
    """Whether no other legal move has the same origin and target."""
    return not any(m != move and (m.origin, m.target) == (move.origin, move.target) for m in legal_moves(position))
