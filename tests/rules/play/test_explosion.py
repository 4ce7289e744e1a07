"""Captures with very many states: paths counted with the simple generator's jumps, and boards full of kings solved in time."""

import random
import time
from functools import cache

from rules.board.fen import parse_fen
from rules.board.position import Position, squares_of
from rules.board.ruleset import ruleset
from rules.board.squares import Content, Side
from rules.play.moves import Move, legal_moves
from tests.rules.play import reference

FRISIAN = ruleset("frisian")
EXPLOSIVE = "W:WK50:B3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,K47"
BOARDS = 60
SECONDS = 2.0
"""Processor time for one board (s). The worst of twenty thousand such boards took 0.2 on a server core; a Pi is a few times slower."""


def test_the_capture_of_nineteen_pieces_is_one_move_with_twenty_paths():
    position = parse_fen(EXPLOSIVE, FRISIAN)
    victims = tuple(squares_of(position.pieces(Side.BLACK)))
    assert legal_moves(position) == (Move(50, 46, victims),)
    pieces = {reference.field(square, 10): "b" for square in victims}

    @cache
    def paths(at, captured):
        if len(captured) == len(victims):
            return 1 if at == reference.field(46, 10) else 1000
        jumps = reference.jumps_of("frisian", pieces, at, "W", captured)
        return sum(paths(landing, captured | {victim}) for victim, landing in jumps)

    assert paths(reference.field(50, 10), frozenset()) == 20


def test_boards_full_of_kings_are_answered_in_time():
    chance = random.Random(17)
    for _ in range(BOARDS):
        own, others = chance.choice([(1, 20), (5, 20), (20, 20)])
        contents = [Content.EMPTY] * 50
        for place, index in enumerate(chance.sample(range(50), own + others)):
            contents[index] = Content.WHITE_KING if place < own else chance.choice([Content.BLACK_MAN, Content.BLACK_KING])
        position = Position.of(FRISIAN, Side.WHITE, contents)
        began = time.process_time()
        legal_moves(position)
        assert time.process_time() - began < SECONDS, position
