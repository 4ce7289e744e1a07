"""The simulator of the referee's bench: its oracle, and that its games come out the same again."""

import pytest

from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.play.moves import legal_moves, play
from tests.bench.refereeing.naming import captures, names
from tests.bench.refereeing.noise import Noise
from tests.bench.refereeing.playing import Setting, play_game
from tests.rules.referee.sights import fen

NAMED = [
    ("W:W34,44,48:B29,10,5", "B:W23,44,48:B10,5", "legal"),
    ("W:W34,44,48:B29,10,5", "B:W34,44,48:B29,10,5", "no-move"),
    ("W:W34,44,48:B29,10,5", "B:W23,44,48:B29,10,5", "27b-few"),
    ("W:W34,44,48:B29,10,5", "B:W23,44,48:B10", "27b-many"),
    ("W:W34,44,48:B29,10,5", "B:W23,44,48:B29,10", "27b-few"),
    ("W:W34,44,48:B29,10,5", "B:W34,39,48:B29,10,5", "27c-missed"),
    ("W:W34,44,48:B29,10,5", "B:W18,44,48:B10,5", "27d"),
    ("W:W34,44,48:B29,10,5", "B:W34,44,48:B29,14,5", "27a"),
    ("W:W34,44,48:B29,10,5", "B:WK23,44,48:B10,5", "uncrowned"),
    ("W:W7,44:B20,25", "B:W1,44:B20,25", "uncrowned"),
    ("W:W32,34:B28,29,19", "B:W23,32:B28,19", "27c-wrong"),
    ("W:WK46,30:B5,K9:H0:F1:+0+346", "B:WK41,30:B5,K9", "17"),
    ("W:W31-50:B1-20", "B:W31-50:B1-10,21,22,23,24,25,26", "jumbled"),
    ("W:W31-50:B1-20", "B:W31,28,30,33,36-50:B1-20", "unsure"),
]


@pytest.mark.parametrize(("before", "after", "name"), NAMED)
def test_the_oracle_names_the_first_that_fits(before: str, after: str, name: str) -> None:
    assert names(fen(before), fen(after).contents())[0][0] == name


@pytest.mark.parametrize("rules", ["frisian", "international", "english", "dambord"])
def test_the_oracle_finds_every_capture_that_is_legal(rules: str) -> None:
    """The jumps of the simulator and of the move generator agree along games."""
    found = 0
    for number in range(6):
        position = Position.start(ruleset(rules))
        for ply in range(60):
            moves = legal_moves(position)
            if not moves:
                break
            for move in moves:
                if move.is_capture:
                    assert (move.target, frozenset(move.captured)) in captures(position, move.origin)
                    found += 1
            position = play(position, moves[(number * 7 + ply * 3) % len(moves)])
    assert found > 20


def test_the_games_that_are_simulated_come_out_the_same_again() -> None:
    one, other = (play_game(Setting(7, Noise(1), longest=6), 3) for _ in range(2))
    assert (one.presses, one.views, one.rulings) == (other.presses, other.views, other.rulings)
    assert one.rulings != play_game(Setting(8, Noise(1), longest=6), 3).rulings
