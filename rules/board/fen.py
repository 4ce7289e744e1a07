"""Positions in FEN, as PDN 3.0 and lidraughts write them: `W:W31-50:B1-20`, kings with K, and the counts of Art. 17 behind."""

import re
from collections.abc import Iterator
from dataclasses import replace

from rules.board.lines import promotion_mask
from rules.board.position import NO_KING_MOVES, KingMoves, Position, squares_of
from rules.board.ruleset import RuleSet
from rules.board.squares import Content, Side, board
from rules.errors import FenError

_SIDES = {"W": Side.WHITE, "B": Side.BLACK}
_TOKEN = re.compile(r"(K?)(\d+)(?:-(\d+))?", re.ASCII)
# The count, then the square in two digits when the count is not nought.
_COUNT = re.compile(r"0|([1-3])(\d\d)", re.ASCII)
_COUNTER = re.compile(r"[HF]\d+", re.ASCII)
"""Half moves and full moves of lidraughts' suffix; nothing here depends on them."""


def parse_fen(text: str, rules: RuleSet) -> Position:
    """The position that a FEN describes; FenError says what is wrong and where.

    Ranges, a missing colour, a trailing point, quotes and blanks around are taken; colours in either order. The suffix
    `:H0:F1:+b+w` gives the counts of Art. 17, Black's first; they are nought under rules without that article, and of a side without men.
    """
    fields = text.strip().strip('"').strip().rstrip(".").split(":")
    if fields[0].strip().upper() not in _SIDES:
        raise FenError(f"the side to move is unknown: the FEN begins with {_shown(fields[0].strip())!r}, not with W or B")
    side = _SIDES[fields[0].strip().upper()]
    contents = [Content.EMPTY] * board(rules.board_size).squares
    counts: str | None = None
    given: set[str] = set()
    for field in map(str.strip, fields[1:]):
        if field[:1].upper() in _SIDES:
            letter = field[0].upper()
            if letter in given:
                raise FenError(f"the {_SIDES[letter]} pieces are given twice; list them all behind one {letter}")
            given.add(letter)
            _place(contents, _SIDES[letter], field[1:])
        elif field.startswith("+"):
            counts = field
        elif field and not _COUNTER.fullmatch(field):
            raise FenError(f"{_shown(field)!r} is neither the pieces of W or B nor a count")
    if not any(contents):
        raise FenError("no pieces at all stand on the board")
    position = Position.of(rules, side, contents)
    return _with_counts(position, counts) if counts else position


def write_fen(position: Position, counts: bool = False) -> str:
    """The FEN of a position, every square listed, White first; with lidraughts' suffix for Art. 17 when `counts` is asked."""
    fields = [position.side.letter]
    for side in Side:
        kings = position.kings(side)
        fields.append(side.letter + ",".join(f"{'K' * (kings >> s - 1 & 1)}{s}" for s in squares_of(position.pieces(side))))
    if counts:
        fields += ["H0", "F1", "".join(map(_count, (position.black_king_moves, position.white_king_moves)))]
    return ":".join(fields)


def full_fen(position: Position) -> str:
    """The FEN with the counts of Art. 17 where there are any."""
    return write_fen(position, counts=(position.white_king_moves, position.black_king_moves) != (NO_KING_MOVES, NO_KING_MOVES))


def remarks(position: Position) -> Iterator[str]:
    """What is odd about a position without being wrong: a man that stands uncrowned on its promotion row."""
    for side in Side:
        for square in squares_of(position.men(side) & promotion_mask(position.rules.board_size, side)):
            yield f"square {square}: a {side} man stands uncrowned on its promotion row"


def _place(contents: list[Content], side: Side, pieces: str) -> None:
    for token in filter(None, map(str.strip, pieces.split(","))):
        match = _TOKEN.fullmatch(token.upper())
        if match is None:
            raise FenError(f"{side} pieces: {_shown(token)!r} is not a square, such as 31 or K31, nor a range, such as 31-50")
        first, last = (int(number.lstrip("0")[:9] or 0) for number in (match[2], match[3] or match[2]))
        if first > last:
            raise FenError(f"{side} pieces: the range {_shown(token)} runs backwards")
        if not 1 <= first <= last <= len(contents):
            raise FenError(f"{side} pieces: {_shown(token)} is not on the board, whose squares are 1 to {len(contents)}")
        for square in range(first, last + 1):
            if contents[square - 1]:
                raise FenError(f"square {square} is given twice")
            contents[square - 1] = Content.piece(side, bool(match[1]))


def _with_counts(position: Position, text: str) -> Position:
    parts = [_COUNT.fullmatch(part) for part in text[1:].split("+")]
    if len(parts) != 2 or None in parts:
        raise FenError(f"the counts of king's moves are {_shown(text)!r}; two such as +0+341 were expected, Black's first")
    counts = {}
    for side, part in zip((Side.BLACK, Side.WHITE), parts, strict=True):
        moved = KingMoves(int(part[2]), int(part[1])) if part and part[1] else NO_KING_MOVES
        if moved.count and moved.square not in squares_of(position.kings(side)):
            raise FenError(f"the count of king's moves names square {moved.square}, where no {side} king stands")
        counts[side] = moved if position.rules.quiet_king_moves is not None and position.men(side) else NO_KING_MOVES
    return replace(position, white_king_moves=counts[Side.WHITE], black_king_moves=counts[Side.BLACK])


def _shown(text: str) -> str:
    """As much of a text as a sentence bears."""
    return text if len(text) <= 40 else f"{text[:37]}..."


def _count(moved: KingMoves) -> str:
    return f"+{moved.count}{moved.square:02}" if moved.count else "+0"
