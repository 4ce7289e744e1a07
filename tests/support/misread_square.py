"""Games of random legal moves in which one square of a picture is read wrong, in one to three pictures, while all others are plain."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from rules.board.evidence import Evidence
from rules.board.position import Position
from rules.board.ruleset import RULE_SETS
from rules.board.squares import Content, Side
from rules.irregularity import Verdict
from rules.play.moves import Move, legal_moves, play
from rules.play.notation import write_move
from rules.referee.belief import Belief, Ruling
from rules.referee.rule import rule

PRESSES = 8
"""The presses of a game."""
CLEAR_PRESSES = 2
"""The presses with plain pictures before the first wrong one, and the least number of them after the last one."""
PLIES_BEFORE = (0, 0, 10, 20, 40, 60)
"""The plies of random play before the first press; kings are made in the longer ones."""
WRONG_NATS = (4.0, 12.0)
"""The lead of the wrong reading, from the least to the most."""
PLAIN_NATS = (8.0, 12.0)
"""The lead of the true content of every other square."""


class Misreading(StrEnum):
    """What is read wrong; `twice` means in two pictures in a row, `thrice` in three, the others in one."""

    CROWN = "the crown of a piece that no move touches"
    CROWN_OF_MOVED = "the crown of the piece that moved"
    CROWN_TWICE = "the crown of a piece that no move touches, twice"
    EMPTY_AS_PIECE = "an empty square as a man"
    EMPTY_AS_PIECE_TWICE = "an empty square as a man, twice"
    PIECE_AS_EMPTY_TWICE = "a piece that no move touches as an empty square, twice"
    COLOUR = "the colour of a piece that no move touches"
    COLOUR_TWICE = "the colour of a piece that no move touches, twice"
    TARGET_AS_EMPTY = "the square that the piece reached as an empty one"
    CROWN_OF_NEXT_CAPTURED = "the crown of a piece that the next move captures"
    COLOUR_OF_NEXT_MOVED = "the colour of the piece that moves next"
    NEXT_TARGET_AS_PIECE = "the empty square that the next move reaches as a man"
    CROWN_OF_NEXT_MOVED = "the crown of the piece that moves next"
    CROWN_OF_NEXT_PROMOTED = "the man that is promoted next as a king"
    ANOTHER_SQUARE_THRICE = "another square in each of three pictures"
    ANY_SQUARE_AT_THE_END = "any square at the last press"

    @property
    def pictures(self) -> int:
        """The number of pictures in a row in which a square is read wrong."""
        return {"TWICE": 2, "THRICE": 3}.get(self.name.rpartition("_")[2], 1)


@dataclass(frozen=True)
class MisreadSquare:
    """A square that is read wrong in one picture."""

    picture: int
    """The index of the press."""
    square: int
    reads: Content
    nats: float
    """The lead of what it reads."""


@dataclass(frozen=True)
class MisreadGame:
    """A game, and the squares that are read wrong."""

    start: Position
    moves: tuple[Move, ...]
    misread: tuple[MisreadSquare, ...]
    plain_nats: float
    """The lead of the true content of every other square."""

    def plies(self) -> Iterator[tuple[Position, Move, Evidence]]:
        """For each press the position before it, the move, and what the reader makes of its picture."""
        position = self.start
        for index, move in enumerate(self.moves):
            after = play(position, move)
            rows = [plain_row(content, self.plain_nats) for content in after.contents()]
            for wrong in self.misread:
                if wrong.picture == index:
                    rows[wrong.square - 1] = plain_row(wrong.reads, wrong.nats)
            yield position, move, Evidence.of(rows)
            position = after

    def judged(self) -> "JudgedMisreading":
        """Rule the presses; return those whose move is lost, and the wrong rulings."""
        belief, written = Belief.at(self.start), list[str]()
        last: dict[int, Ruling] = {}
        wrong: list[str] = []
        for seq, (position, move, evidence) in enumerate(self.plies(), 1):
            written.append(write_move(position, move))
            belief, rulings = rule(belief, seq, position.side, evidence)
            for ruling in rulings:
                last[ruling.seq] = ruling
                if ruling.is_irregular or ruling.move not in (None, written[ruling.seq - 1]):
                    wrong.append(f"press {seq}: {ruling.seq} {ruling.verdict} {ruling.move}")
        known = {seq for seq, ruling in last.items() if ruling.verdict in (Verdict.LEGAL, Verdict.CORRECTED)}
        lost = [seq for seq in range(1, len(self.moves) - CLEAR_PRESSES + 1) if seq not in known or last[seq].move != written[seq - 1]]
        return JudgedMisreading(tuple(lost), tuple(wrong))


@dataclass(frozen=True)
class JudgedMisreading:
    """What the referee made of a game."""

    lost: tuple[int, ...]
    """The presses whose move is not on record after two more presses."""
    wrong: tuple[str, ...]
    """The rulings that name an irregularity or another move than was played, amended later or not."""


def misread_game(kind: Misreading, seed: int, wrong_nats: float | None = None) -> MisreadGame:
    """The game with that number; the lead of the wrong reading is drawn from `WRONG_NATS` unless it is given."""
    draw = random.Random(f"{kind.name} {seed}")
    while True:
        start = _start(draw)
        moves, boards = _random_moves(draw, start)
        if len(moves) < PRESSES:
            continue
        first = draw.randrange(CLEAR_PRESSES, PRESSES - CLEAR_PRESSES - kind.pictures + 1)
        if kind is Misreading.ANY_SQUARE_AT_THE_END:
            first = PRESSES - 1
        pictures = range(first, first + kind.pictures)
        readings = list(_readings(kind, boards, moves, pictures))
        if not readings:
            continue
        square, reads = draw.choice(readings)
        nats = draw.uniform(*WRONG_NATS) if wrong_nats is None else wrong_nats
        plain = draw.uniform(*PLAIN_NATS)
        misread = [MisreadSquare(picture, square, reads, nats) for picture in pictures]
        if kind in (Misreading.ANOTHER_SQUARE_THRICE, Misreading.ANY_SQUARE_AT_THE_END):
            misread = [_anything(draw, boards[picture + 1], picture) for picture in pictures]
        return MisreadGame(start, tuple(moves), tuple(misread), plain)


def _anything(draw: random.Random, board: Position, picture: int) -> MisreadSquare:
    """Any square of the board, read as anything that it does not hold."""
    square = draw.randint(1, len(board.contents()))
    reads = draw.choice([content for content in Content if content is not board.content(square)])
    return MisreadSquare(picture, square, reads, draw.uniform(*WRONG_NATS))


def _start(draw: random.Random) -> Position:
    position = Position.start(draw.choice(RULE_SETS))
    for _ in range(draw.choice(PLIES_BEFORE)):
        moves = legal_moves(position)
        if not moves:
            break
        position = play(position, draw.choice(moves))
    return position


def _random_moves(draw: random.Random, start: Position) -> tuple[list[Move], list[Position]]:
    """At most `PRESSES` moves, and the positions before and after each."""
    moves: list[Move] = []
    boards = [start]
    while len(moves) < PRESSES and (legal := legal_moves(boards[-1])):
        moves.append(draw.choice(legal))
        boards.append(play(boards[-1], moves[-1]))
    return moves, boards


def _readings(kind: Misreading, boards: list[Position], moves: list[Move], pictures: range) -> Iterator[tuple[int, Content]]:
    """The squares that the kind may concern in these pictures, each with what is read there."""
    move, stands = moves[pictures.start], boards[pictures.stop].contents()
    following = moves[pictures.stop] if pictures.stop < len(moves) else move
    touched = {square for each in moves[pictures.start : pictures.stop] for square in (each.origin, each.target, *each.captured)}
    untouched = [(square, content) for square, content in enumerate(stands, 1) if square not in touched]
    match kind:
        case Misreading.CROWN | Misreading.CROWN_TWICE:
            yield from ((square, _crowned(content)) for square, content in untouched if content)
        case Misreading.CROWN_OF_MOVED:
            yield move.target, _crowned(stands[move.target - 1])
        case Misreading.EMPTY_AS_PIECE | Misreading.EMPTY_AS_PIECE_TWICE:
            yield from ((square, Content.piece(side, False)) for square, content in untouched if not content for side in Side)
        case Misreading.PIECE_AS_EMPTY_TWICE:
            yield from ((square, Content.EMPTY) for square, content in untouched if content)
        case Misreading.COLOUR | Misreading.COLOUR_TWICE:
            yield from ((square, _recoloured(content)) for square, content in untouched if content)
        case Misreading.TARGET_AS_EMPTY if move.target != move.origin:
            yield move.target, Content.EMPTY
        case Misreading.CROWN_OF_NEXT_CAPTURED:
            yield from ((square, _crowned(content)) for square, content in untouched if square in following.captured)
        case Misreading.COLOUR_OF_NEXT_MOVED:
            yield from ((square, _recoloured(content)) for square, content in untouched if square == following.origin)
        case Misreading.CROWN_OF_NEXT_MOVED:
            yield following.origin, _crowned(stands[following.origin - 1])
        case Misreading.CROWN_OF_NEXT_PROMOTED if stands[following.origin - 1] is not boards[pictures.stop + 1].content(following.target):
            yield following.origin, _crowned(stands[following.origin - 1])
        case Misreading.ANOTHER_SQUARE_THRICE | Misreading.ANY_SQUARE_AT_THE_END:
            yield from untouched
        case Misreading.NEXT_TARGET_AS_PIECE:
            empty = [square for square, content in untouched if not content and square == following.target]
            yield from ((square, Content.piece(side, False)) for square in empty for side in Side)


def _crowned(piece: Content) -> Content:
    """A king for a man, a man for a king."""
    return Content.piece(piece.side, not piece.is_king) if piece.side else piece


def _recoloured(piece: Content) -> Content:
    """The same piece of the other side."""
    return Content.piece(piece.side.other, piece.is_king) if piece.side else piece


def plain_row(content: Content, nats: float) -> list[float]:
    """The row of a square that shows that content, with that lead over every other."""
    return [0.0 if each is content else -nats for each in Content]
