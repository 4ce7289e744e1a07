"""Boards drawn at random, and as reference.py has them."""

import random

from rules.board.position import Position
from rules.board.ruleset import RuleSet
from rules.board.squares import Content, Side
from tests.rules.play import reference

LETTERS = {Content.WHITE_MAN: "w", Content.WHITE_KING: "W", Content.BLACK_MAN: "b", Content.BLACK_KING: "B"}


def drawn(rules: RuleSet, chance: random.Random, pieces: int, kings: float) -> Position:
    """A position with that many pieces, men on their promotion row too; a share `kings` of them kings."""
    contents = [Content.EMPTY] * (rules.board_size**2 // 2)
    for index in chance.sample(range(len(contents)), pieces):
        contents[index] = Content.piece(chance.choice(list(Side)), chance.random() < kings)
    return Position.of(rules, chance.choice(list(Side)), contents)


def as_dict(position: Position) -> dict[tuple[int, int], str]:
    size = position.rules.board_size
    return {reference.field(s, size): LETTERS[content] for s, content in enumerate(position.contents(), 1) if content}
