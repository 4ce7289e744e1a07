"""The board proved by its symmetries, and every move by its notation, on boards drawn at random."""

import random

import pytest

from rules.board.position import Position
from rules.board.ruleset import RULE_SETS, RuleSet, ruleset
from rules.board.squares import Content, Side, board
from rules.play.moves import Move, every_capture, legal_moves
from rules.play.notation import parse_move, write_move

BOARDS = 400
SWAPPED = {Content.EMPTY: Content.EMPTY} | {Content.piece(s, k): Content.piece(s.other, k) for s in Side for k in (False, True)}
every_rule_set = pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)


def drawn(rules: RuleSet, rng: random.Random, kings: float) -> Position:
    squares = board(rules.board_size).squares
    contents = [Content.EMPTY] * squares
    for index in rng.sample(range(squares), rng.randint(2, 18)):
        contents[index] = Content.piece(rng.choice(list(Side)), rng.random() < kings)
    return Position.of(rules, rng.choice(list(Side)), contents)


def plain(moves: tuple[Move, ...], image: dict[int, int]) -> list[tuple[int, int, list[int]]]:
    """The moves with each square replaced by its image, in order."""
    return sorted((image[move.origin], image[move.target], sorted(image[square] for square in move.captured)) for move in moves)


@every_rule_set
def test_a_half_turn_with_the_colours_swapped_turns_the_moves_along(rules: RuleSet) -> None:
    rng = random.Random(rules.name)
    last = board(rules.board_size).squares + 1
    for _ in range(BOARDS):
        position = drawn(rules, rng, 0.4)
        turned = Position.of(rules, position.side.other, [SWAPPED[content] for content in reversed(position.contents())])
        same = {square: square for square in range(1, last)}
        half_turn = {square: last - square for square in same}
        assert plain(legal_moves(turned), same) == plain(legal_moves(position), half_turn)


@pytest.mark.parametrize("name", ["frisian", "international", "english"])
@pytest.mark.parametrize("falling", [True, False], ids=["falling", "rising"])
def test_kings_captures_are_kept_by_a_reflection_in_either_diagonal(name: str, falling: bool) -> None:
    rules = ruleset(name)
    geometry, rng, size = board(rules.board_size), random.Random(name), rules.board_size
    image: dict[int, int] = {}
    for square in range(1, geometry.squares + 1):
        row, col = geometry.row_col(square)
        image[square] = geometry.square_at(*((col, row) if falling else (size - 1 - col, size - 1 - row))) or 0
    assert sorted(image.values()) == sorted(image)
    same = {square: square for square in image}
    for _ in range(BOARDS):
        position = drawn(rules, rng, 1.0)
        mirrored = [content for _, content in sorted(zip(image.values(), position.contents(), strict=True))]
        assert plain(every_capture(Position.of(rules, position.side, mirrored)), same) == plain(every_capture(position), image)


@every_rule_set
def test_what_is_written_of_a_move_reads_as_that_move(rules: RuleSet) -> None:
    """Art. 22."""
    rng = random.Random(f"notation {rules.name}")
    for _ in range(BOARDS):
        position = drawn(rules, rng, 0.5)
        written = {write_move(position, move): move for move in legal_moves(position)}
        assert {text: parse_move(text, position) for text in written} == written
        assert len(written) == len(legal_moves(position))
