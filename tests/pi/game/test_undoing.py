"""Undoing the last ruling in the real service: the game goes on from before it, also after the power went in between."""

import json
from dataclasses import replace

import pytest

from pi.game.recovery import recover
from record.decisions.arbitration import Decision
from record.decisions.inbox import OBEYED
from record.decisions.words import PlayerSays, SetTimes, StartClock, StopClock, Undo
from record.events.of_game import Ruled
from record.events.of_record import Undone
from record.store.folder import PDN_NAME
from record.store.session_files import write_session
from rules.errors import Sentence
from tests.bench.live.table import SECOND, calm, pressed, ruled
from tests.record.session.refolded import running_game

BY = "J. Jansen"
END = {"result": "1-0", "article": "20.2"}


@pytest.fixture
def rule(table):
    """Has the service obey, and returns its answer; a ruling is about the last press."""

    def say(word, **more):
        world = table.worlds[-1]
        said = Decision(world.state.last_seq, word, BY, **more) if isinstance(word, str) else word
        answer = world.service.obey(said, world.now_ns_)
        return str(answer) if isinstance(answer, Sentence) else answer

    return say


def undo(world):
    return Undo(BY, world.state.undoable.ruling.t_ns)


def pdn(world):
    return (world.folder / PDN_NAME).read_text(encoding="utf-8")


def events_of(world):
    return [event for _, event in world.journal.since(0)]


def test_a_game_that_was_ended_by_a_slip_goes_on_once_the_clock_is_started(table, rule):
    world = table.world(calm(6))
    world.run(ruled(world, 3))
    world.run_for(2 * SECOND)
    before, record = world.state, pdn(world)
    assert rule("end", **END) == OBEYED
    assert (world.state.result, world.state.clock.running) == ("1-0", None)
    assert '"1-0"' in pdn(world)
    world.run_for(3 * SECOND)
    assert rule(undo(world)) == OBEYED
    assert (world.state.over, world.state.clock.running, world.state.clock.stopped) == (False, None, before.clock.running)
    assert pdn(world) == record
    assert rule(Undo(BY, 0)).startswith("nothing can be undone")
    assert rule(StartClock(BY)) == OBEYED
    world.run(ruled(world, 6))
    assert [one.verdict for one in world.state.rulings] == ["legal"] * 6
    assert running_game(events_of(world)) == replace(world.service.loop.game, ignored=0)


CUTS = [
    ("restore", {}, "never"),
    ("restore", {}, "undone"),
    ("take-back", {"plies": 2}, "undone"),
    ("end", END, "ruled"),
    ("end", END, "undone"),
]


@pytest.mark.parametrize(("word", "more", "cut"), CUTS)
def test_the_referee_goes_on_from_before_whenever_the_power_goes(table, rule, word, more, cut):
    """The checkpoint is that of the last press, so nothing is ruled again, and both ways lead to the same game."""
    script = calm(5)
    world = table.world(script)
    world.run(ruled(world, 3))
    world.light = word != "restore"
    world.run(ruled(world, 4))
    held = world.service.loop.game.belief
    assert rule(word, **more) == OBEYED
    if cut == "ruled":
        world.close()
        world = table.world(script)
    assert rule(undo(world)) == OBEYED
    assert world.service.loop.game.belief == held
    if cut == "undone":
        world.close()
        world = table.world(script)
    assert world.service.loop.game.belief == held
    assert recover(world.journal).game == running_game(events_of(world))
    last_read = max(row for row, event in world.journal.since(0) if isinstance(event, Ruled))
    assert world.journal.checkpoint().row_id == last_read


def test_the_clock_that_a_power_cut_stopped_ends_the_undoing(table, rule):
    script = calm(3)
    world = table.world(script)
    world.run(ruled(world, 2))
    assert rule("to-move", side="black") == OBEYED
    since = world.state.undoable.ruling.t_ns
    world.close()
    world = table.world(script)
    assert rule(Undo(BY, since)).startswith("nothing can be undone")


def test_a_press_after_the_ruling_ends_it(table, rule):
    world = table.world(calm(4))
    world.run(ruled(world, 2))
    assert rule(SetTimes(600 * SECOND, None, BY)) == OBEYED
    word = undo(world)
    world.run(pressed(world, 3))
    assert rule(word).startswith("nothing can be undone")


def test_times_are_taken_back_exactly_while_the_clock_runs(table, rule):
    world = table.world(calm(4))
    world.run(ruled(world, 2))
    shows = world.state.clock
    assert rule(SetTimes(600 * SECOND, None, BY, "late")) == OBEYED
    assert (world.state.clock.white_ns, world.state.clock.black_ns) == (600 * SECOND, shows.black_ns)
    world.run_for(2 * SECOND)
    assert rule(undo(world)) == OBEYED
    clock = world.state.clock
    assert (clock.running, clock.black_ns) == ("white", shows.black_ns)
    assert clock.white_ns == shows.white_ns - (clock.since_t_ns - shows.since_t_ns)


def test_a_player_who_resigned_by_a_slip_plays_on(table, rule):
    world = table.world(calm(4))
    world.run(ruled(world, 2))
    assert rule(PlayerSays("white", "resigned")) == OBEYED
    assert world.state.result == "0-1"
    assert rule(undo(world)) == OBEYED
    assert (world.state.result, [one.said for one in world.state.players]) == ("*", ["resigned"])


def test_the_files_beside_the_journal_tell_the_same_game(table, rule, tmp_path):
    """A replay of the session knows nothing of a ruling that was undone."""
    world = table.world(calm(4))
    world.run(ruled(world, 2))
    assert [rule("paper"), rule("end", **END)] == [OBEYED, OBEYED]
    assert rule(undo(world)) == OBEYED
    write_session(world.folder, world.state)
    lines = [json.loads(line) for line in (world.folder / "rulings.jsonl").read_text().splitlines()]
    assert [line["ruling"] for line in lines] == ["paper"]
    assert [event.ruling for event in events_of(world) if isinstance(event, Undone)] == ["end"]


def test_a_stopped_clock_is_started_and_not_undone(table, rule):
    world = table.world(calm(3))
    world.run(ruled(world, 1))
    assert rule(StopClock(BY)) == OBEYED
    assert rule(Undo(BY, 0)).startswith("nothing can be undone")
