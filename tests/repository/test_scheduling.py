"""How the tests are handed out: what shares something stays together, what takes longest comes first."""

import pytest

from tests.repository.test_checks import ROOT
from tests.scheduling import LONGEST, ONE_BY_ONE, TOGETHER, place_of, processes, unit_of


@pytest.mark.parametrize(
    ("nodeid", "unit"),
    [
        ("tests/clock/test_clock.py::test_a[b::c]", "tests/clock/test_clock.py"),
        ("tests/pi/package/test_wheel.py::test_a", "tests/pi/package/"),
        (f"{ONE_BY_ONE[0]}::test_a[b]", f"{ONE_BY_ONE[0]}::test_a[b]"),
    ],
)
def test_a_test_is_handed_out_with_what_it_shares_something_with(nodeid: str, unit: str) -> None:
    assert unit_of(nodeid) == unit


def test_the_longest_come_first() -> None:
    assert place_of(f"{LONGEST[0]}::test_a") < place_of(f"{LONGEST[1]}test_b.py::test_a") < place_of("tests/clock/test_clock.py::test_a")


@pytest.mark.parametrize("name", [*TOGETHER, *ONE_BY_ONE, *LONGEST])
def test_each_name_is_that_of_a_file_or_folder(name: str) -> None:
    path = ROOT / name
    assert path.is_dir() if name.endswith("/") else path.is_file()


def test_there_are_more_processes_than_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, wanted in ((1, 1), (2, 3), (4, 6)):
        monkeypatch.setattr("os.sched_getaffinity", lambda _, cores=cores: set(range(cores)))
        assert processes() == wanted
