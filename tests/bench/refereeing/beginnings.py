"""Positions that simulated games begin from."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

from rules.board.position import KingMoves, Position, squares_of
from rules.board.ruleset import RuleSet, ruleset
from rules.board.squares import Content, Side, board
from rules.pdn.game import start_of
from rules.pdn.read import read_games
from rules.play.captures import has_capture
from rules.play.moves import legal_moves, play
from rules.play.notation import parse_move

Chance = random.Random

QUIET = 0.4
"""The chance that a drawn position has a king with quiet moves behind it, under rules that count those."""
PLAYED_GAMES = Path(__file__).resolve().parents[2] / "data" / "games"


def beginning(chance: Chance, rules: RuleSet) -> Position:
    """The start position, one from a played game, or a few pieces on any squares, with kings and men near promotion."""
    draw = chance.random()
    if draw < 0.2:
        return Position.start(rules)
    if draw < 0.45 and rules.name == "frisian":
        return chance.choice(played())
    return _drawn(chance, rules)


def _drawn(chance: Chance, rules: RuleSet) -> Position:
    layout = board(rules.board_size)
    quiet = rules.quiet_king_moves is not None and chance.random() < QUIET
    while True:
        contents = [Content.EMPTY] * layout.squares
        kings = chance.choice((0.0, 0.1, 0.3, 0.6))
        for side in Side:
            for _ in range(chance.randint(1, chance.choice((3, 6, 12)))):
                square = chance.randint(1, layout.squares)
                if not contents[square - 1]:
                    king = chance.random() < kings or square in layout.promotion_row(side)
                    contents[square - 1] = Content.piece(side, king)
        plain = Position.of(rules, chance.choice(list(Side)), contents)
        position = _counted(chance, plain)
        if all(position.pieces(side) for side in Side) and legal_moves(position) and (not quiet or position != plain):
            return position


def _counted(chance: Chance, position: Position) -> Position:
    """The position with a count of Art. 17 for a king of its, mostly where no capture is compulsory."""
    most, side = position.rules.quiet_king_moves, position.side
    kings = list(squares_of(position.kings(side)))
    if most is None or not kings or not position.men(side) or has_capture(position):
        return position
    moved = KingMoves(chance.choice(kings), chance.choice((1, 2, most, most)))
    return replace(position, white_king_moves=moved) if side is Side.WHITE else replace(position, black_king_moves=moved)


@cache
def played() -> tuple[Position, ...]:
    """All positions of the games that come with the tests."""
    return tuple(_positions())


def _positions() -> Iterator[Position]:
    rules = ruleset("frisian")
    for path in sorted(PLAYED_GAMES.glob("*.pdn")):
        for one in read_games(path.read_text()):
            position = start_of(one, rules)
            for played_move in one.moves:
                if legal_moves(position):
                    yield position
                position = play(position, parse_move(played_move.text, position))
