"""Plays a recorded session to a live service: a scripted camera shows its pictures, and scripted buttons make its presses."""

from collections import deque
from collections.abc import Callable, Mapping
from threading import Condition, Thread
from threading import Event as Flag

from clock.buttons import ScriptedButtons
from pi.game.station import Mark, Queued, Stop
from pi.programs.halting import HaltingPace
from pi.reading.live_reader import NotBegun
from pi.reading.messages import Done, Message
from record.decisions.commands import CloseGame, StartClock
from record.events.of_game import BoardFound, Event, Pressed, Ruled
from record.store.folder import FIRST_PICTURE, Folder
from rules.errors import Phrase, Sentence
from vision.camera.ring import SETTLED_WITHIN_NS
from vision.camera.scripted import PERIOD_NS, ScriptedCamera, ScriptedView
from vision.image.picture import read_picture

BURST_NS = 250_000_000
"""Nanoseconds for which each picture of a burst is shown. The press comes with the first of them, because a hand presses last."""
READ_WITHIN_NS = SETTLED_WITHIN_NS + PERIOD_NS
"""Nanoseconds after an unread press during which pictures are taken: the time to settle and one more picture. The ring keeps them all,
with those of the second before."""
READ_AT_LAST_S = 600.0
"""Seconds to wait for the reading of a press. Emulated machines need a minute; a full disk never answers."""


class PlayedBy(Phrase):
    """The name that is given as the arbiter's."""

    SESSION = "the recorded session"


CAMERA, HANDS = "the camera", "the hands"

PutQueued = Callable[[Queued], object]


def check_pictures(folder: Folder) -> None:
    """Read every picture, so that no game begins that cannot be played to its end. Raises PictureError, which names the file."""
    for name in (FIRST_PICTURE, *(name for press in folder.presses for name in press.pictures)):
        read_picture(folder.path / name)


class ScriptedPlay:
    """Waits until the board is found, starts the clock as the arbiter, makes the presses, and closes the game once all are read.

    `by` is the name that is given as the arbiter's. The session's time 0 is when the board was found, and `camera` shows the pictures by
    this time. Time waits for a machine that is too slow for the pace.
    """

    def __init__(self, folder: Folder, buttons: ScriptedButtons, pace: HaltingPace, put: PutQueued, by: str) -> None:
        self._folder, self._buttons, self._pace, self._put, self._by = folder, buttons, pace, put, by
        self._began, self._news = Flag(), Condition()
        self._press_ns = 0
        self._unread: deque[int] = deque()
        """The times of the presses that count and have no ruling yet."""
        self.missed: Sentence | None = None
        """Why the board was not found, if it was not. One failed look ends the play, because the next would see the same picture."""
        self.camera = ScriptedCamera({0: folder.path / FIRST_PICTURE}, self._wait_for_picture)
        Thread(target=self._play, name="players", daemon=True).start()

    def tell(self, event: Event) -> None:
        """Take note of an event of the service."""
        with self._news:
            match event:
                case BoardFound():
                    self._began.set()
                case Pressed():
                    self._unread.append(self._press_ns)
                case Ruled(amends=False) if self._unread:
                    self._unread.popleft()
            self._news.notify_all()

    def heard(self, message: Message) -> Message:
        """Return the message unchanged, after taking note of a failed look."""
        match message:
            case Done(outcome=NotBegun(why=why)) if not self._began.is_set():
                self.missed = why
                self._put(Stop())
        return message

    def _play(self) -> None:
        self._began.wait()
        began_ns = self._pace.appoint(HANDS, 0)
        self.camera.show(self._pictures(began_ns))
        self._put(StartClock(self._by))
        self._wait_for_service()
        for press in self._folder.presses:
            self._press_ns = self._pace.appoint(HANDS, began_ns + press.t_ns)
            self._pace.wait_until(self._press_ns)
            self._buttons.press(self._press_ns, str(press.side))
            self._wait_for_service()
        self._pace.dismiss(HANDS)
        self._put(CloseGame(self._by))

    def _wait_for_service(self) -> None:
        """Wait until the service has taken all messages."""
        taken_up = Flag()
        self._put(Mark(taken_up.set))
        taken_up.wait()

    def _wait_for_picture(self, due_ns: int) -> int:
        """Wait until then, longer while an unread press still needs pictures that this one would replace in the ring; return the time."""
        due_ns = self._pace.appoint(CAMERA, due_ns)
        with self._news:
            if not self._news.wait_for(lambda: not self._unread or due_ns <= self._unread[0] + READ_WITHIN_NS, READ_AT_LAST_S):
                self._unread.clear()
        return self._pace.wait_until(due_ns)

    def _pictures(self, began_ns: int) -> Mapping[int, ScriptedView]:
        shows: dict[int, ScriptedView] = {}
        for press in self._folder.presses:
            for number, name in enumerate(press.pictures):
                shows[began_ns + press.t_ns + number * BURST_NS] = self._folder.path / name
        return shows
