"""The command `damcam run` with simulated hands and a simulated camera, played on as `tests.support.live.remote` says.

usage: python -m tests.support.live.commanded SETTINGS
"""

import sys
from collections.abc import Callable
from threading import Thread

import cv2

from clock.buttons import ScriptedButtons
from clock.debounce import TwoButtons
from pi import cli
from pi.programs import run
from pi.reading.devices import Devices
from pi.reading.threads import LivePace
from tests.support.live.remote import Lens, do
from tests.support.live.truth import TruthEyes


def main(settings: str) -> int:
    cv2.setNumThreads(1)
    pace = LivePace()
    lens = Lens(pace)

    def buttons(put: Callable[[object], object]) -> ScriptedButtons:
        made = ScriptedButtons(TwoButtons(17, 27), put)
        Thread(target=do, args=(made, lens, put), name="hands", daemon=True).start()
        return made

    run.devices_of = lambda _: Devices(lambda: lens, buttons, pace, lambda *_: TruthEyes())
    return cli.main(["run", "--no-web", "--json", "--settings", settings])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
