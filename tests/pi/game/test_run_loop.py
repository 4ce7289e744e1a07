"""The one loop of the service, held up by a slow disk: what hands did meanwhile counts at the moment they did it."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace

import pytest

from clock.control import parse_control
from clock.debounce import Lever
from pi.game.hearing import Hearing
from pi.game.late_inbox import LateInbox
from pi.game.live_game import drive
from pi.game.station import Stop
from record.decisions.inbox import Inbox
from record.decisions.words import AddTimes, StartClock
from record.events.of_game import Event, FlagFell, Pressed, TimesSet, TurnHandedBack
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from tests.bench.live.table import SECOND, Table
from tests.bench.live.turns import MS
from tests.bench.live.world import GAME, World


class SlowDisk(Journal):
    """A journal on a disk that takes its time for the next press: what a test says happens meanwhile."""

    meanwhile: Callable[[], None] = staticmethod(lambda: None)

    def append(self, event: Event, t_ns: int) -> int:
        if isinstance(event, Pressed):
            self.meanwhile()
        return super().append(event, t_ns)


def started(table: Table, **more: object) -> World:
    """White has pressed once, with half a second of its three left, and Black thinks since a second."""
    game = replace(GAME, control=parse_control("3s"))
    world = table.world([], game=game, journal=lambda folder: SlowDisk.create(folder / JOURNAL_NAME), **more)
    world.run(lambda: world.service.begun)
    world.queue.put(StartClock("J. Jansen", "white"))
    world.step()
    world.run_for(2500 * MS)
    world.buttons.press(world.now_ns_, "white")
    world.run_for(SECOND)
    return world


def driven(world: World, *words: AddTimes) -> None:
    """The loop until it is stopped; it finds these words when it looks for the first time."""
    with Inbox(world.folder / JOURNAL_NAME) as inbox, closing(LateInbox(inbox.path, print)) as late_inbox:
        hearing = Hearing(late_inbox, None)
        for word in words:
            inbox.put(word)
        drive(world.board, world.service, hearing, lambda: True)


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


def test_a_press_that_waits_in_the_queue_comes_before_a_word_that_is_heard_later(table):
    world = started(table)
    t_ns = world.now_ns_
    world.buttons.press(t_ns, "black")
    world.now_ns_ = t_ns + 300 * MS
    world.queue.put(Stop())
    driven(world, AddTimes(5 * SECOND, 0, "J. Jansen"))
    (*_, answer), (added,) = table.of(Pressed), table.of(TimesSet)
    assert (answer.side, answer.t_ns, added.t_ns - answer.t_ns) == ("black", t_ns - world.service.base_ns, 300 * MS)
    assert added.white_ns == answer.white_ns - 300 * MS + 5 * SECOND


def test_a_press_that_is_heard_of_long_after_a_later_word_counts_and_ends_nothing(table):
    world = started(table)
    t_ns = world.now_ns_
    world.now_ns_ = t_ns + 300 * MS
    world.service.hear(AddTimes(0, 5 * SECOND, "J. Jansen"), world.now_ns_, lambda _: None)
    world.buttons.press(t_ns, "black")
    world.step()
    assert [press.side for press in table.of(Pressed)] == ["white", "black"]
    assert world.service.loop.clock == world.state.clock
