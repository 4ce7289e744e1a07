"""The service after a power cut, and on a disk without room: what stands, what is told, and what is not."""

import sqlite3
from dataclasses import replace

from clock.control import parse_control
from pi.game.recovery import note_end
from pi.setup.press_line import status_line
from record.decisions.arbitration import Decision
from record.decisions.words import StartClock
from record.events.of_game import (
    Alerted,
    CameraFault,
    ClockStarted,
    ClockStopped,
    Event,
    Pressed,
    Ruled,
)
from record.store.folder import JOURNAL_NAME
from record.store.journal import ClockRow, Journal, JournalError
from rules.errors import Sentence
from tests.bench.live.table import SECOND, calm, pressed, ruled
from tests.bench.live.truth import picture
from tests.bench.live.world import GAME, START
from vision.image.picture import encode_jpeg


class FullDisk(Journal):
    """A journal on a disk that a test fills."""

    full = False

    def append(self, event: Event, t_ns: int) -> int:
        if self.full:
            full = sqlite3.OperationalError("database or disk is full")
            full.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise JournalError(Sentence.plain(f"{type(event).__name__} could not be written: {full}")) from full
        return super().append(event, t_ns)

    def write_clock(self, row: ClockRow) -> None:
        if self.full:
            raise JournalError(Sentence.plain("the clock could not be written: database or disk is full"))
        super().write_clock(row)


def test_a_dispute_that_is_pending_stands_after_a_power_cut_and_the_arbiter_rules_on_it(table):
    moved = calm(1)[0]
    script = [replace(moved, stands=START.contents()), moved]
    world = table.world(script)
    world.run(ruled(world, 1))
    world.close()
    world = table.world(script)
    assert (world.state.pending, world.state.clock.stopped) == ("no-move", "black")
    world.run(lambda: world.service.begun)
    world.queue.put(Decision(1, "restore", "J. Jansen"))
    world.step()
    assert (world.state.pending, world.state.fen[0]) == (None, "W")


def test_a_game_goes_on_without_a_camera_and_says_so(table):
    script = calm(3)
    world = table.world(script)
    world.run(ruled(world, 2))
    world.close()
    world = table.world(script)
    world.camera_works = False
    world.run(ruled(world, 3))
    assert world.service.begun, "the pictures that were kept show the board"
    assert world.state.rulings[2].verdict == "unsure"
    assert [fault.reason for fault in table.of(CameraFault)] == ["no-picture"]


def test_a_full_disk_holds_back_what_happens_and_tells_it_in_order_later(table):
    world = table.world(calm(6), journal=lambda folder: FullDisk.create(folder / JOURNAL_NAME))
    world.run(ruled(world, 2))
    world.journal.full = True
    world.run(ruled(world, 4))
    assert [len(table.of(Pressed)), len(table.of(Ruled))] == [2, 2], "nothing is told that is not on disk"
    assert len(world.state.presses) == 4, "and the game goes on"
    assert "held back" in str(status_line(world.state, world.service.loop.keeper.trouble))
    world.journal.full = False
    world.play()
    assert [press.seq for press in table.of(Pressed)] == [1, 2, 3, 4, 5, 6]
    assert [alert.reason for event in table.of(Alerted) for alert in event.alerts] == ["full"]
    assert [event for _, event in world.journal.since(0)] == table.told
    assert "3. " in (world.folder / "game.pdn").read_text()


class NearlyFullDisk(Journal):
    """One that a test leaves room for a page, as the clock's, and for no row that is large."""

    nearly_full = False

    def append(self, event: Event, t_ns: int) -> int:
        if self.nearly_full and isinstance(event, Ruled):
            raise JournalError(Sentence.plain("Ruled could not be written: database or disk is full"))
        return super().append(event, t_ns)


def test_no_clock_is_on_disk_that_is_ahead_of_the_events_there(table):
    """Black thinks for minutes after a press that finds no room: what is left by a power cut does not charge White with it."""
    script = calm(4)
    script[3] = replace(script[3], think_ns=300 * SECOND)
    world = table.world(script, journal=lambda folder: NearlyFullDisk.create(folder / JOURNAL_NAME))
    world.run(ruled(world, 1))
    world.journal.nearly_full = True
    world.run(pressed(world, 3))
    white_ns, cut_ns = world.service.loop.clock.white_ns, world.game_ns
    world.run_for(240 * SECOND)
    world.close()
    world = table.world(script)
    assert len(world.state.presses) == 2, "the third was held back"
    assert world.state.clock.white_ns >= white_ns - 60 * SECOND, "its increment is all that White is without"
    assert table.of(ClockStopped)[-1].t_ns <= cut_ns


def test_once_there_is_room_the_clock_goes_to_disk_again(table):
    world = table.world(calm(4, 10 * SECOND), journal=lambda folder: FullDisk.create(folder / JOURNAL_NAME))
    world.run(ruled(world, 2))
    world.journal.full = True
    world.run(pressed(world, 3))
    world.journal.full = False
    world.run_for(2 * SECOND)
    assert world.game_ns - world.journal.clock().t_ns <= SECOND


def test_without_room_for_pictures_the_arbiter_is_told_once_and_the_game_is_read(table):
    world = table.world(calm(3), min_free_bytes=10**18)
    world.play()
    assert [alert.reason for event in table.of(Alerted) for alert in event.alerts] == ["no-pictures"]
    assert [one.verdict for one in world.state.rulings] == ["legal"] * 3
    assert list((world.folder / "frames").iterdir()) == []


def test_after_a_power_cut_the_clock_stands_and_the_arbiter_is_asked(table):
    script = calm(6)
    world = table.world(script)
    world.run(pressed(world, 3))
    world.run_for(3 * SECOND)
    lived_ns = world.game_ns
    world.close()
    world = table.world(script)
    (stopped,) = table.of(ClockStopped)
    assert [alert.code for alert in stopped.alerts] == ["resumed"]
    assert 0 <= lived_ns - stopped.t_ns <= SECOND
    assert (world.state.clock.running, world.state.clock.stopped) == (None, "black")
    world.play()
    assert [one.verdict for one in world.state.rulings] == ["legal"] * 6
    assert [press.seq for press in world.state.presses] == [1, 2, 3, 4, 5, 6]


def test_a_service_that_was_told_to_end_does_not_say_that_it_was_without_power(table):
    script = calm(4)
    for count in (1, 2):
        world = table.world(script)
        world.run(pressed(world, count))
        world.close()
        note_end(world.folder)
    world = table.world(script)
    world.run(pressed(world, 3))
    world.close()
    table.world(script)
    told = [alert for event in table.of(ClockStopped) for alert in event.alerts]
    assert [(alert.code, alert.reason) for alert in told] == [("resumed", "ended"), ("resumed", "ended"), ("resumed", None)]
    assert told[0].text.startswith("The recorder was stopped and started again. Both clocks stand")


def test_a_clock_row_that_is_damaged_is_not_taken_and_the_arbiter_is_told(table):
    script = calm(4, 30 * SECOND)
    world = table.world(script)
    world.run(pressed(world, 2))
    world.run_for(20 * SECOND)
    pressed_ns = world.state.presses[-1].t_ns
    world.journal._connection.execute("UPDATE clock SET t_ns = t_ns + 3600000000000")
    world.close()
    world = table.world(script)
    (stopped,) = table.of(ClockStopped)
    assert [(alert.code, alert.reason) for alert in stopped.alerts] == [("resumed", None), ("disk", "clock")]
    assert stopped.t_ns == pressed_ns, "the clocks stand as after the last press"
    assert world.said == ["the journal's row of the clock is damaged: the game goes on from the events alone"]
    world.play()
    assert [one.verdict for one in world.state.rulings] == ["legal"] * 4


def test_a_press_that_was_cut_off_is_read_from_its_pictures_if_all_were_kept(table):
    script = calm(4)
    world = table.world(script)
    world.run(pressed(world, 2))
    world.close()
    (world.folder / "frames" / "0002.jpg").write_bytes(encode_jpeg(picture(script[1].stands)))
    world = table.world(script)
    world.run(ruled(world, 2))
    assert (world.state.rulings[1].verdict, world.state.rulings[1].picture) == ("legal", "frames/0002.jpg")
    world.close()
    world = table.world(script)
    world.run(pressed(world, 3))
    world.close()
    world = table.world(script)
    world.run(ruled(world, 3))
    assert (world.state.rulings[2].verdict, world.state.rulings[2].picture) == ("unsure", None)
    world.play()
    assert world.state.rulings[3].verdict == "legal"


def test_a_simultaneous_game_has_no_clock_and_each_press_says_that_a_move_was_made(table):
    game = replace(GAME, control=parse_control("simultaan"))
    script = calm(5)
    world = table.world(script, game=game)
    world.run(ruled(world, 2))
    assert (world.state.clock.running, world.state.clock.white_ns) == ("white", 0)
    world.buttons.press(world.now_ns_, "black")
    world.step()
    assert len(world.state.presses) == 2, "a press by the side that is not to move says nothing"
    assert str(world.service.obey(StartClock("J. Jansen"), world.now_ns_)) == "this game is played without a clock: there is none to start"
    world.close()
    world = table.world(script, game=game)
    assert [alert.code for event in table.of(Alerted) for alert in event.alerts] == ["resumed"]
    assert table.of(ClockStopped) == []
    world.play()
    assert [(one.side, one.verdict) for one in world.state.rulings] == [(turn.side, "legal") for turn in script]
    assert [(event.side, event.by) for event in table.of(ClockStarted)] == [("white", "")]
    assert "%clock" not in (world.folder / "game.pdn").read_text()
