"""The closing of a game at the board: it stands after all that was said of the game."""

from collections.abc import Callable
from threading import Timer

import pytest

from clock.buttons import ScriptedButtons
from clock.debounce import TwoButtons
from pi.game.station import Stop
from pi.programs.halting import HaltingPace
from pi.reading.devices import Devices
from pi.setup.settings import Settings
from record.decisions.arbitration import Decision
from record.decisions.inbox import Inbox
from record.decisions.words import CloseGame, StartClock, StopClock
from record.events.of_game import Arbitrated, BoardFound, ClockStopped, Event, SessionClosed
from record.session.step import State
from record.store.folder import JOURNAL_NAME
from tests.bench.live.drawn import Grain
from tests.bench.live.scene import Scene
from tests.bench.live.serving import run_service
from tests.bench.live.table import SECOND
from tests.bench.live.truth import TruthEyes, picture

GIVES_UP_S = 15.0


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


def test_a_service_that_is_told_to_end_as_a_game_is_closed_ends(tmp_path):
    pace, puts = HaltingPace(1.0), list[Callable[[object], object]]()
    scene = Scene(Grain().on, pace)

    def buttons(put: Callable[[object], object]) -> ScriptedButtons:
        puts.append(put)
        return ScriptedButtons(TwoButtons(17, 27), put)

    def eyes(*_: object) -> TruthEyes:
        scene.set_up(lambda contents, hand: picture(contents, hand is not None))
        return TruthEyes()

    def tell(event: Event, _: State) -> None:
        if isinstance(event, BoardFound):
            with Inbox(tmp_path / "games" / "0001" / JOURNAL_NAME) as inbox:
                inbox.put(CloseGame("J. Jansen"))
        if isinstance(event, SessionClosed):
            puts[0](Stop())

    late = Timer(GIVES_UP_S, lambda: puts[0](Stop()))
    late.start()
    run_service(tmp_path, Settings(), Devices(lambda: scene, buttons, pace, eyes), tell)
    assert late.is_alive()
    late.cancel()
