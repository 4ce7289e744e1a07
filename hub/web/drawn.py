"""A game as the server draws it: the board, both clocks and the moves as it knows them now.

Without scripts that is what the page shows; with them it stands there until they run. The measures are those of `static/js/board.js`,
and clocks are written as `static/js/clocks.js` does.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from record.texts import marked, say
from rules.board.fen import parse_fen
from rules.board.ruleset import RULE_SETS
from rules.board.squares import Content, Side, board

FIELD = 10
"""The width of a square in the drawing."""
FRAME = 2
EDGE_INSET = 0.45
"""Half of the stroke of an edge, so that it stays within its square."""
USUAL_SIZE = 10
"""The squares on a side of the board that is drawn before a game begins."""
TENTHS_MS = 20_000
"""A clock with less time shows tenths of a second."""
DRAWN = 128
"""The boards that are kept drawn: some kilobytes each."""
DESCRIPTION, KING, NO_PIECES = marked("White: {white}. Black: {black}."), marked("king {square}"), marked("no pieces")


class PlacedSquare(NamedTuple):
    """A square by its number, its upper left corner, and the piece on it such as `white-king`; empty without one."""

    number: int
    x: int
    y: int
    piece: str


class Edge(NamedTuple):
    """A dashed edge by its upper left corner."""

    x: float
    y: float
    width: float


class DrawnBoard(NamedTuple):
    """A board as White sees it."""

    width: int
    """Without its frame."""
    squares: tuple[PlacedSquare, ...]
    """Those on which pieces may stand."""
    marked: frozenset[int]
    """The squares of the last move."""
    doubted: frozenset[int] = frozenset()
    """The squares on which something else may stand."""

    @property
    def dark(self) -> str:
        """All squares as the path of an SVG."""
        return "".join(f"M{square.x} {square.y}h{FIELD}v{FIELD}h-{FIELD}z" for square in self.squares)

    @property
    def edges(self) -> tuple[Edge, ...]:
        """An edge round each square in doubt, or one on the frame round all of them."""
        if len(self.doubted) == len(self.squares):
            return (Edge(-FRAME / 2, -FRAME / 2, self.width + FRAME),)
        doubted = (square for square in self.squares if square.number in self.doubted)
        return tuple(Edge(square.x + EDGE_INSET, square.y + EDGE_INSET, FIELD - 2 * EDGE_INSET) for square in doubted)

    def says(self, lang: str) -> str:
        """The position in that language."""
        pieces = {side: ", ".join(_names(self.squares, side, lang)) or say(lang, NO_PIECES) for side in Side}
        return say(lang, DESCRIPTION, white=pieces[Side.WHITE], black=pieces[Side.BLACK])


class DrawnClock(NamedTuple):
    """The clock of a side. `text` is empty, and `left_ms` None, where no clock is used."""

    text: str
    runs: bool
    left_ms: int | None = None
    """As it was read."""


def drawn_board(view: Mapping[str, Any], doubted: Iterable[int] = ()) -> DrawnBoard:
    """The position of a public view, or of a tile of the wall, with these squares in doubt; an empty board before a game begins."""
    last_move = frozenset(view.get("last_move") or ())
    size, mirrored = view.get("board_size") or USUAL_SIZE, bool(view.get("mirrored"))
    return _board(view.get("fen") or "", size, last_move, frozenset(doubted), mirrored=mirrored)


def drawn_clocks(view: Mapping[str, Any]) -> dict[str, DrawnClock]:
    """Both clocks of a public view, or of a tile of the wall, as they stand now by its `age_ms`."""
    clock = view.get("clock")
    stands = not clock or view.get("closed")
    return {str(side): _clock(clock or {}, str(side), view.get("age_ms", 0), not stands) for side in Side}


def countdown(left_ms: float) -> str:
    """`1:20:00`, `9:59`, and with tenths at the end `0:09.8`. A second that has begun counts in full."""
    if left_ms <= TENTHS_MS:
        tenths = -int(-left_ms // 100)
        return f"0:{tenths // 10:02}.{tenths % 10}"
    return spent(-1000 * int(-left_ms // 1000))


def spent(ms: int) -> str:
    """How long a move took: `0:09`, `12:40`, `1:02:03`."""
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _clock(clock: Mapping[str, Any], side: str, age_ms: float, goes: bool) -> DrawnClock:
    left_ns, runs = clock.get(f"{side}_ns"), goes and clock.get("running") == side
    if left_ns is None:
        return DrawnClock("", runs)
    passed_ms = age_ms * clock["rate"] if runs else 0.0
    return DrawnClock(countdown(max(0.0, left_ns / 1e6 - passed_ms)), runs, -(-left_ns // 1_000_000))


@lru_cache(DRAWN)
def _board(fen: str, size: int, last_move: frozenset[int], doubted: frozenset[int], *, mirrored: bool) -> DrawnBoard:
    places = board(size)
    rules = next(rules for rules in RULE_SETS if rules.board_size == size)
    contents = parse_fen(fen, rules).contents() if fen else (Content.EMPTY,) * places.squares
    squares = (_square(number, *places.seen_at(number, mirrored=mirrored), content) for number, content in enumerate(contents, 1))
    return DrawnBoard(FIELD * size, tuple(squares), last_move, doubted)


def _square(number: int, row: int, col: int, content: Content) -> PlacedSquare:
    piece = "" if content is Content.EMPTY else f"{content.side}-{'king' if content.is_king else 'man'}"
    return PlacedSquare(number, FIELD * col, FIELD * row, piece)


def _names(squares: tuple[PlacedSquare, ...], side: Side, lang: str) -> list[str]:
    own = (square for square in squares if square.piece.startswith(str(side)))
    return [say(lang, KING, square=square.number) if square.piece.endswith("king") else str(square.number) for square in own]
