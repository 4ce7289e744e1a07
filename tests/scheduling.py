"""How the tests are handed out to the processes that run them: what takes longest first, so that none is left alone with it at the end.

The tests of a file run in one process, as they share what its fixtures make. Some folders share as well, and some tests share nothing.
"""

import os
import re
from pathlib import Path

from xdist.scheduler import LoadScopeScheduling

TOGETHER = ("tests/pi/package/",)
"""Folders whose files share an expensive fixture."""
ONE_BY_ONE = ("tests/rules/referee/test_referee_simulated.py",)
"""Files whose tests take long and share nothing."""
LONGEST = (
    "tests/docs/test_build.py",
    "tests/pi/package/",
    "tests/hub/public/test_page.py",
    "tests/rules/referee/test_referee_games.py",
    "tests/hub/desk/test_desk_page.py",
    "tests/vision/locating/test_locate.py",
    "tests/systemd/test_install.py",
    "tests/hub/feeds/test_desk_rulings.py",
    "tests/rules/study/test_solver.py",
    "tests/vision/watching/",
    "tests/pi/game/",
    "tests/pi/programs/",
    "tests/pi/commands/",
    "tests/hub/",
    "tests/rules/referee/",
)
"""The files and folders that take longest, the longest first."""
EACH_BYTES = 1_500_000_000
"""The memory of a process with its browser and servers."""


def unit_of(nodeid: str) -> str:
    """What a test is handed out with: its file, its folder of TOGETHER, or the test alone."""
    path = nodeid.split("::")[0]
    if path in ONE_BY_ONE:
        return nodeid
    return next((folder for folder in TOGETHER if path.startswith(folder)), path)


def place_of(nodeid: str) -> int:
    """The key that sorts the tests: the place in LONGEST, after which come all others."""
    return next((place for place, name in enumerate(LONGEST) if nodeid.startswith(name)), len(LONGEST))


def processes() -> int:
    """The number of processes: more than there are cores, as many tests wait for a server, a browser or a game that runs.

    Fewer where there is less memory than each of them wants, but one for each core.
    """
    cores = len(os.sched_getaffinity(0))
    told = re.search(r"^MemAvailable: +(\d+) kB", Path("/proc/meminfo").read_text(), re.M)
    room = int(told[1]) * 1024 // EACH_BYTES if told else cores
    return max(cores, min(cores + cores // 2, room))


class InUnits(LoadScopeScheduling):
    """Hands out whole units, in the order of the tests."""

    def _split_scope(self, nodeid: str) -> str:
        return unit_of(nodeid)
