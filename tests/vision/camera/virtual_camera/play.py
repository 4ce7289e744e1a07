"""Runs where the virtual camera is: plays a session through `vision.camera.picamera` and prints the results, a JSON object a line.

    play.py SESSION

The film loops. The top left corner of each picture shows its number in dark and bright fields.
"""

import json
import sys
import time
from pathlib import Path

import virtual  # noqa: F401  before anything imports picamera2

from record.store.folder import read_folder
from rules.irregularity import Verdict
from rules.referee.belief import Belief
from rules.referee.rule import rule
from vision.camera.device import CameraError
from vision.camera.picamera import BUFFERS, PiCamera
from vision.watching.watcher import Watcher

LOOPS = 20
"""How often the film may go round before a picture is seen."""
FRAMES = 19 * 6
"""The frames of the film."""
FIELD, FIELDS = 24, 5
SETTLED = (Verdict.LEGAL, Verdict.CORRECTED)


def number_of(image):
    bits = [int(image[FIELD // 2, FIELD * field + FIELD // 2].mean() > 128) for field in range(FIELDS)]
    return sum(bit << field for field, bit in enumerate(bits))


def turn_to(camera, wanted):
    """Wait until the film shows the picture of that number."""
    last = wanted
    for _ in range(LOOPS * FRAMES):
        shows = number_of(camera.take().image)
        if shows == wanted != last:
            return
        last = shows
    raise SystemExit(f"the film never came to picture {wanted}")


def pressed(camera, wanted):
    """The time of a press while the first of those pictures is shown, and a shot of each, in order, all exposed after the press."""
    for _ in range(20):
        turn_to(camera, wanted[0])
        press_ns = time.monotonic_ns()
        shots = {}
        shot = camera.take(press_ns)
        while (shows := number_of(shot.image)) in wanted:
            shots.setdefault(shows, shot)
            shot = camera.take()
        if list(shots) == wanted:  # otherwise this program was delayed while the film went on
            return press_ns, list(shots.values())
    raise SystemExit(f"the pictures {wanted} went by too fast each time")


def play(camera, folder):
    names = [name for press in folder.presses for name in press.pictures]
    number = {name: 1 + index for index, name in enumerate(names)}
    watcher, belief = Watcher(folder.rules.board_size), Belief.at(folder.start)
    _, shots = pressed(camera, [0])
    watcher.begin(shots[0], folder.start.contents())
    for press in folder.presses:
        press_ns, shots = pressed(camera, [number[name] for name in press.pictures])
        sight = watcher.look(shots)
        belief, rulings = rule(belief, press.seq, press.side, sight.evidence)
        if rulings[-1].verdict in SETTLED:
            watcher.confirm(sight, rulings[-1].position.contents())
        for ruling in rulings:
            print(json.dumps({"seq": ruling.seq, "verdict": ruling.verdict, "board": ruling.position.contents()}))
        print(json.dumps({"after_press_ms": [round((shot.t_ns - press_ns) / 1e6, 1) for shot in shots]}))


def refusal(**more):
    try:
        PiCamera(**more)
    except CameraError as error:
        return error.sentence.code
    return ""


def stamps(camera):
    """The numbers in the pictures, and when they were exposed."""
    shots = [camera.take() for _ in range(10 * BUFFERS)]
    ahead_ns = time.monotonic_ns() + 100_000_000
    return {
        "numbers": [number_of(shot.image) for shot in shots],
        "t_ns": [shot.t_ns for shot in shots],
        "waited_ms": (camera.take(ahead_ns).t_ns - ahead_ns) / 1e6,
    }


def main():
    folder = read_folder(Path(sys.argv[1]))
    camera = PiCamera()
    print(json.dumps({"second": refusal(), "fifth": refusal(number=4), "lock": list(map(str, camera.lock().loose))} | stamps(camera)))
    camera.close()
    camera = PiCamera()
    play(camera, folder)
    camera.close()


main()
