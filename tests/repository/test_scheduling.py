"""How the tests are handed out: what shares something stays together, what takes longest comes first."""

from tests.repository.test_checks import ROOT
from tests.scheduling import LONGEST, ONE_BY_ONE, TOGETHER, place_of, unit_of


def test_what_shares_something_stays_together_and_the_longest_come_first() -> None:
    alone = f"{ONE_BY_ONE[0]}::test_a[b]"
    nodeids = ("tests/clock/test_clock.py::test_a[b::c]", "tests/pi/package/test_wheel.py::test_a", alone)
    assert [unit_of(nodeid) for nodeid in nodeids] == ["tests/clock/test_clock.py", "tests/pi/package/", alone]
    assert place_of(f"{LONGEST[0]}::test_a") < place_of(f"{LONGEST[1]}test_b.py::test_a") < place_of("tests/clock/test_clock.py::test_a")
    for name in (*(name for group in TOGETHER for name in group), *ONE_BY_ONE, *LONGEST):
        assert (ROOT / name).is_dir() if name.endswith("/") else (ROOT / name).is_file(), name
