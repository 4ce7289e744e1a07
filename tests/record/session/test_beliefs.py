"""What the referee still knows of the squares after the arbiter has ruled on the board."""

from record.events.of_game import Arbitrated
from record.session.beliefs import after_ruling
from rules.board.squares import Side
from rules.referee.belief import Belief
from rules.referee.rule import rule
from tests.rules.referee.sights import fen, seen, with_rows


def test_after_a_position_the_errors_of_the_reader_are_known_and_the_old_board_is_forgotten() -> None:
    misread = with_rows(seen("B:W34,45:B1,11"), {7: [-3.0, 0.0, -9.0, -18.0, -18.0]})
    belief, _ = rule(Belief.at(fen("W:W40,45:B1,11")), 1, Side.WHITE, misread)
    assert belief.shown.rows
    after = after_ruling(belief, Arbitrated(1, 1, "position", "J. Jansen", "W:W40,45:BK5"))
    assert after.position == fen("W:W40,45:BK5")
    assert not after.shown.rows
    assert after.shown.bias_of(7) == 3.0
