"""The service of a game, its time turned by hand: presses that count and that do not, the flag, the lever, the arbiter, the camera."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from clock.buttons import Occasion, Signals
from clock.control import parse_control
from clock.debounce import Lever
from pi.game.recovery import recover
from pi.reading.messages import CameraBack, CameraLost
from record.decisions.arbitration import Decision
from record.decisions.inbox import OBEYED
from record.decisions.words import FindBoard, SetTimes, StartClock, StopClock
from record.events.of_game import (
    Alerted,
    CameraFault,
    CameraRestored,
    ClockStarted,
    ClockStopped,
    FlagFell,
    Pressed,
    Ruled,
    TurnHandedBack,
)
from record.papers.time_of_day import read
from record.session import running
from record.session.beliefs import after_press
from record.session.step import from_events
from record.store.checkpoint import Checkpoint
from record.store.folder import read_folder
from rules.board.fen import parse_fen
from rules.errors import Sentence
from tests.bench.live.table import SECOND, calm, pressed, ruled
from tests.bench.live.turns import MS, turns
from tests.bench.live.world import GAME, START
from tests.record.session.refolded import running_game
from vision.camera.ring import SETTLED_WITHIN_NS


def test_bounces_and_presses_out_of_turn_count_for_nothing(table):
    script = calm(4)
    script[1] = replace(script[1], bounces_ns=(2 * MS, MS, 3 * MS, MS), doubled_ns=300 * MS, wrong_ns=SECOND)
    world = table.world(script)
    world.play()
    assert [press.side for press in world.state.presses] == ["white", "black", "white", "black"]
    assert world.service.loop.game.ignored == 2, "they are counted"
    assert [one.verdict for one in world.state.rulings] == ["legal"] * 4
    assert read_folder(world.folder).presses[3].pictures, "the folder is a recorded session"


def test_the_clock_that_the_loop_shows_is_the_one_on_record(table):
    script = turns(14, 3)
    world = table.world(script)
    for count in range(1, 15):
        world.run(ruled(world, count))
        assert world.service.loop.clock == world.state.clock
    events = [event for _, event in world.journal.since(0)]
    assert from_events(events) == world.state
    assert running_game(events) == replace(world.service.loop.game, ignored=0)
    assert world.journal.checkpoint().row_id == len(events)
    assert recover(world.journal).game == running_game(events)
    world.journal.write_checkpoint(Checkpoint(5, b"damaged"))
    assert recover(world.journal).game == running_game(events)


def test_with_a_checkpoint_no_press_is_ruled_again(table, monkeypatch):
    world = table.world(calm(4))
    world.run(ruled(world, 4))
    ruled_again = []
    monkeypatch.setattr(running, "after_press", lambda held, event: ruled_again.append(event.seq) or after_press(held, event))
    recover(world.journal)
    assert ruled_again == []
    world.journal.write_checkpoint(Checkpoint(5, b"damaged"))
    recover(world.journal)
    assert ruled_again == [1, 2, 3, 4]


@pytest.mark.parametrize(("lifted_ns", "verdict"), [(None, "27b-few"), (800 * MS, "legal")])
def test_a_captured_piece_may_be_lifted_after_the_press_within_the_time_to_settle(table, lifted_ns, verdict):
    """Article 14."""
    start, left, after = (parse_fen(fen, GAME.start.rules) for fen in ("W:W28,50:B1,22", "B:W17,50:B1,22", "B:W17,50:B1"))
    turn = replace(calm(1)[0], stands=left.contents())
    world = table.world([turn], game=replace(GAME, start=start))
    world.run(pressed(world, 1))
    if lifted_ns:
        world.at(world.now_ns_ + lifted_ns, lambda: setattr(world, "stands", after.contents()))
    world.run(ruled(world, 1))
    (ruling,) = world.state.rulings
    assert (ruling.verdict, ruling.move) == (verdict, "28x17")


def test_the_first_press_by_black_starts_whites_clock(table):
    world = table.world([])
    world.run(lambda: world.service.begun)
    world.buttons.press(world.now_ns_, "white")
    world.step()
    assert table.of(ClockStarted) == []
    world.run_for(SECOND)
    world.buttons.press(world.now_ns_, "black")
    world.step()
    assert (world.state.clock.running, world.buttons.lit, table.of(Pressed)) == ("white", "white", [])


def test_a_flag_falls_at_its_instant_and_the_arbiter_is_told(table):
    game = replace(GAME, control=parse_control("10s"))
    world = table.world(calm(4, think_ns=6 * SECOND), game=game, signals=Signals(sounds=frozenset({Occasion.FLAG})))
    world.run(lambda: bool(world.state.clock.flagged))
    (fell,), start = table.of(FlagFell), table.of(ClockStarted)[0]
    presses = table.of(Pressed)
    assert (fell.side, len(presses)) == ("white", 2)
    assert fell.t_ns == start.t_ns + 6 * SECOND + 6 * SECOND + 4 * SECOND
    assert (fell.white_ns, fell.black_ns) == (0, 4 * SECOND)
    assert [(alert.code, alert.article, alert.acts, alert.side) for alert in fell.alerts] == [("flag", "20.5", "at once", "white")]
    assert (world.buttons.lit, world.buttons.sounded) == (None, [Occasion.FLAG])
    world.buttons.press(world.now_ns_, "white")
    world.run_for(3 * SECOND)
    assert len(world.state.presses) == 2, "presses after the flag count for nothing"
    world.queue.put(SetTimes(60 * SECOND, 60 * SECOND, "J. Jansen", "the clock was wrong"))
    world.queue.put(StartClock("J. Jansen"))
    world.step()
    assert (world.state.clock.running, world.state.clock.white_ns) == ("white", 60 * SECOND)


def test_a_press_just_before_the_flag_counts_though_it_is_heard_of_after(table):
    world = table.world([], game=replace(GAME, control=parse_control("10s")))
    world.run(lambda: world.service.begun)
    world.queue.put(StartClock("J. Jansen"))
    world.step()
    fall_ns = world.now_ns_ + 10 * SECOND
    world.at(fall_ns + 2 * MS, lambda: None)  # the loop looks what time it is
    world.at(fall_ns + 5 * MS, lambda: world.buttons.press(fall_ns - MS, "white"))
    world.run_for(11 * SECOND)
    assert (len(table.of(Pressed)), table.of(FlagFell)) == (1, [])


def test_the_pictures_of_a_press_end_with_the_next_one(table):
    world = table.world(calm(2, think_ns=1200 * MS))
    world.run(pressed(world, 2))
    world.run_for(500 * MS)
    first_ns, second_ns = (press.t_ns + world.service.base_ns for press in world.state.presses)
    shown = [kept.frame.t_ns for kept in world.ring.after(first_ns)]
    assert shown
    assert shown[-1] < second_ns < world.ring.latest.t_ns < first_ns + SETTLED_WITHIN_NS


def test_a_flag_that_fell_in_the_moment_before_the_arbiter_stopped_the_clock_is_told(table):
    world = table.world([], game=replace(GAME, control=parse_control("10s")))
    world.run(lambda: world.service.begun)
    world.queue.put(StartClock("J. Jansen"))
    world.step()
    world.now_ns_ += 10 * SECOND + 50 * MS
    answers: list[str] = []
    world.service.hear(StopClock("J. Jansen"), world.now_ns_, lambda became: answers.append(str(became)))
    assert answers == ["neither clock runs"]
    assert [fell.t_ns for fell in table.of(FlagFell)] == [table.of(ClockStarted)[0].t_ns + 10 * SECOND]


def test_the_arbiter_stops_and_starts_the_clock(table):
    world = table.world(calm(2))
    world.run(pressed(world, 1))
    world.queue.put(StopClock("J. Jansen"))
    world.step()
    shown = world.state.clock.white_ns, world.state.clock.black_ns
    assert world.state.clock.running is None
    world.run_for(2 * SECOND)
    world.queue.put(StartClock("J. Jansen"))
    world.step()
    assert (world.state.clock.running, world.state.clock.white_ns, world.state.clock.black_ns) == ("black", *shown)
    assert [event.by for event in table.of(ClockStopped)] == ["J. Jansen"]
    assert read(table.of(ClockStopped)[0].at), "the time of day is noted"


def test_what_the_arbiter_cannot_rule_is_said_and_nothing_happens(table):
    world = table.world(calm(2))
    world.run(ruled(world, 1))
    told = len(table.told)
    world.queue.put(Decision(1, "restore", "J. Jansen"))
    world.queue.put(SetTimes(0, 5, "J. Jansen"))
    world.step()
    assert len(table.told) == told
    assert ["nothing is pending" in line or "needs some time left" in line for line in world.said] == [True, True]


def test_a_turn_that_a_side_has_is_not_given_to_it_for_the_record_would_have_a_position_set_up(table):
    world = table.world(calm(3))
    world.run(ruled(world, 1))
    plies = len(world.state.plies)
    assert str(world.service.obey(Decision(1, "to-move", "J. Jansen", side="black"), world.now_ns_)) == "Black is to move already"
    assert len(world.state.plies) == plies
    assert world.service.obey(StartClock("J. Jansen", "white"), world.now_ns_) == OBEYED
    assert world.service.obey(Decision(1, "to-move", "J. Jansen", side="black"), world.now_ns_) == OBEYED, "the other's clock ran"
    assert (world.state.clock.running, world.state.fen[0]) == ("black", "B")


def test_a_lever_that_falls_back_hands_the_turn_back(table):
    world = table.world([], wiring=Lever(17))
    world.run(lambda: world.service.begun)
    world.queue.put(StartClock("J. Jansen"))
    world.run_for(SECOND)
    t_ns = world.now_ns_
    world.buttons.press(t_ns, "white", bounces_ns=(10 * MS,))
    world.run_for(SECOND)
    (back,) = table.of(TurnHandedBack)
    assert (back.side, back.t_ns, world.state.clock.running) == ("white", t_ns - world.service.base_ns + 10 * MS, "white")


def test_a_fault_is_put_right_by_the_same_side_while_the_others_clock_runs(table):
    moved = calm(1)[0]
    world = table.world([replace(moved, stands=START.contents()), moved])
    world.run(ruled(world, 2))
    assert [(one.side, one.verdict) for one in world.state.rulings] == [("white", "no-move"), ("white", "corrected")]
    assert (len(world.state.plies), world.state.clock.running) == (1, "black")


def test_after_a_press_that_was_not_read_another_one_of_its_side_counts_for_nothing(table):
    """A button pressed twice by mistake is no second move."""
    first, answer = calm(2)
    world = table.world([first, replace(answer, wrong_ns=2 * SECOND)])
    world.run(lambda: world.service.begun)
    world.light = False
    world.run(ruled(world, 1))
    world.light = True
    world.run(ruled(world, 2))
    assert [press.side for press in world.state.presses] == ["white", "black"]
    assert (table.of(Ruled)[0].verdict, len(world.state.plies), world.state.clock.running) == ("unsure", 2, "white")


def test_a_camera_that_is_unplugged_is_told_at_once_and_taken_up_again(table):
    world = table.world(calm(4))
    world.run(ruled(world, 1))
    world.camera_works = False
    world.ring.fail()
    world.queue.put(CameraLost(Sentence.plain("the camera was unplugged")))
    world.run(ruled(world, 2))
    (fault,) = table.of(CameraFault)
    assert (fault.reason, [alert.code for alert in fault.alerts]) == ("no-picture", ["camera"])
    assert world.state.rulings[1].verdict == "unsure"
    world.camera_works = True
    world.queue.put(CameraBack())
    world.play()
    assert len(table.of(CameraRestored)) == 1
    assert [alert.reason for event in table.of(Alerted) for alert in event.alerts] == ["over"]
    assert [one.verdict for one in world.state.rulings][2:] == ["legal", "legal"]


def test_a_black_picture_is_told_when_it_begins_and_when_it_is_over(table):
    world = table.world(calm(5))
    world.run(ruled(world, 1))
    world.light = False
    world.run(ruled(world, 3))
    world.light = True
    world.play()
    assert ([fault.reason for fault in table.of(CameraFault)], len(table.of(CameraRestored))) == (["black"], 1)
    assert [one.verdict for one in world.state.rulings][1:3] == ["unsure", "unsure"]
    told = [alert.reason for one in world.state.rulings for alert in one.alerts if alert.code == "camera"]
    assert told == ["black", "over"]


def test_nothing_asks_for_the_time_of_day_but_names_of_games_the_days_that_pictures_stay_and_what_the_hub_compares():
    """Setting the clock of the machine back moves nothing."""
    root = Path(__file__).resolve().parents[3]
    asks = re.compile(r"\btime\.(time|time_ns|localtime|gmtime)\b|datetime\.now|date\.today|CLOCK_REALTIME")
    found = {
        str(path.relative_to(root))
        for folder in ("clock", "record", "vision", "pi", "rules")
        for path in (root / folder).rglob("*.py")
        if asks.search(path.read_text(encoding="utf-8"))
    }
    assert found == {
        "pi/checks/readiness.py",
        "pi/commands/events/demo.py",
        "pi/commands/events/line_up.py",
        "pi/commands/events/verdict.py",
        "pi/machine/tidying.py",
        "pi/programs/demo.py",
        "pi/programs/run.py",
        "pi/uplink/beat.py",
    }


def test_the_board_is_looked_for_when_somebody_asks_and_nothing_of_the_game_changes(table):
    world = table.world(calm(2))
    world.run(ruled(world, 1))
    told, answers = len(table.told), []
    for light, said in ((True, OBEYED), (False, "the picture is black")):
        world.light = light
        world.run_for(SECOND)
        word = FindBoard("Anke", ((0, 200), (400, 200), (400, 0), (0, 0)))
        world.service.find(word, world.now_ns(), lambda became: answers.append(str(became)))
        world.run(lambda: len(answers) == 1)
        assert answers.pop() == said
    assert [event for event in table.told[told:] if not isinstance(event, Pressed | Ruled)] == []
    world.light = True
    world.play()
    assert [one.verdict for one in world.state.rulings] == ["legal"] * 2
