"""What the arbiter says to the running service: turns and times, rulings that wait for a press, undoing, and the closing."""

import json
from dataclasses import replace

import pytest

from clock.control import parse_control
from clock.debounce import Lever
from pi.game.obeying import ClockRefusal
from pi.game.recovery import recover
from record.decisions.arbitration import Decision
from record.decisions.commands import AddTimes, CloseGame, PlayerSays, SetControl, SetTimes, StartClock, StopClock, Undo
from record.decisions.outcome import OBEYED, Became
from record.decisions.ruled_upon import RuledUpon
from record.events.fields import MAX_NS
from record.events.of_game import Arbitrated, ClockStopped, FlagFell, Pressed, Ruled, SessionClosed, TurnHandedBack
from record.events.of_record import TimeControlSet, Undone
from record.papers.game_pdn import export_pdn
from record.store.latest import read_latest
from record.store.session_files import write_session
from rules.errors import Sentence
from tests.record.session.refolded import running_game
from tests.support.board_service import PutCommands
from tests.support.live.full_disk import fill
from tests.support.live.table import SECOND, SMALL, Table, quiet, ruled
from tests.support.live.turns import MS
from tests.support.live.world import World


def timed(control: str):
    return replace(SMALL, control=parse_control(control))


def short_of_time(table: Table) -> World:
    """White pressed with three seconds left, was given sixty, and the arbiter took twenty of them off."""
    world = table.world(quiet(1, think_ns=297 * SECOND), game=timed("5m+60s"), until_ruled=1)
    world.turns = []
    assert world.ask(AddTimes(-20 * SECOND, 0, "J. Jansen")) == [OBEYED]
    assert world.state.clock.white_ns == 43 * SECOND
    return world


def counted(world: World) -> tuple[int, ...]:
    """The moves counted, and the seconds that both clocks show."""
    shows = world.state.clock
    return shows.white_moves, shows.black_moves, shows.white_ns // SECOND, shows.black_ns // SECOND


def test_no_flag_falls_by_a_ruling_the_arbiter_is_told_to_set_the_clocks_first(table):
    world = short_of_time(table)
    told = len(table.told)
    (refused,) = world.ask(Decision(1, "to-move", "J. Jansen", side="white"))
    assert "less-left" in str(refused.values), refused
    assert len(table.told) == told
    assert world.ask(SetTimes(5 * SECOND, 200 * SECOND, "J. Jansen")) == [OBEYED]
    assert world.ask(Decision(1, "to-move", "J. Jansen", side="white")) == [OBEYED]
    assert counted(world) == (0, 0, 5, 200)


def test_a_journal_in_which_the_turn_went_back_to_who_had_not_enough_left_is_taken_up(table):
    world = short_of_time(table)
    event = Arbitrated(world.game_ns, 1, "to-move", "J. Jansen", "W" + world.state.fen[1:])
    world.service.game.keep(event, event.t_ns)
    world.close()
    for _ in range(2):
        world = table.world(quiet(1), game=timed("5m+60s"))
        world.turns = []
        assert (world.state.clock.flagged, world.state.clock.white_ns) == ("white", 0)
        world.run_for(SECOND)
        world.close()
    assert [(fell.side, fell.t_ns, fell.white_ns) for fell in table.of(FlagFell)] == [("white", event.t_ns, 0)]


def test_a_lever_that_falls_back_to_who_had_not_enough_left_ends_no_service(table):
    world = table.world([], game=timed("5m+60s"), wiring=Lever(17), until_begun=True)
    world.queue.put(StartClock("J. Jansen"))
    world.run_for(297 * SECOND)
    t_ns = world.now_ns_
    world.buttons.press(t_ns, "white", bounces_ns=(10 * MS,))
    world.service.take(world.queue.get(), t_ns)
    world.ask(AddTimes(-20 * SECOND, 0, "J. Jansen"))
    world.run_for(SECOND)
    (back,), (fell,) = table.of(TurnHandedBack), table.of(FlagFell)
    assert (back.white_ns, fell.side, fell.t_ns) == (0, "white", back.t_ns)


def test_a_wrong_time_control_is_put_right_by_one_ruling_after_the_clock_has_started(table):
    """Regulation C, Art. 3, where the board's settings said five minutes: the time that was used stays used."""
    world = table.world(quiet(2, think_ns=60 * SECOND), game=timed("5m"), until_ruled=2)
    world.turns = []
    world.ask(StopClock("J. Jansen"))
    (*moves, white_s, black_s), more_s = counted(world), 75 * 60 + 60
    assert world.ask(SetControl("80m+60s", "J. Jansen", "set wrongly")) == [OBEYED]
    assert counted(world) == (*moves, white_s + more_s, black_s + more_s)
    (event,) = table.of(TimeControlSet)
    assert (event.time_control, event.white_ns // SECOND, event.reason) == ("80m+60s", white_s + more_s, "set wrongly")
    assert (world.state.opened.time_control, '[TimeControl "4800+60"]' in export_pdn(world.state)) == ("80m+60s", True)
    (again,) = world.ask(SetControl("80m+60s", "J. Jansen"))
    assert again == ClockRefusal.CONTROL_ALREADY.said(control="80m+60s")
    (soon,) = world.ask(SetControl("30s", "J. Jansen"))
    assert "no-time-left" in soon.code
    assert world.ask(Undo("J. Jansen", event.t_ns)) == [OBEYED]
    assert (counted(world), world.state.opened.time_control) == ((*moves, white_s, black_s), "5m")


def test_before_the_game_the_time_control_is_set_on_the_evening_page(table):
    world = table.world([], game=timed("5m"))
    assert isinstance(world.ask(SetControl("80m+60s", "J. Jansen"))[0], Sentence)
    world = table.world(quiet(1), game=timed("5m"), until_begun=True)
    assert world.ask(SetControl("80m+60s", "J. Jansen")) == [ClockRefusal.NOT_BEGUN.said()]


def test_a_ruling_on_the_board_waits_until_the_press_is_read(table):
    world = table.world(quiet(4), until_pressed=2)
    answers = world.ask(Decision(2, "position", "J. Jansen", fen=world.state.fen))
    assert answers == []
    world.run(ruled(world, 2))
    events = [event for _, event in world.journal.since(0)]
    assert [type(event) for event in events[-3:]] == [Pressed, Ruled, Arbitrated]
    assert running_game(events).belief == world.service.game.belief
    assert (world.state.fen, answers) == (events[-1].fen, [OBEYED])


def test_a_ruling_that_waits_is_void_where_another_is_made_meanwhile(table):
    world = table.world(quiet(4), until_pressed=2)
    word = Decision(2, "position", "J. Jansen", fen=world.state.fen)
    answers = PutCommands(world.queue.put).put(word, world.service.game.last_ruling)
    world.act()
    assert world.ask(StopClock("A. Arbiter")) == [OBEYED]
    world.run(ruled(world, 2))
    assert [(answer.why, answer.reason) for answer in answers] == [(RuledUpon.RULED_MEANWHILE.said(), "stale")]
    assert table.of(Arbitrated) == []


def test_what_is_taken_back_while_it_is_read_is_off_the_record_when_it_is(table):
    world = table.world(quiet(3), until_pressed=3)
    answers = world.ask(Decision(3, "take-back", "J. Jansen", plies=1))
    world.run(lambda: bool(answers))
    assert (answers, len(world.state.rulings), len(world.state.plies)) == ([OBEYED], 3, 2)
    assert (world.state.clock.running, world.state.fen[0]) == ("white", "W")
    assert world.state.fen.partition(":H")[0] == world.state.plies[-1].fen.partition(":H")[0]


def test_a_press_that_is_not_read_in_time_is_ruled_on_as_it_is(table):
    world = table.world(quiet(3), until_pressed=3)
    late, take = [], world.service._read
    world.service._read = late.append
    answers, since_ns = world.ask(Decision(3, "restore", "J. Jansen")), world.now_ns_
    world.run(lambda: bool(answers))
    assert (answers, world.now_ns_ - since_ns) == ([OBEYED], 4 * SECOND)
    assert (len(world.state.rulings), len(world.state.plies), world.state.clock.running) == (2, 2, "white")
    take(*late)
    assert (world.state.rulings[2].verdict, len(world.state.plies), world.state.clock.running) == ("legal", 2, "white")
    assert world.state.fen.partition(":H")[0] == world.state.plies[-1].fen.partition(":H")[0]


def no_place(world: World, waits: list[Became]) -> None:
    world.run(lambda: bool(waits))
    assert (len(world.state.plies), world.state.clock.running) == (3, "black")


def pressed_since(world: World, waits: list[Became]) -> None:
    press_ns = world.now_ns_ + SECOND // 2
    world.at(press_ns, lambda: world.buttons.press(press_ns, "black"))
    world.run(lambda: bool(waits))
    assert (len(world.state.presses), len(world.state.rulings)) == (4, 2)


def over_meanwhile(world: World, waits: list[Became]) -> None:
    """Neither the clock nor the end of the game waits, and what waits does not take it up again."""
    assert world.ask(StopClock("J. Jansen")) == [OBEYED]
    assert world.ask(PlayerSays("white", "resigned")) == [OBEYED]
    world.run(lambda: bool(waits))
    assert world.state.result == "0-1"


def ends(world: World, waits: list[Became]) -> None:
    world.service.end(world.now_ns())


@pytest.mark.parametrize(
    ("happens", "code"),
    [
        (no_place, "RulingRefusal.nothing-pending"),
        (pressed_since, "RulingRefusal.pressed-since"),
        (over_meanwhile, "WaitRefusal.over-meanwhile"),
        (ends, "WaitRefusal.ends"),
    ],
)
def test_a_ruling_that_waits_in_vain_is_answered_and_changes_nothing(table, happens, code):
    world = table.world(quiet(4), until_pressed=3)
    waits = world.ask(Decision(3, "restore", "J. Jansen"))
    happens(world, waits)
    assert [answer.code for answer in waits] == [code]
    assert [event for event in table.of(Arbitrated) if event.ruling == "restore"] == []


def test_the_end_comes_after_what_was_ruled_before_it(table):
    world = table.world(quiet(4), until_pressed=3)
    first = world.ask(Decision(3, "to-move", "J. Jansen", side="white"))
    last = world.ask(Decision(3, "end", "J. Jansen", result="1-0"))
    world.run(lambda: bool(last))
    assert (first, last, world.state.result) == ([OBEYED], [OBEYED], "1-0")
    assert [event.ruling for event in table.of(Arbitrated)] == ["to-move", "end"]


BY = "J. Jansen"
END = {"result": "1-0", "article": "20.2"}


@pytest.fixture
def rule(table):
    """Has the service obey, and returns its answer; a ruling is about the last press."""

    def say(word, **more):
        world = table.worlds[-1]
        said = Decision(world.state.last_seq, word, BY, **more) if isinstance(word, str) else word
        (answer,) = world.ask(said)
        return answer

    return say


def undo(world):
    return Undo(BY, world.state.undoable.ruling.t_ns)


def events_of(world):
    return [event for _, event in world.journal.since(0)]


def test_a_game_that_was_ended_by_a_slip_goes_on_once_the_clock_is_started(table, rule):
    world = table.world(quiet(4), until_ruled=2)
    world.run_for(2 * SECOND)
    before, record = world.state, export_pdn(world.state)
    assert rule("end", **END) == OBEYED
    assert (world.state.result, world.state.clock.running) == ("1-0", None)
    assert '"1-0"' in export_pdn(world.state)
    world.run_for(3 * SECOND)
    assert rule(undo(world)) == OBEYED
    assert (world.state.over, world.state.clock.running, world.state.clock.stopped) == (False, None, before.clock.running)
    assert export_pdn(world.state) == record
    assert rule(Undo(BY, 0)) != OBEYED
    assert rule(StartClock(BY)) == OBEYED
    world.run(ruled(world, 4))
    assert [one.verdict for one in world.state.rulings] == ["legal"] * 4
    assert running_game(events_of(world)) == replace(world.service.game.running, ignored=0)


CUTS = [
    ("restore", {}, "never"),
    ("take-back", {"plies": 2}, "undone"),
    ("end", END, "ruled"),
]


@pytest.mark.parametrize(("word", "more", "cut"), CUTS)
def test_the_referee_goes_on_from_before_whenever_the_power_goes(table, rule, word, more, cut):
    """The checkpoint is that of the last press, so nothing is ruled again, and both ways lead to the same game."""
    script = quiet(5)
    world = table.world(script, until_ruled=3)
    world.light = word != "restore"
    world.run(ruled(world, 4))
    held = world.service.game.belief
    assert rule(word, **more) == OBEYED
    if cut == "ruled":
        world = table.world(script)
    assert rule(undo(world)) == OBEYED
    assert world.service.game.belief == held
    if cut == "undone":
        world = table.world(script)
    assert world.service.game.belief == held
    assert recover(world.journal).game == running_game(events_of(world))
    last_read = max(row for row, event in world.journal.since(0) if isinstance(event, Ruled))
    assert read_latest(world.journal.path).belief.row_id == last_read


def test_a_player_who_resigned_by_a_slip_plays_on_and_the_files_beside_the_journal_tell_the_same_game(table, rule):
    """A replay of the session knows nothing of a ruling that was undone."""
    world = table.world(quiet(4), until_ruled=2)
    assert [rule("paper"), rule(PlayerSays("white", "resigned"))] == [OBEYED, OBEYED]
    assert world.state.result == "0-1"
    assert rule(undo(world)) == OBEYED
    assert (world.state.result, [one.said for one in world.state.players]) == ("*", ["resigned"])
    write_session(world.folder, world.state)
    lines = [json.loads(line) for line in (world.folder / "rulings.jsonl").read_text().splitlines()]
    assert [line["ruling"] for line in lines] == ["paper"]
    assert [event.ruling for event in events_of(world) if isinstance(event, Undone)] == ["end"]


@pytest.mark.parametrize("cut", [False, True])
def test_a_game_is_closed_after_all_that_was_said_while_its_clock_stood(table, cut):
    world = table.world([], until_begun=True)
    for word in (StartClock("J. Jansen"), StopClock("J. Jansen"), Decision(0, "to-move", "J. Jansen", side="black")):
        world.run_for(60 * SECOND)
        world.say(word)
    if cut:
        world = table.world([], until_begun=True)
    world.queue.put(CloseGame("J. Jansen"))
    world.play()
    (said,), (closed,) = table.of(Arbitrated), table.of(SessionClosed)
    assert closed.t_ns >= said.t_ns > table.of(ClockStopped)[0].t_ns + 50 * SECOND


@pytest.mark.parametrize("is_full", [False, True])
def test_what_no_row_can_hold_is_refused_and_the_game_goes_on(table, is_full):
    """Added to what the clock shows, this is more than the times of a journal; also while events wait in the queue of a full disk."""
    world = table.world(quiet(2))
    world.run(ruled(world, 1))
    if is_full:
        fill(world)
        world.ask(StopClock("J. Jansen"))
    before = world.service.game.running
    (refused,) = world.ask(AddTimes(MAX_NS, 0, "J. Jansen"))
    assert "TimesSet" in str(refused)
    assert world.service.game.running == before
    assert world.ask(AddTimes(SECOND, 0, "J. Jansen")) == [OBEYED]
    assert list(world.service.game.held_rows) == ([*range(world.journal.last_id + 1, world.journal.last_id + 3)] if is_full else [])
