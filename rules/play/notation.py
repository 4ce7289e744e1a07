"""Moves in the notation of Art. 22: `46-41`, `46x37`, a bare `x` for the only capture; the path where the ends leave it open."""

import re
from collections.abc import Sequence

from rules.board.position import Position
from rules.errors import AmbiguousMove, IllegalMove, MalformedMove, Phrase
from rules.play.captures import State, path_to, visits
from rules.play.moves import Move, legal_moves

# The hyphens and dashes that typesetters make of a `-`, and the signs that stand for `x` elsewhere, are read too.
_SQUARES = re.compile(r"(\d{1,2})((?:\s*[-\u2010-\u2014\u2212x:\u00d7*]\s*\d{1,2})+)[+#!?]*", re.ASCII | re.IGNORECASE)
_BARE = re.compile(r"[x:\u00d7][+#!?]*", re.IGNORECASE)
_CAPTURES = re.compile(r"[x:\u00d7*]", re.IGNORECASE)
# A path over forty-nine pieces, written with many blanks.
LONGEST = 400
SHOWN = 40
"""Letters of a text that a sentence bears."""
NAMED = 4
"""Captures that a sentence bears."""


class MoveFault(Phrase):
    """Why a text names no move, or not one alone."""

    TOO_LONG = "{text} is too long for a move"
    NO_MOVE = "{text} is not a move; one such as 32-28 or 28x17 was expected"
    NOT_LEGAL = "{move} is not a legal move here"
    AMBIGUOUS = "{text} may be any of {count} captures: {moves}; written like that it is clear"
    AMBIGUOUS_AMONG_MANY = "{text} may be any of {count} captures: {moves} and {more} more; written like that it is clear"


def write_move(position: Position, move: Move, bare: bool = False) -> str:
    """The move as Art. 22 has it. `position` is the one it is played from; the move may be an illegal one.

    Where `bare` is asked, the only capture that is legal is a cross alone, as Art. 22 allows.
    """
    if bare and move.captured and legal_moves(position) == (move,):
        return "x"
    return _short(move) if _alone(position, move) else "x".join(map(str, path(position, move)))


def path(position: Position, move: Move) -> tuple[int, ...]:
    """The squares that the move visits, from origin to target; one of its paths when there are several."""
    if not move.captured:
        return move.origin, move.target
    return path_to(position, move.origin, _end(move))


def squares_in(text: str) -> tuple[int, ...]:
    """The squares that a move is written with, origin first, of whatever board; none for a bare cross. MalformedMove for no move."""
    stripped = text.strip()
    if len(stripped) > LONGEST:
        raise MalformedMove(MoveFault.TOO_LONG.said(text=repr(_shown(stripped))))
    if _BARE.fullmatch(stripped):
        return ()
    if not _SQUARES.fullmatch(stripped):
        raise MalformedMove(MoveFault.NO_MOVE.said(text=repr(_shown(stripped))))
    return tuple(map(int, re.findall(r"\d+", stripped)))


def has_wrong_sign(text: str, move: Move) -> bool:
    """Whether a move that was read leniently bears the sign of a capture and is none, or the other way round."""
    return has_capture_sign(text) != move.is_capture


def has_capture_sign(text: str) -> bool:
    """Whether a move is written as a capture: with an `x`, or a sign that stands for it."""
    return bool(_CAPTURES.search(text))


def parse_move(text: str, position: Position) -> Move:
    """The legal move that the text names: MalformedMove, IllegalMove or AmbiguousMove when it names none, or several.

    Whether a `-` or an `x` stands between the squares does not matter; `has_wrong_sign` tells. What is written has the right one.
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
        named = tuple(write_move(position, move) for move in fitting[:NAMED])
        why = MoveFault.AMBIGUOUS_AMONG_MANY if len(fitting) > NAMED else MoveFault.AMBIGUOUS
        raise AmbiguousMove(why.said(text=_shown(text), count=len(fitting), moves=named, more=len(fitting) - NAMED))
    return fitting[0]


def _shown(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."


def _end(move: Move) -> State:
    return 1 << move.target - 1, sum(1 << square - 1 for square in move.captured)


def _short(move: Move) -> str:
    return f"{move.origin}{'x' if move.captured else '-'}{move.target}"


def _alone(position: Position, move: Move) -> bool:
    """Whether no other legal move has the same first and last square."""
    return not any(m != move and (m.origin, m.target) == (move.origin, move.target) for m in legal_moves(position))
