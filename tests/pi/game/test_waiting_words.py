"""What is ruled on the board while a press is being read waits for it, and the record never says two things."""

import pytest

from record.decisions.arbitration import Decision
from record.decisions.inbox import OBEYED
from record.decisions.ruled_upon import RuledUpon, void
from record.decisions.words import PlayerSays, StopClock
from record.events.of_game import Arbitrated, Pressed, Ruled
from tests.bench.live.table import SECOND, calm, pressed, ruled
from tests.record.session.refolded import running_game


def says(world, word):
    """Said to the service now; what it answered, once it has."""
    answers = []
    world.service.hear(word, world.now_ns(), lambda became: answers.append(str(became)))
    return answers


def test_a_ruling_on_the_board_waits_until_the_press_is_read(table):
    world = table.world(calm(4))
    world.run(pressed(world, 2))
    answers = says(world, Decision(2, "position", "J. Jansen", fen=world.state.fen))
    assert answers == []
    world.run(ruled(world, 2))
    events = [event for _, event in world.journal.since(0)]
    assert [type(event) for event in events[-3:]] == [Pressed, Ruled, Arbitrated]
    assert running_game(events).belief == world.service.loop.game.belief
    assert (world.state.fen, answers) == (events[-1].fen, [OBEYED])


def test_a_ruling_that_waits_is_void_where_another_is_made_meanwhile(table):
    world = table.world(calm(4))
    world.run(pressed(world, 2))
    keeper, answers = world.service.loop.keeper, []
    upon, word = keeper.last_ruling, Decision(2, "position", "J. Jansen", fen=world.state.fen)
    world.service.hear(word, world.now_ns(), lambda became: answers.append(str(became)), lambda: void(word, upon, keeper.last_ruling))
    assert says(world, StopClock("A. Arbiter")) == [OBEYED]
    world.run(ruled(world, 2))
    assert answers == [str(RuledUpon.RULED_MEANWHILE)]
    assert table.of(Arbitrated) == []


@pytest.mark.parametrize(("ruling", "more"), [("restore", {}), ("stand", {})])
def test_what_has_no_place_once_the_press_is_read_changes_nothing(table, ruling, more):
    world = table.world(calm(4))
    world.run(pressed(world, 3))
    answers = says(world, Decision(3, ruling, "J. Jansen", **more))
    world.run(lambda: bool(answers))
    assert answers == [f"{ruling} after press 3: nothing is pending there"]
    assert (table.of(Arbitrated), len(world.state.plies), world.state.clock.running) == ([], 3, "black")


def test_what_is_taken_back_while_it_is_read_is_off_the_record_when_it_is(table):
    world = table.world(calm(3))
    world.run(pressed(world, 3))
    answers = says(world, Decision(3, "take-back", "J. Jansen", plies=1))
    world.run(lambda: bool(answers))
    assert (answers, len(world.state.rulings), len(world.state.plies)) == ([OBEYED], 3, 2)
    assert (world.state.clock.running, world.state.fen[0]) == ("white", "W")
    assert world.state.fen.partition(":H")[0] == world.state.plies[-1].fen.partition(":H")[0]


def test_a_ruling_is_answered_at_once_when_another_press_comes(table):
    world = table.world(calm(4))
    world.run(pressed(world, 3))
    answers = says(world, Decision(3, "restore", "J. Jansen"))
    press_ns = world.now_ns_ + SECOND // 2
    world.at(press_ns, lambda: world.buttons.press(press_ns, "black"))
    world.run(lambda: bool(answers))
    assert (len(world.state.presses), len(world.state.rulings)) == (4, 2)
    assert "press 4 came after it" in answers[0]


def test_a_press_that_is_not_read_in_time_is_ruled_on_as_it_is(table):
    world = table.world(calm(3))
    world.run(pressed(world, 3))
    late, take = [], world.service._read
    world.service._read = late.append
    answers, since_ns = says(world, Decision(3, "restore", "J. Jansen")), world.now_ns_
    world.run(lambda: bool(answers))
    assert (answers, world.now_ns_ - since_ns) == ([OBEYED], 4 * SECOND)
    assert (len(world.state.rulings), len(world.state.plies), world.state.clock.running) == (2, 2, "white")
    take(*late)
    assert (world.state.rulings[2].verdict, len(world.state.plies), world.state.clock.running) == ("legal", 2, "white")
    assert world.state.fen.partition(":H")[0] == world.state.plies[-1].fen.partition(":H")[0]


def test_the_clock_and_the_end_of_the_game_do_not_wait_and_what_waits_does_not_take_it_up_again(table):
    world = table.world(calm(4))
    world.run(pressed(world, 3))
    assert says(world, StopClock("J. Jansen")) == [OBEYED]
    waits = says(world, Decision(3, "to-move", "J. Jansen", side="white"))
    assert says(world, PlayerSays("white", "resigned")) == [OBEYED]
    world.run(lambda: bool(waits))
    assert ("ended while" in waits[0], world.state.result) == (True, "0-1")


def test_the_end_comes_after_what_was_ruled_before_it(table):
    world = table.world(calm(4))
    world.run(pressed(world, 3))
    first = says(world, Decision(3, "to-move", "J. Jansen", side="white"))
    last = says(world, Decision(3, "end", "J. Jansen", result="1-0"))
    world.run(lambda: bool(last))
    assert (first, last, world.state.result) == ([OBEYED], [OBEYED], "1-0")
    assert [event.ruling for event in table.of(Arbitrated)] == ["to-move", "end"]


def test_a_service_that_ends_answers_what_waits_and_rules_nothing(table):
    world = table.world(calm(4))
    world.run(pressed(world, 3))
    answers = says(world, Decision(3, "take-back", "J. Jansen", plies=1))
    world.service.end(world.now_ns())
    assert [("the service ends" in answer, "say it again" in answer) for answer in answers] == [(True, True)]
    assert table.of(Arbitrated) == []
