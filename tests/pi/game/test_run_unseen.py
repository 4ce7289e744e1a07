"""A game that is taken up although the board is ahead of the record: a full disk held presses back, and the power went."""

from pi.reading.unseen import after_unseen_moves
from record.decisions.arbitration import Decision
from record.events.of_game import CameraFault, CameraRestored, Event, Pressed
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal, JournalError
from rules.board.evidence import Evidence
from rules.board.fen import full_fen
from rules.board.position import Position
from rules.board.squares import Side
from rules.errors import Sentence
from rules.play.moves import legal_moves, play
from rules.referee.belief import Belief
from rules.referee.rule import rule
from tests.bench.live.table import Table, calm, ruled
from tests.bench.live.turns import Turn
from tests.bench.live.world import START, World

NO_PICTURES = 10**18


class FullDisk(Journal):
    """A journal on a disk that takes no further press."""

    last_press = 2

    def append(self, event: Event, t_ns: int) -> int:
        if isinstance(event, Pressed) and event.seq > self.last_press:
            raise JournalError(Sentence.plain("Pressed could not be written: database or disk is full"))
        return super().append(event, t_ns)


def cut_off(table: Table, script: list[Turn], pressed: int) -> World:
    """The world after a power cut in which all but two presses were lost, and no picture was kept."""
    world = table.world(script, min_free_bytes=NO_PICTURES, journal=lambda folder: FullDisk.create(folder / JOURNAL_NAME))
    world.run(ruled(world, pressed))
    world.close()
    table.told.clear()
    world = table.world(script, min_free_bytes=NO_PICTURES)
    assert len(world.state.presses) == 2
    world.stands = script[pressed - 1].stands
    return world


def test_a_move_that_is_not_on_record_is_read_at_the_next_press(table):
    script = calm(5)
    world = cut_off(table, script, 3)
    world.play()
    assert [one.verdict for one in world.state.rulings] == ["legal"] * 5
    assert [fault.reason for fault in table.of(CameraFault) if fault.reason] == []


def test_a_board_that_no_moves_explain_is_told_with_its_squares_and_what_to_do(table):
    script = calm(7)
    world = cut_off(table, script, 6)
    world.run(lambda: bool(table.of(CameraFault)))
    (fault,) = table.of(CameraFault)
    (alert,) = fault.alerts
    held, stands = script[1].stands, script[5].stands
    squares = tuple(square for square, (one, two) in enumerate(zip(held, stands, strict=True), 1) if one != two)
    assert (fault.reason, alert.squares) == ("another-position", squares)
    assert ", ".join(map(str, squares)) in alert.text
    assert "damcam rule position" in alert.text
    world.turns = []
    fen = full_fen(Position.of(START.rules, START.side, stands))
    world.queue.put(Decision(world.state.last_seq, "position", "J. Jansen", fen=fen))
    world.run(lambda: world.service.begun)
    assert [alert.reason for event in table.of(CameraRestored) for alert in event.alerts] == ["over"]


def test_only_boards_that_moves_lead_to_are_thought_of():
    moves = {(move.origin, move.target): play(START, move) for move in legal_moves(START)}
    held = Belief.at(START)
    assert list(after_unseen_moves(held, (27, 31))) == [moves[31, 27].contents()]
    answered = {(move.origin, move.target): play(moves[31, 27], move) for move in legal_moves(moves[31, 27])}
    assert list(after_unseen_moves(held, (18, 23, 27, 31))) == [answered[18, 23].contents()]
    assert list(after_unseen_moves(held, (18, 23))) == []
    assert list(after_unseen_moves(held, (32,))) == []


def test_after_a_press_that_was_not_read_the_guess_is_not_all_that_is_thought_of():
    unread, _ = rule(Belief.at(START), 1, Side.WHITE, Evidence.none(50))
    stands = next(play(START, move) for move in legal_moves(START) if (move.origin, move.target) == (35, 30)).contents()
    guess = unread.position.contents()
    squares = [square for square, (one, two) in enumerate(zip(guess, stands, strict=True), 1) if one != two]
    assert stands != guess
    assert next(after_unseen_moves(unread, squares)) == stands
