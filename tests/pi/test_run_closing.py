"""The closing of a game at the board: it stands after all that was said of the game."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from record.arbitration import Decision
from record.events import Arbitrated, ClockStopped, SessionClosed
from record.inbox import CloseGame, StartClock, StopClock

sys.path.append(str(Path(__file__).resolve().parents[1] / "bench"))
from live.table import SECOND, Table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path / "games")
    yield made
    made.close()


@pytest.mark.parametrize("cut", [False, True])
def test_a_game_is_closed_after_all_that_was_said_while_its_clock_stood(table, cut):
    world = table.world([])
    world.run(lambda: world.service.begun)
    for word in (StartClock("J. Jansen"), StopClock("J. Jansen"), Decision(0, "to-move", "J. Jansen", side="black")):
        world.run_for(60 * SECOND)
        world.queue.put(word)
        world.step()
    if cut:
        world.close()
        world = table.world([])
        world.run(lambda: world.service.begun)
    world.queue.put(CloseGame("J. Jansen"))
    world.play()
    (said,), (closed,) = table.of(Arbitrated), table.of(SessionClosed)
    assert closed.t_ns >= said.t_ns > table.of(ClockStopped)[0].t_ns + 50 * SECOND
