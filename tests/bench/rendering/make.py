"""Renders sessions of boards that do not exist, to measure the reader on boards to which it was not tuned.

usage: make.py BATCH OUT [NAME ...]     BATCH is first, second or third, of plans.py

It needs an environment of its own and Debian's libllvm19:

    python3 -m venv /tmp/rendering && /tmp/rendering/bin/pip install -r tests/bench/rendering/requirements.txt
    export DRJIT_LIBLLVM_PATH=/usr/lib/x86_64-linux-gnu/libLLVM-19.so PYTHONPATH=.
    /tmp/rendering/bin/python tests/bench/rendering/make.py first /tmp/sessions

Each session is a folder below OUT as record.store.folder reads it, with truth.jsonl and labels.jsonl; when it is whole, its name is added
to OUT/READY. Some seven seconds of processor time a picture. RENDER_SAMPLES sets the paths a pixel.
"""

import sys
import time
from pathlib import Path

import cv2
import numpy as np
import plans
from develop import developed, jpeg
from scene import Painted, radiance
from session import write_session

THREADS = 2


def main():
    batch, out, *names = sys.argv[1:]
    cv2.setNumThreads(THREADS)
    for plan in getattr(plans, batch.upper()):
        if not names or plan.name in names:
            began = time.perf_counter()
            render(plan, Path(out) / plan.name)
            with (Path(out) / "READY").open("a") as ready:
                ready.write(plan.name + "\n")
            print(f"{plan.name}: {time.perf_counter() - began:.0f} s", file=sys.stderr)


def render(plan, folder):
    """Render the whole session of a plan."""
    look, director, presses = plan.made()
    painted = Painted(look, director.position.rules.board_size, plan.seed)

    def take(shot):
        picture = developed(radiance(shot, look, painted), shot, look.sensor, np.random.default_rng(shot.seed))
        return jpeg(picture, look.sensor.jpeg)

    write_session(folder, director, presses, look, take, plan.facts())


if __name__ == "__main__":
    main()
