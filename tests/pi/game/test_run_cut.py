"""The service after a power cut, and on a disk without room: what stands, what is told, and what is not."""

from dataclasses import replace

import pytest

from clock.control import parse_control
from pi.game.recovery import note_end
from pi.reading.unseen import after_unseen_moves
from pi.setup.press_line import status_line
from record.decisions.arbitration import Decision
from record.decisions.commands import StartClock
from record.events.of_game import Alerted, CameraFault, CameraRestored, ClockStarted, ClockStopped, Pressed, Ruled
from record.log.tail import tail_of
from record.papers.game_pdn import export_pdn
from record.store.folder import JOURNAL_NAME, read_folder
from record.store.latest import clock_of, read_clock
from rules.board.evidence import Evidence
from rules.board.fen import full_fen, parse_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import Side
from rules.play.moves import legal_moves, play
from rules.referee.belief import Belief
from rules.referee.rule import rule
from tests.support.live.full_disk import FullDisk, cut_power
from tests.support.live.table import SECOND, SMALL, Table, pressed, quiet, ruled
from tests.support.live.truth import picture
from tests.support.live.turns import Turn
from tests.support.live.world import START, World
from vision.image.picture import encode_jpeg


def test_a_dispute_that_is_pending_stands_after_a_power_cut_and_the_arbiter_rules_on_it(table):
    moved = quiet(1)[0]
    script = [replace(moved, stands=SMALL.start.contents()), moved]
    table.world(script, until_ruled=1)
    world = table.world(script)
    assert (world.state.pending, world.state.clock.stopped) == ("no-move", "black")
    world.run(lambda: world.service.begun)
    world.say(Decision(1, "restore", "J. Jansen"))
    assert (world.state.pending, world.state.fen[0]) == (None, "W")


def test_a_board_that_lies_mirrored_is_read_so_after_a_power_cut_whatever_the_settings_say_then(table):
    script = quiet(2)
    before = table.world(script, until_ruled=1, game=replace(SMALL, mirrored=True))
    assert read_folder(before.folder).mirrored
    world = table.world(script, until_ruled=2, game=SMALL)
    assert world.service.begun
    assert world.eyes.geometry.is_mirrored
    assert [ruling.verdict for ruling in world.state.rulings] == ["legal"] * 2


def test_kings_without_a_second_disc_are_known_after_a_power_cut_whatever_the_settings_say_then(table):
    """The board in the pictures has single discs only, with which the board that is held must agree when it is found again."""
    home = replace(SMALL, start=parse_fen("W:W7,36,46,47,48:B15,25,35", ruleset("frisian", second_disc=False)))
    script = quiet(6, position=home.start)
    before = table.world(script, until_ruled=3, game=home)
    assert not read_folder(before.folder).rules.second_disc
    assert before.state.fen.count("K") == 1
    world = table.world(script, until_ruled=6, game=SMALL)
    assert world.service.begun
    assert [ruling.verdict for ruling in world.state.rulings] == ["legal"] * 6
    assert world.state.fen.count("K") == 1
    assert read_folder(world.folder).start == home.start, "a replay of the folder plays without second discs too"


def test_a_game_goes_on_without_a_camera_and_says_so(table):
    script = quiet(3)
    table.world(script, until_ruled=2)
    world = table.world(script)
    world.camera_works = False
    world.run(ruled(world, 3))
    assert world.service.begun, "the pictures that were kept show the board"
    assert world.state.rulings[2].verdict == "unsure"
    assert [fault.reason for fault in table.of(CameraFault)] == ["no-picture"]


def test_a_full_disk_holds_back_what_happens_and_tells_it_in_order_later(table):
    world = table.world(quiet(6), journal=lambda folder: FullDisk.create(folder / JOURNAL_NAME), until_ruled=2)
    world.journal.full = True
    world.run(ruled(world, 4))
    assert [len(table.of(Pressed)), len(table.of(Ruled))] == [2, 2], "nothing is told that is not on disk"
    assert len(world.state.presses) == 4, "and the game goes on"
    assert "not on disk" in str(status_line(world.state, world.service.game.trouble))
    world.journal.full = False
    world.run_for(2 * SECOND)
    assert world.game_ns - read_clock(world.journal.path).t_ns <= SECOND, "once there is room the clock goes to disk again"
    world.play()
    assert [press.seq for press in table.of(Pressed)] == [1, 2, 3, 4, 5, 6]
    assert [alert.reason for event in table.of(Alerted) for alert in event.alerts] == ["full"]
    assert [event for _, event in world.journal.since(0)] == table.told
    assert "3. " in export_pdn(world.state)


def test_no_clock_is_on_disk_that_is_ahead_of_the_events_there(table, memory):
    """Black thinks for minutes after a press that finds no room: what is left by a power cut does not charge White with it."""
    script = quiet(4)
    script[3] = replace(script[3], think_ns=300 * SECOND)
    world = table.world(script, journal=lambda folder: FullDisk.create(folder / JOURNAL_NAME), until_ruled=1)
    world.journal.refused = lambda event: isinstance(event, Ruled)  # room for a page, as the clock's, and for no large row
    world.run(pressed(world, 3))
    white_ns, cut_ns = world.service.game.clock.white_ns, world.game_ns
    world.run_for(240 * SECOND)
    world.close()
    cut_power(memory)
    world = table.world(script)
    assert len(world.state.presses) == 2, "the third was in memory alone"
    assert world.state.clock.white_ns >= white_ns - 60 * SECOND, "its increment is all that White is without"
    assert table.of(ClockStopped)[-1].t_ns <= cut_ns


def test_without_room_for_pictures_the_arbiter_is_told_once_and_the_game_is_read(table):
    world = table.world(quiet(3), min_free_bytes=10**18)
    world.play()
    assert [alert.reason for event in table.of(Alerted) for alert in event.alerts] == ["no-pictures"]
    assert [one.verdict for one in world.state.rulings] == ["legal"] * 3
    assert list((world.folder / "frames").iterdir()) == []


def test_after_a_power_cut_the_clock_stands_and_the_arbiter_is_asked(table):
    script = quiet(6)
    world = table.world(script, until_pressed=3)
    world.run_for(3 * SECOND)
    lived_ns = world.game_ns
    world = table.world(script)
    (stopped,) = table.of(ClockStopped)
    assert [alert.code for alert in stopped.alerts] == ["resumed"]
    assert 0 <= lived_ns - stopped.t_ns <= SECOND
    assert (world.state.clock.running, world.state.clock.stopped) == (None, "black")
    world.play()
    assert [one.verdict for one in world.state.rulings] == ["legal"] * 6
    assert [press.seq for press in world.state.presses] == [1, 2, 3, 4, 5, 6]


def test_a_service_that_was_told_to_end_does_not_say_that_it_was_without_power(table):
    script = quiet(4)
    for count in (1, 2):
        world = table.world(script, until_pressed=count)
        world.close()
        note_end(world.folder)
    world = table.world(script, until_pressed=3)
    table.world(script)
    told = [alert for event in table.of(ClockStopped) for alert in event.alerts]
    assert [(alert.code, alert.reason) for alert in told] == [("resumed", "ended"), ("resumed", "ended"), ("resumed", None)]
    assert told[0].text.startswith("The recorder was stopped and started again. Both clocks stand")


def test_a_clock_row_that_is_damaged_is_not_taken_and_the_arbiter_is_told(table):
    script = quiet(4, 30 * SECOND)
    world = table.world(script, until_pressed=2)
    world.run_for(20 * SECOND)
    pressed_ns = world.state.presses[-1].t_ns
    clock_of(world.journal.path).write_bytes(b"x" * 9000)
    world = table.world(script)
    (stopped,) = table.of(ClockStopped)
    assert [(alert.code, alert.reason) for alert in stopped.alerts] == [("resumed", None), ("disk", "clock")]
    assert stopped.t_ns == pressed_ns, "the clocks stand as after the last press"
    assert world.said == ["the file of the clock is damaged: the game goes on from the events alone"]
    world.play()
    assert [one.verdict for one in world.state.rulings] == ["legal"] * 4


@pytest.mark.parametrize("timed", [True, False])
def test_a_log_without_the_file_that_names_its_last_row_is_told(table, timed):
    game = SMALL if timed else replace(SMALL, control=parse_control("simultaan"))
    script = quiet(4)
    world = table.world(script, until_ruled=2, game=game)
    tail_of(world.journal.path).unlink()
    world = table.world(script, game=game)
    told = [alert for event in table.of(ClockStopped if timed else Alerted) for alert in event.alerts]
    assert [(alert.code, alert.reason) for alert in told] == [("resumed", None), ("disk", "tail")]
    world.play()
    assert [one.verdict for one in world.state.rulings] == ["legal"] * 4


def test_a_press_that_was_cut_off_is_read_from_its_pictures_if_all_were_kept(table):
    script = quiet(4)
    world = table.world(script, until_pressed=2)
    world.close()
    (world.folder / "frames" / "0002.jpg").write_bytes(encode_jpeg(picture(script[1].stands)))
    world = table.world(script, until_ruled=2)
    assert (world.state.rulings[1].verdict, world.state.rulings[1].picture) == ("legal", "frames/0002.jpg")
    table.world(script, until_pressed=3)
    world = table.world(script, until_ruled=3)
    assert (world.state.rulings[2].verdict, world.state.rulings[2].picture) == ("unsure", None)
    world.play()
    assert world.state.rulings[3].verdict == "legal"


def test_a_simultaneous_game_has_no_clock_and_each_press_says_that_a_move_was_made(table):
    game = replace(SMALL, control=parse_control("simultaan"))
    script = quiet(5)
    world = table.world(script, game=game, until_ruled=2)
    assert (world.state.clock.running, world.state.clock.white_ns) == ("white", 0)
    world.buttons.press(world.now_ns_, "black")
    world.step()
    assert len(world.state.presses) == 2, "a press by the side that is not to move says nothing"
    assert str(world.ask(StartClock("J. Jansen"))[0]) == "this game is played without a clock: there is none to start"
    world = table.world(script, game=game)
    assert [alert.code for event in table.of(Alerted) for alert in event.alerts] == ["resumed"]
    assert table.of(ClockStopped) == []
    world.play()
    assert [(one.side, one.verdict) for one in world.state.rulings] == [(turn.side, "legal") for turn in script]
    assert [(event.side, event.by) for event in table.of(ClockStarted)] == [("white", "")]
    assert "%clock" not in export_pdn(world.state)


NO_PICTURES = 10**18


def cut_off(table: Table, memory, script: list[Turn], pressed: int) -> World:
    """The world after a power cut in which all but two presses were lost, and no picture was kept."""
    world = table.world(script, min_free_bytes=NO_PICTURES, journal=lambda folder: FullDisk.create(folder / JOURNAL_NAME))
    world.journal.refused = lambda event: isinstance(event, Pressed) and event.seq > 2
    world.run(ruled(world, pressed))
    world.close()
    cut_power(memory)
    table.told.clear()
    world = table.world(script, min_free_bytes=NO_PICTURES)
    assert len(world.state.presses) == 2
    world.stands = script[pressed - 1].stands
    return world


def test_a_move_that_is_not_on_record_is_read_at_the_next_press(table, memory):
    script = quiet(5)
    world = cut_off(table, memory, script, 3)
    world.play()
    assert [one.verdict for one in world.state.rulings] == ["legal"] * 5
    assert [fault.reason for fault in table.of(CameraFault) if fault.reason] == []


def test_a_board_that_no_moves_explain_is_told_with_its_squares(table, memory):
    script = quiet(7)
    world = cut_off(table, memory, script, 6)
    world.run(lambda: bool(table.of(CameraFault)))
    (fault,) = table.of(CameraFault)
    (alert,) = fault.alerts
    held, stands = script[1].stands, script[5].stands
    squares = tuple(square for square, (one, two) in enumerate(zip(held, stands, strict=True), 1) if one != two)
    assert (fault.reason, alert.squares) == ("another-position", squares)
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
