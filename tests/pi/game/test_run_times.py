"""What the arbiter's words do to the times and the moves counted, in the running service."""

from dataclasses import replace

from clock.control import parse_control
from clock.debounce import Lever
from record.decisions.arbitration import Decision
from record.decisions.inbox import OBEYED, Became
from record.decisions.words import AddTimes, AnyWord, SetTimes, StartClock, StopClock
from record.events.of_game import Arbitrated, FlagFell, TurnHandedBack
from record.telling.sentences import tell
from tests.bench.live.table import SECOND, Table, calm, ruled
from tests.bench.live.turns import MS
from tests.bench.live.world import GAME, World


def timed(control: str):
    return replace(GAME, control=parse_control(control))


def short_of_time(table: Table) -> World:
    """White pressed with three seconds left, was given sixty, and the arbiter took twenty of them off."""
    world = table.world(calm(1, think_ns=297 * SECOND), game=timed("5m+60s"))
    world.run(ruled(world, 1))
    world.turns = []
    assert hear(world, AddTimes(-20 * SECOND, 0, "J. Jansen")) == OBEYED
    assert world.state.clock.white_ns == 43 * SECOND
    return world


def hear(world: World, word: AnyWord) -> Became:
    """What the arbiter is answered."""
    answers: list[Became] = []
    world.service.hear(word, world.now_ns_, answers.append)
    return answers[0]


def counted(world: World) -> tuple[int, ...]:
    """The moves counted, and the seconds that both clocks show."""
    shows = world.state.clock
    return shows.white_moves, shows.black_moves, shows.white_ns // SECOND, shows.black_ns // SECOND


def test_no_flag_falls_by_a_ruling_the_arbiter_is_told_to_set_the_clocks_first(table):
    world = short_of_time(table)
    told = len(table.told)
    refused = hear(world, Decision(1, "to-move", "J. Jansen", side="white"))
    assert str(refused).startswith("to-move after press 1: White's clock has less left than the presses that go brought it")
    assert tell(refused, "fy").startswith("oan set litte nei druk 1: de klok fan Wyt hat minder oer")
    assert len(table.told) == told
    assert hear(world, SetTimes(5 * SECOND, 200 * SECOND, "J. Jansen")) == OBEYED
    assert hear(world, Decision(1, "to-move", "J. Jansen", side="white")) == OBEYED
    assert counted(world) == (0, 0, 5, 200)


def test_a_journal_in_which_the_turn_went_back_to_who_had_not_enough_left_is_taken_up(table):
    world = short_of_time(table)
    event = Arbitrated(world.game_ns, 1, "to-move", "J. Jansen", "W" + world.state.fen[1:])
    world.service.loop.keeper.keep(event, event.t_ns)
    world.close()
    for _ in range(2):
        world = table.world(calm(1), game=timed("5m+60s"))
        world.turns = []
        assert (world.state.clock.flagged, world.state.clock.white_ns) == ("white", 0)
        world.run_for(SECOND)
        world.close()
    assert [(fell.side, fell.t_ns, fell.white_ns) for fell in table.of(FlagFell)] == [("white", event.t_ns, 0)]


def test_a_lever_that_falls_back_to_who_had_not_enough_left_ends_no_service(table):
    world = table.world([], game=timed("5m+60s"), wiring=Lever(17))
    world.run(lambda: world.service.begun)
    world.queue.put(StartClock("J. Jansen"))
    world.run_for(297 * SECOND)
    t_ns = world.now_ns_
    world.buttons.press(t_ns, "white", bounces_ns=(10 * MS,))
    world.service.take(world.queue.get(), t_ns)
    hear(world, AddTimes(-20 * SECOND, 0, "J. Jansen"))
    world.run_for(SECOND)
    (back,), (fell,) = table.of(TurnHandedBack), table.of(FlagFell)
    assert (back.white_ns, fell.side, fell.t_ns) == (0, "white", back.t_ns)


def test_plies_taken_back_are_not_counted_and_bring_their_time_again(table):
    """Also while the clock stands; and what the arbiter has set stays as he set it."""
    world = table.world(calm(5, think_ns=10 * SECOND), game=timed("10m/2,5m"))
    world.run(ruled(world, 5))
    world.turns = []
    assert hear(world, StopClock("J. Jansen")) == OBEYED
    assert counted(world)[:3] == (3, 2, 870)
    before = counted(world)[3]
    assert hear(world, Decision(5, "take-back", "J. Jansen", plies=4)) == OBEYED
    assert counted(world) == (1, 0, 570, before - 300)
    assert (world.state.clock.stopped, len(world.state.plies)) == ("black", 1)
    assert hear(world, SetTimes(60 * SECOND, 50 * SECOND, "J. Jansen")) == OBEYED
    assert hear(world, Decision(5, "take-back", "J. Jansen", plies=1)) == OBEYED
    assert counted(world) == (0, 0, 60, 50)
    assert hear(world, StartClock("J. Jansen")) == OBEYED
    world.buttons.press(world.now_ns_, "white")
    world.step()
    assert counted(world) == (1, 0, 60, 50)


def test_increments_of_plies_taken_back_go_and_what_was_handed_back_before_goes_once(table):
    world = table.world(calm(4, think_ns=10 * SECOND))
    world.run(ruled(world, 4))
    world.turns = []
    assert counted(world)[:2] == (2, 2)
    white, black = counted(world)[2:]
    assert hear(world, Decision(4, "to-move", "J. Jansen", side="black")) == OBEYED
    used = white - counted(world)[2]
    assert counted(world) == (2, 1, white - used, black - 60)
    assert hear(world, Decision(4, "take-back", "J. Jansen", plies=4)) == OBEYED
    assert counted(world) == (0, 0, white - used - 120, black - 120)
