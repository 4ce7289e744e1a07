"""How the tests are handed out to the processes that run them: what takes longest first, so that none is left alone with it at the end.

The tests of a file run in one process, as they share what its fixtures make. Some folders share as well, and some tests share nothing.
"""

import os

from xdist.scheduler import LoadScopeScheduling

TOGETHER = (("tests/pi/package/",), ("tests/test_house.py", "tests/texts/"))
"""Files and folders that share what is expensive: a fixture, or the source as syntax trees."""
ONE_BY_ONE = ("tests/bench/selftest/test_referee_simulated.py",)
"""Files whose tests take long and share nothing."""
LONGEST = (
    "tests/docs/test_build.py",
    "tests/pi/package/",
    "tests/hub/journeys/",
    "tests/pi/commands/test_round.py",
    "tests/pi/programs/",
    "tests/pi/commands/",
    "tests/hub/feeds/test_desk_rulings.py",
    "tests/hub/desk/test_rulings_page.py",
    "tests/rules/referee/",
    "tests/vision/locating/test_locate.py",
    "tests/pi/game/",
    "tests/hub/test_attacks.py",
    "tests/rules/study/test_solver.py",
    "tests/vision/watching/",
    "tests/hub/",
    "tests/pi/machine/",
)
"""The files and folders that take longest, the longest first."""


def unit_of(nodeid: str) -> str:
    """What a test is handed out with: its file, the first name of its group of TOGETHER, or the test alone."""
    path = nodeid.split("::")[0]
    if path in ONE_BY_ONE:
        return nodeid
    return next((group[0] for group in TOGETHER if path.startswith(group)), path)


def place_of(nodeid: str) -> int:
    """The key that sorts the tests: the place in LONGEST, after which come all others."""
    return next((place for place, name in enumerate(LONGEST) if nodeid.startswith(name)), len(LONGEST))


def processes() -> int:
    """The number of processes: one for each core, so that system tests do not starve each other."""
    return len(os.sched_getaffinity(0))


class InUnits(LoadScopeScheduling):
    """Hands out whole units, in the order of the tests."""

    def _split_scope(self, nodeid: str) -> str:
        return unit_of(nodeid)
