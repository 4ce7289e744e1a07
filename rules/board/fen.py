"""Positions in FEN, as PDN 3.0 and lidraughts write them: `W:W31-50:B1-20`, with K for kings, and the counts of Art. 17 at the end."""

import re
from collections.abc import Iterator
from dataclasses import replace

from rules.board.lines import promotion_mask
from rules.board.position import NO_KING_MOVES, KingMoves, Position, squares_of
from rules.board.ruleset import RuleSet
from rules.board.squares import Content, Side, board
from rules.errors import FenError, Phrase, Sentence, _

_SIDES = {"W": Side.WHITE, "B": Side.BLACK}
_TOKEN = re.compile(r"(K?)(\d+)(?:-(\d+))?", re.ASCII)
# The count, then the square in two digits unless the count is zero.
_COUNT = re.compile(r"0|([1-3])(\d\d)", re.ASCII)
_COUNTER = re.compile(r"[HF]\d+", re.ASCII)
"""The half moves and full moves in lidraughts' suffix; they are ignored."""


class FenRemark(Phrase):
    """What is odd about a position without being wrong."""

    WHITE_UNCROWNED = "square {square}: a white man stands uncrowned on its promotion row"
    BLACK_UNCROWNED = "square {square}: a black man stands uncrowned on its promotion row"


_UNCROWNED = {Side.WHITE: FenRemark.WHITE_UNCROWNED, Side.BLACK: FenRemark.BLACK_UNCROWNED}
_PIECES = {Side.WHITE: Sentence("", _("white pieces")), Side.BLACK: Sentence("", _("black pieces"))}
_KINGS = {Side.WHITE: Sentence("", _("white king")), Side.BLACK: Sentence("", _("black king"))}


def parse_fen(text: str, rules: RuleSet) -> Position:
    """The position that a FEN describes. FenError: it describes none; the text says what is wrong and where.

    Accepted are ranges, a missing colour, either order of colours, a trailing point, and quotes and blanks around the FEN. The suffix
    `:H0:F1:+b+w` gives the counts of Art. 17, Black's first. They are zero under rules without that article and for a side without men.
    """
    fields = text.strip().strip('"').strip().rstrip(".").split(":")
    if fields[0].strip().upper() not in _SIDES:
        raise FenError(_("the side to move is unknown: the FEN begins with {text}, not with W or B"), text=repr(_shown(fields[0].strip())))
    side = _SIDES[fields[0].strip().upper()]
    contents = [Content.EMPTY] * board(rules.board_size).squares
    counts: str | None = None
    given: set[str] = set()
    for field in map(str.strip, fields[1:]):
        if field[:1].upper() in _SIDES:
            letter = field[0].upper()
            if letter in given:
                raise FenError(
                    _("the {pieces} are given twice; list them all behind one {letter}"), pieces=_PIECES[_SIDES[letter]], letter=letter
                )
            given.add(letter)
            _place(contents, _SIDES[letter], field[1:])
        elif field.startswith("+"):
            counts = field
        elif field and not _COUNTER.fullmatch(field):
            raise FenError(_("{text} is neither the pieces of W or B nor a count"), text=repr(_shown(field)))
    if not any(contents):
        raise FenError(_("no pieces at all stand on the board"))
    position = Position.of(rules, side, contents)
    return _with_counts(position, counts) if counts else position


def write_fen(position: Position, counts: bool = False) -> str:
    """The FEN of a position with every square listed, White first; with `counts` also lidraughts' suffix for Art. 17."""
    fields = [position.side.letter]
    for side in Side:
        kings = position.kings(side)
        fields.append(side.letter + ",".join(f"{'K' * (kings >> s - 1 & 1)}{s}" for s in squares_of(position.pieces(side))))
    if counts:
        fields += ["H0", "F1", "".join(map(_count, (position.black_king_moves, position.white_king_moves)))]
    return ":".join(fields)


def full_fen(position: Position) -> str:
    """The FEN, with the counts of Art. 17 unless both are zero."""
    return write_fen(position, counts=(position.white_king_moves, position.black_king_moves) != (NO_KING_MOVES, NO_KING_MOVES))


def remarks(position: Position) -> Iterator[Sentence]:
    """What is odd about a position without being wrong: an uncrowned man on its promotion row."""
    for side in Side:
        for square in squares_of(position.men(side) & promotion_mask(position.rules.board_size, side)):
            yield _UNCROWNED[side].said(square=square)


def _place(contents: list[Content], side: Side, pieces: str) -> None:
    named = _PIECES[side]
    for token in filter(None, map(str.strip, pieces.split(","))):
        match = _TOKEN.fullmatch(token.upper())
        if match is None:
            raise FenError(
                _("{pieces}: {text} is not a square, such as 31 or K31, nor a range, such as 31-50"), pieces=named, text=repr(_shown(token))
            )
        first, last = (int(number.lstrip("0")[:9] or 0) for number in (match[2], match[3] or match[2]))
        if first > last:
            raise FenError(_("{pieces}: the range {text} runs backwards"), pieces=named, text=_shown(token))
        if not 1 <= first <= last <= len(contents):
            raise FenError(
                _("{pieces}: {text} is not on the board, whose squares are 1 to {last}"),
                pieces=named,
                text=_shown(token),
                last=len(contents),
            )
        for square in range(first, last + 1):
            if contents[square - 1]:
                raise FenError(_("square {square} is given twice"), square=square)
            contents[square - 1] = Content.piece(side, bool(match[1]))


def _with_counts(position: Position, text: str) -> Position:
    parts = [_COUNT.fullmatch(part) for part in text[1:].split("+")]
    if len(parts) != 2 or None in parts:
        raise FenError(_("the counts of king's moves are {text}; two such as +0+341 were expected, Black's first"), text=repr(_shown(text)))
    counts = {}
    for side, part in zip((Side.BLACK, Side.WHITE), parts, strict=True):
        moved = KingMoves(int(part[2]), int(part[1])) if part and part[1] else NO_KING_MOVES
        if moved.count and moved.square not in squares_of(position.kings(side)):
            raise FenError(
                _("the count of king's moves names square {square}, where no {king} stands"), square=moved.square, king=_KINGS[side]
            )
        counts[side] = moved if position.rules.quiet_king_moves is not None and position.men(side) else NO_KING_MOVES
    return replace(position, white_king_moves=counts[Side.WHITE], black_king_moves=counts[Side.BLACK])


def _shown(text: str) -> str:
    """The text, cut to 40 characters for a message."""
    return text if len(text) <= 40 else f"{text[:37]}..."


def _count(moved: KingMoves) -> str:
    return f"+{moved.count}{moved.square:02}" if moved.count else "+0"
