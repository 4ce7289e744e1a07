"""Players and an arbiter beside the whole service, who act in a thread of their own."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

from msgspec.structs import replace

from clock.buttons import ScriptedButtons
from clock.debounce import TwoButtons
from pi.machine.notify import Notifier
from pi.programs.halting import HaltingPace
from pi.reading.devices import Devices
from pi.setup.settings import BoardSettings, Settings
from record.decisions.commands import CloseGame, StartClock
from record.events.of_game import BoardFound, ClockStarted, Event, SessionClosed
from record.session.step import State
from record.store.folder import read_folder
from tests.support.live.scene import Scene
from tests.support.live.serving import run_service
from tests.support.live.truth import TruthEyes, picture
from tests.support.waiting import WITHIN_S
from vision.camera.drawn import Grain
from vision.image.picture import Image, read_picture


class Beside:
    """What the service told, and the hands at its buttons."""

    def __init__(self, state: Path) -> None:
        self.state = state
        self.told: SimpleQueue[Event] = SimpleQueue()
        self.put: Callable[[object], object]
        self.hands: ScriptedButtons

    def hears(self, kind: type) -> Any:
        """The next such event that the service tells of."""
        while not isinstance(event := self.told.get(timeout=WITHIN_S), kind):
            pass
        return event

    def begin(self) -> None:
        self.hears(BoardFound)
        self.put(StartClock("J. Jansen"))
        self.hears(ClockStarted)

    def end(self) -> None:
        self.put(CloseGame("J. Jansen"))
        self.hears(SessionClosed)

    def buttons(self, put: Callable[[object], object]) -> ScriptedButtons:
        self.put, self.hands = put, ScriptedButtons(TwoButtons(17, 27), put)
        return self.hands

    def serve(self, devices: Devices, play: Callable[[], None], settings: Settings | None = None, notifier: Notifier | None = None) -> None:
        """Let the service run while others `play`."""
        failed: list[BaseException] = []

        def players() -> None:
            try:
                play()
            except BaseException as error:
                failed.append(error)
            finally:
                os.kill(os.getpid(), signal.SIGTERM)

        others = Thread(target=players)
        others.start()
        board = BoardSettings(state=str(self.state))
        run_service(self.state, replace(settings or Settings(), board=board), devices, self.tell, notifier)
        others.join()
        for error in failed:
            raise error

    def tell(self, event: Event, _: State) -> None:
        self.told.put(event)


class Shown(Beside):
    """The same, at a board that shows what is drawn of it, in a time that halts."""

    def __init__(self, state: Path, times: float) -> None:
        super().__init__(state)
        self.pace = HaltingPace(times)
        self.scene = Scene(Grain().on, self.pace)

    def eyes(self, *_: object) -> TruthEyes:
        self.scene.set_up(lambda contents, hand: picture(contents, hand is not None))
        return TruthEyes()

    @property
    def devices(self) -> Devices:
        return Devices(lambda: self.scene, self.buttons, self.pace, self.eyes)


def presses_of(session: Path) -> Iterator[tuple[str, Image]]:
    """The sides that press in a recorded session, and what the board shows then."""
    return iter([(str(press.side), read_picture(session / press.pictures[-1])) for press in read_folder(session).presses])
