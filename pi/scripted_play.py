"""A recorded session played before a live service: its pictures before a scripted camera, its presses by scripted hands."""

from collections.abc import Callable, Mapping
from threading import Event as Flag
from threading import Thread

from clock.buttons import ScriptedButtons
from pi.live_game import Stop
from pi.live_reader import NotBegun
from pi.messages import Message
from pi.threads import Pace
from record.events import BoardFound, Event, Ruled
from record.folder import FIRST_PICTURE, Folder
from record.inbox import CloseGame, StartClock
from record.session import State
from vision.scripted_camera import ScriptedCamera, Shown

SHOWN_AFTER_NS = 100_000_000
"""A press is the last that a hand does: the picture that was taken of it is before the lens from a moment later on."""
BURST_NS = 250_000_000
"""So long each picture of a burst is shown."""
GIVES_UP_S = 60.0
"""The board of a recorded session is found in the first looks or never; however slow the machine is, one look is waited for."""

NAME = "the recorded session"
"""Stands where an arbiter's name does."""

Put = Callable[[Message | Stop], object]


class ScriptedPlay:
    """Waits until the board is found, lets the arbiter start the clock, presses, and lets the game be closed when all is read.

    The session's time 0 is when the board was found: `camera` shows what was before it then.
    """

    def __init__(self, folder: Folder, buttons: ScriptedButtons, pace: Pace, put: Put) -> None:
        self._folder, self._buttons, self._pace, self._put = folder, buttons, pace, put
        self._began, self._read = Flag(), Flag()
        self.missed = ""
        """Why the board was not found, once a look for it was in vain."""
        self.camera = ScriptedCamera({0: folder.path / FIRST_PICTURE}, pace.wait_until)
        Thread(target=self._play, name="players", daemon=True).start()

    def tell(self, event: Event, state: State) -> None:
        """Hears what the service tells."""
        if isinstance(event, BoardFound):
            self._began.set()
        if isinstance(event, Ruled) and not event.amends and len(state.rulings) == len(self._folder.presses):
            self._read.set()

    def heard(self, message: Message) -> Message:
        """The same message; hears of looks in vain."""
        if isinstance(message, NotBegun):
            self.missed = message.why
        return message

    def _play(self) -> None:
        while not self._began.wait(GIVES_UP_S):
            if self.missed:
                self._put(Stop())
                return
        began_ns = self._pace.now_ns()
        self.camera.show(self._pictures(began_ns))
        self._put(StartClock(NAME))
        for press in self._folder.presses:
            self._pace.wait_until(began_ns + press.t_ns)
            self._buttons.press(began_ns + press.t_ns, str(press.side))
        if self._folder.presses:
            self._read.wait(GIVES_UP_S)
        self._put(CloseGame(NAME))

    def _pictures(self, began_ns: int) -> Mapping[int, Shown]:
        shows: dict[int, Shown] = {}
        for press in self._folder.presses:
            for number, name in enumerate(press.pictures):
                shows[began_ns + press.t_ns + SHOWN_AFTER_NS + number * BURST_NS] = self._folder.path / name
        return shows
