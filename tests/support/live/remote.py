"""The service of `damcam run` at a board that another process plays on, by JSON lines on standard input and output.

Input: `{"press": [t_ns, side, bounces_ns]}` with the time by CLOCK_MONOTONIC, and `{"show": [contents, hand]}`, which sets what the camera
sees and whether a hand is over it. The service ends at the end of the input. Output: `"ready"` once the buttons are there, and for each
event told `[asked_ns, kind, json]`, where `asked_ns` is the time that the loop last read.

usage: python -m tests.support.live.remote STATE
"""

import json
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from threading import Condition, Thread

import cv2

from clock.buttons import ScriptedButtons
from clock.debounce import TwoButtons
from pi.game.station import Stop
from pi.programs.run import set_up_process
from pi.reading.devices import Devices
from pi.reading.threads import LivePace
from pi.setup.settings import BoardSettings, Settings, WebSettings
from record.events.as_json import encode
from record.events.of_game import Event
from record.session.step import State
from rules.board.squares import Content
from rules.errors import Sentence
from tests.support.cameras.hanging import hanging_program
from tests.support.live.orders import Orders
from tests.support.live.serving import run_service
from tests.support.live.truth import TruthEyes, picture
from vision.camera.apart import CameraProcesses
from vision.camera.device import Lock, Shot, shrunk
from vision.camera.drawn import Grain
from vision.camera.scripted import PERIOD_NS
from vision.image.picture import PictureError

READY = "ready"
PORT = 8700
"""The port of its pages."""


class AskedPace(LivePace):
    """Real time; each thread can ask for the time that it last read."""

    def __init__(self) -> None:
        self._told = threading.local()
        super().__init__()

    def now_ns(self) -> int:
        self._told.ns = super().now_ns()
        return int(self._told.ns)

    @property
    def asked_ns(self) -> int:
        return int(self._told.ns)


class Lens:
    """A `vision.camera.device.LockableCamera` whose view is set by `show`."""

    def __init__(self, pace: LivePace) -> None:
        self._pace, self._grain, self._last_ns = pace, Grain(), 0
        self._shown: tuple[tuple[Content, ...], bool] | None = None
        self._news, self._ended = Condition(), False

    def end(self) -> None:
        """Let nobody wait for a view that does not come."""
        with self._news:
            self._ended = True
            self._news.notify()

    def show(self, contents: list[int], hand: bool) -> None:
        with self._news:
            self._shown = tuple(map(Content, contents)), hand
            self._news.notify()

    def take(self, after_ns: int = 0) -> Shot:
        with self._news:
            self._news.wait_for(lambda: self._shown or self._ended)
        if not self._shown:
            raise PictureError(Sentence.plain("the camera was never shown anything"))
        self._last_ns = self._pace.wait_until(max(after_ns, self._last_ns + PERIOD_NS))
        image = self._grain.on(picture(*self._shown))
        return Shot("", self._last_ns, image, shrunk(image))

    def lock(self) -> Lock:
        return Lock({})

    def hold(self, lock: Lock) -> None:
        """Nothing changes by itself here."""

    def unlock(self) -> None:
        """Nothing was fixed."""

    def close(self) -> None:
        """There is nothing to close."""


class ApartLens:
    """The same, of a camera in a process of its own, whose driver also does what else the files in the folder `orders` tell it."""

    def __init__(self, orders: Path) -> None:
        self._orders, self.open = Orders(orders), CameraProcesses(hanging_program(orders))

    def end(self) -> None:
        """Its process ends with the service."""

    def show(self, contents: list[int], hand: bool) -> None:
        self._orders.show(picture(tuple(map(Content, contents)), hand))


def serve(state: Path, web: WebSettings, orders: Path | None = None) -> None:
    """Run the service with its pages until it is killed or told to end; with `orders`, the camera of `tests.support.cameras.hanging`."""
    cv2.setNumThreads(1)
    set_up_process()
    pace = AskedPace()
    lens = Lens(pace) if orders is None else ApartLens(orders)

    def buttons(put: Callable[[object], object]) -> ScriptedButtons:
        made = ScriptedButtons(TwoButtons(17, 27), put)
        Thread(target=do, args=(made, lens, put), name="hands", daemon=True).start()
        _say(READY)
        return made

    def tell(event: Event, _: State) -> None:
        _say([pace.asked_ns, *encode(event)])

    settings = Settings(board=BoardSettings(state=str(state)), web=web)
    camera = lens.open if isinstance(lens, ApartLens) else lambda: lens
    run_service(state, settings, Devices(camera, buttons, pace, lambda *_: TruthEyes()), tell, pages=True)


def do(buttons: ScriptedButtons, lens: Lens | ApartLens, put: Callable[[object], object]) -> None:
    """Do what standard input says, and end the service at its end."""
    for line in sys.stdin:
        for what, words in json.loads(line).items():
            if what == "press":
                t_ns, side, bounces_ns = words
                buttons.press(t_ns, side, bounces_ns=bounces_ns)
            else:
                lens.show(*words)
    put(Stop())
    lens.end()


def _say(what: object) -> None:
    print(json.dumps(what), flush=True)


if __name__ == "__main__":
    serve(Path(sys.argv[1]), WebSettings(port=PORT))
