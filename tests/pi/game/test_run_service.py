"""The service of a game, its time turned by hand: presses, flag, lever, camera, and a loop that a slow disk holds up."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise
from math import inf
from pathlib import Path

import pytest

from clock.buttons import Occasion, Signals
from clock.control import parse_control
from clock.debounce import Lever
from pi.game.live_game import Task, drive, tasks_beside
from pi.game.recovery import recover
from pi.game.station import Mark, Stop
from pi.reading.messages import CameraBack, CameraBlind, CameraLost
from record.decisions.arbitration import Decision
from record.decisions.commands import AddTimes, FindBoard, SetTimes, StartClock, StopClock
from record.decisions.outcome import OBEYED
from record.events.of_game import (
    Alerted,
    CameraFault,
    CameraRestored,
    ClockStarted,
    ClockStopped,
    Event,
    FlagFell,
    Pressed,
    Ruled,
    TimesSet,
    TurnHandedBack,
)
from record.papers.time_of_day import read
from record.session import running
from record.session.beliefs import after_press
from record.session.step import from_events
from record.store.folder import JOURNAL_NAME, read_folder
from record.store.journal import Journal
from record.store.latest import Latest, read_clock, read_latest
from rules.board.fen import parse_fen
from rules.errors import Sentence
from tests.record.session.refolded import running_game
from tests.support.board_service import PutCommands
from tests.support.live.table import SECOND, SMALL, Table, quiet, ruled
from tests.support.live.truth import picture
from tests.support.live.turns import MS, turns
from tests.support.live.world import GAME, World
from vision.camera.ring import SETTLED_WITHIN_NS
from vision.camera.source import Frame
from vision.watching.health import PictureFault


def test_bounces_and_presses_out_of_turn_count_for_nothing(table):
    script = quiet(4)
    script[1] = replace(script[1], bounces_ns=(2 * MS, MS, 3 * MS, MS), doubled_ns=300 * MS, wrong_ns=SECOND)
    world = table.world(script)
    world.play()
    assert [press.side for press in world.state.presses] == ["white", "black", "white", "black"]
    assert world.service.game.running.ignored == 2, "they are counted"
    assert [one.verdict for one in world.state.rulings] == ["legal"] * 4
    assert read_folder(world.folder).presses[3].pictures, "the folder is a recorded session"


def test_the_clock_that_the_loop_shows_is_the_one_on_record_and_with_a_checkpoint_no_press_is_ruled_again(table, monkeypatch):
    script = turns(5, 3)
    world, ruled_again = table.world(script), []
    for count in range(1, len(script) + 1):
        world.run(ruled(world, count))
        assert world.service.game.clock == world.state.clock
    events = [event for _, event in world.journal.since(0)]
    game = running_game(events)
    assert (from_events(events), game) == (world.state, replace(world.service.game.running, ignored=0))
    assert read_latest(world.journal.path).belief.row_id == len(events)
    monkeypatch.setattr(running, "after_press", lambda held, event: ruled_again.append(event.seq) or after_press(held, event))
    assert (recover(world.journal).game, ruled_again) == (game, [])
    sound = read_latest(world.journal.path).belief
    for spoilt in (sound._replace(data=b"damaged"), sound._replace(row_id=sound.row_id - 1), sound._replace(row_id=sound.row_id + 1)):
        ruled_again.clear()
        world.latest.write_belief(spoilt)
        assert (recover(world.journal).game, ruled_again) == (game, [1, 2, 3, 4, 5])


@pytest.mark.parametrize(("lifted_ns", "verdict"), [(None, "27b-few"), (800 * MS, "legal")])
def test_a_captured_piece_may_be_lifted_after_the_press_within_the_time_to_settle(table, lifted_ns, verdict):
    """Article 14."""
    start, left, after = (parse_fen(fen, GAME.start.rules) for fen in ("W:W28,50:B1,22", "B:W17,50:B1,22", "B:W17,50:B1"))
    turn = replace(quiet(1)[0], stands=left.contents())
    world = table.world([turn], game=replace(GAME, start=start), until_pressed=1)
    if lifted_ns:
        world.at(world.now_ns_ + lifted_ns, lambda: setattr(world, "stands", after.contents()))
    world.run(ruled(world, 1))
    (ruling,) = world.state.rulings
    assert (ruling.verdict, ruling.move) == (verdict, "28x17")


def test_the_first_press_by_black_starts_whites_clock(table):
    world = table.world([], until_begun=True)
    world.buttons.press(world.now_ns_, "white")
    world.step()
    assert table.of(ClockStarted) == []
    world.run_for(SECOND)
    world.buttons.press(world.now_ns_, "black")
    world.step()
    assert (world.state.clock.running, world.buttons.lit, table.of(Pressed)) == ("white", "white", [])


def test_a_flag_falls_at_its_instant_and_the_arbiter_is_told(table):
    game = replace(SMALL, control=parse_control("10s"))
    world = table.world(quiet(4, think_ns=6 * SECOND), game=game, signals=Signals(sounds=frozenset({Occasion.FLAG})))
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
    world.say(SetTimes(60 * SECOND, 60 * SECOND, "J. Jansen", "the clock was wrong"), StartClock("J. Jansen"))
    assert (world.state.clock.running, world.state.clock.white_ns) == ("white", 60 * SECOND)


def test_the_pictures_of_a_press_end_with_the_next_one(table):
    world = table.world(quiet(2, think_ns=1200 * MS), until_pressed=2)
    world.run_for(500 * MS)
    first_ns, second_ns = (press.t_ns + world.service.base_ns for press in world.state.presses)
    shown = [kept.frame.t_ns for kept in world.ring.after(first_ns)]
    assert shown
    assert shown[-1] < second_ns < world.ring.latest.t_ns < first_ns + SETTLED_WITHIN_NS


def test_a_flag_that_fell_in_the_moment_before_the_arbiter_stopped_the_clock_is_told(table):
    world = table.world([], game=replace(SMALL, control=parse_control("10s")), until_begun=True)
    world.say(StartClock("J. Jansen"))
    world.now_ns_ += 10 * SECOND + 50 * MS
    assert [str(answer) for answer in world.ask(StopClock("J. Jansen"))] == ["neither clock runs"]
    assert [fell.t_ns for fell in table.of(FlagFell)] == [table.of(ClockStarted)[0].t_ns + 10 * SECOND]


def test_the_arbiter_stops_and_starts_the_clock_and_what_cannot_be_ruled_changes_nothing(table):
    """A turn that a side has is not given to it: the record would have a position set up."""
    world = table.world(quiet(3), until_ruled=1)
    world.say(StopClock("J. Jansen"))
    shown = world.state.clock.white_ns, world.state.clock.black_ns
    assert world.state.clock.running is None
    world.run_for(2 * SECOND)
    world.say(StartClock("J. Jansen"))
    assert (world.state.clock.running, world.state.clock.white_ns, world.state.clock.black_ns) == ("black", *shown)
    assert [event.by for event in table.of(ClockStopped)] == ["J. Jansen"]
    assert read(table.of(ClockStopped)[0].at), "the time of day is noted"
    plies, told = len(world.state.plies), len(table.told)
    for word in (Decision(1, "restore", "J. Jansen"), SetTimes(0, 5, "J. Jansen"), Decision(1, "to-move", "J. Jansen", side="black")):
        assert world.ask(word) != [OBEYED]
    assert (len(world.state.plies), len(table.told)) == (plies, told)
    for word in (StartClock("J. Jansen", "white"), Decision(1, "to-move", "J. Jansen", side="black")):
        assert world.ask(word) == [OBEYED], "the other's clock ran"
    assert (world.state.clock.running, world.state.fen[0]) == ("black", "B")


def test_a_lever_that_falls_back_hands_the_turn_back(table):
    world = table.world([], wiring=Lever(17), until_begun=True)
    world.queue.put(StartClock("J. Jansen"))
    world.run_for(SECOND)
    t_ns = world.now_ns_
    world.buttons.press(t_ns, "white", bounces_ns=(10 * MS,))
    world.run_for(SECOND)
    (back,) = table.of(TurnHandedBack)
    assert (back.side, back.t_ns, world.state.clock.running) == ("white", t_ns - world.service.base_ns + 10 * MS, "white")


def test_after_a_press_that_was_not_read_another_one_of_its_side_counts_for_nothing(table):
    """A button pressed twice by mistake is no second move."""
    first, answer = quiet(2)
    world = table.world([first, replace(answer, wrong_ns=2 * SECOND)], until_begun=True)
    world.light = False
    world.run(ruled(world, 1))
    world.light = True
    world.run(ruled(world, 2))
    assert [press.side for press in world.state.presses] == ["white", "black"]
    assert (table.of(Ruled)[0].verdict, len(world.state.plies), world.state.clock.running) == ("unsure", 2, "white")


def test_a_camera_that_is_unplugged_is_told_at_once_and_taken_up_again(table):
    world = table.world(quiet(4), until_ruled=1)
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
        "pi/commands/events/acting.py",
        "pi/commands/events/demo.py",
        "pi/machine/tidying.py",
        "pi/programs/demo.py",
        "pi/uplink/beat.py",
    }


def test_the_board_is_looked_for_when_somebody_asks_and_nothing_of_the_game_changes(table):
    world = table.world(quiet(2), until_ruled=1)
    told = len(table.told)
    for light, said in ((True, OBEYED), (False, "the picture is black")):
        world.light = light
        world.run_for(SECOND)
        answers = world.ask(FindBoard("Anke", ((0, 200), (200, 200), (200, 0), (0, 0))))
        world.run(lambda answers=answers: bool(answers))
        assert [str(answer) for answer in answers] == [said]
    assert [event for event in table.told[told:] if not isinstance(event, Pressed | Ruled)] == []
    world.light = True
    world.play()
    assert [one.verdict for one in world.state.rulings] == ["legal"] * 2


def test_a_camera_that_is_black_while_nobody_presses_is_told_in_a_game_alone_and_so_is_its_end(table):
    script = quiet(2)
    world = table.world([script[0], replace(script[1], think_ns=60 * SECOND)])
    for presses in (0, 1):
        world.light = True
        world.run(ruled(world, presses))
        world.light = False
        world.queue.put(CameraBlind(PictureFault.BLACK))
        world.run_for(SECOND)
    world.light = True
    world.ring.add(Frame("", world.now_ns_, picture(world.stands)))
    world.queue.put(CameraBack())
    world.run_for(5 * SECOND)
    alerts = [(alert.code, alert.reason) for event in table.told for alert in getattr(event, "alerts", ())]
    assert alerts == [("camera", "black"), ("camera", "over")]
    assert len(table.of(CameraRestored)) == 1
    world.run(ruled(world, 2))
    assert [one.verdict for one in world.state.rulings] == ["legal"] * 2


class SlowDisk(Journal):
    """A journal on a disk that takes its time for the next press: what a test says happens meanwhile."""

    meanwhile: Callable[[], None] = staticmethod(lambda: None)

    def append(self, event: Event, t_ns: int, *, ahead: int = 0) -> int:
        if isinstance(event, Pressed):
            self.meanwhile()
        return super().append(event, t_ns, ahead=ahead)


def started(table: Table, **more: object) -> World:
    """White has pressed once, with half a second of its three left, and Black thinks since a second."""
    game = replace(SMALL, control=parse_control("3s"))
    world = table.world([], game=game, journal=lambda folder: SlowDisk.create(folder / JOURNAL_NAME), **more, until_begun=True)
    world.say(StartClock("J. Jansen", "white"))
    world.run_for(2500 * MS)
    world.buttons.press(world.now_ns_, "white")
    world.run_for(SECOND)
    return world


def driven(world: World) -> None:
    """The loop until it is stopped."""
    drive(world.board, world.service, tasks_beside(world.board, world.service, lambda: True, lambda _name, job: job()))


def test_the_loop_runs_each_task_at_its_time_whatever_messages_come(table):
    world, ran = table.world([], until_begun=True), []
    tasks = [Task(every_s, partial(ran.append, every_s), due_s) for every_s, due_s in ((3600.0, 0.0), (0.0, 0.0), (1.0, inf))]
    for _ in range(2):
        world.queue.put(Mark(partial(ran.append, "message")))
    world.queue.put(Stop())
    drive(world.board, world.service, tasks)
    assert ran == [3600.0, 0.0, "message", 0.0, "message", 0.0]


@pytest.mark.parametrize(("answer_ms", "counts"), [(400, True), (499, True), (500, False)])
def test_a_press_made_in_time_counts_though_the_disk_stalled_until_long_after_the_flag(table, answer_ms, counts):
    world = started(table)
    t_ns = world.now_ns_

    def meanwhile() -> None:
        world.journal.meanwhile = lambda: None
        world.now_ns_ = t_ns + 2 * SECOND
        world.buttons.press(t_ns + answer_ms * MS, "white")
        world.queue.put(Stop())

    world.journal.meanwhile = meanwhile
    world.buttons.press(t_ns, "black")
    driven(world)
    answers = [press.side for press in table.of(Pressed)][2:]
    assert (answers, len(table.of(FlagFell))) == ((["white"], 0) if counts else ([], 1))


def test_a_lever_that_bounced_while_the_disk_stalled_did_not_fall_back(table):
    world = started(table, wiring=Lever(17))
    t_ns = world.now_ns_

    def meanwhile() -> None:
        world.now_ns_ = t_ns + 2 * SECOND
        world.queue.put(Stop())

    world.journal.meanwhile = meanwhile
    world.buttons.press(t_ns, "black", bounces_ns=(5 * MS, 3 * MS))
    driven(world)
    assert ([press.side for press in table.of(Pressed)], table.of(TurnHandedBack)) == (["white", "black"], [])


@pytest.mark.parametrize("is_first", [False, True])
def test_a_press_that_waits_in_the_queue_comes_before_a_command_that_is_carried_out_later(table, is_first):
    """Whichever of the two came into the queue first."""
    world = started(table)
    t_ns, puts = world.now_ns_, [lambda: world.buttons.press(t_ns, "black"), lambda: put(AddTimes(5 * SECOND, 0, "J. Jansen"))]
    put = PutCommands(world.queue.put).put
    for does in puts if is_first else reversed(puts):
        does()
    world.now_ns_ = t_ns + 300 * MS
    world.act()
    (*_, answer), (added,) = table.of(Pressed), table.of(TimesSet)
    assert (answer.side, answer.t_ns, added.t_ns - answer.t_ns) == ("black", t_ns - world.service.base_ns, 300 * MS)
    assert added.white_ns == answer.white_ns - 300 * MS + 5 * SECOND


def test_a_press_that_is_heard_of_long_after_a_later_word_counts_and_ends_nothing(table):
    world = started(table)
    t_ns = world.now_ns_
    world.now_ns_ = t_ns + 300 * MS
    world.ask(AddTimes(0, 5 * SECOND, "J. Jansen"))
    world.buttons.press(t_ns, "black")
    world.step()
    assert [press.side for press in table.of(Pressed)] == ["white", "black"]
    assert world.service.game.clock == world.state.clock


def test_the_running_clock_is_on_disk_at_least_once_a_second(table, monkeypatch):
    rows, write = [], Latest.write_clock
    monkeypatch.setattr(Latest, "write_clock", lambda latest, row, **how: rows.append(row) or write(latest, row, **how))
    world = table.world(quiet(2, 10 * SECOND), until_pressed=2)
    times = [row.t_ns for row in rows]
    assert len(times) > 10
    assert max(after - before for before, after in pairwise(times)) <= SECOND
    assert world.game_ns - times[-1] <= SECOND
    assert read_clock(world.journal.path) == rows[-1]
