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


@pytest.mark.parametrize(
    ("cores", "available_gb", "wanted"), [(1, 16, 1), (2, 16, 3), (4, 16, 6), (4, 8, 5), (2, 1, 2), (8, 6, 8), (2, None, 2)]
)
def test_there_are_more_processes_than_cores_where_there_is_memory_for_them(
    monkeypatch: pytest.MonkeyPatch, cores: int, available_gb: int | None, wanted: int
) -> None:
    told = f"MemFree: 1 kB\nMemAvailable:   {available_gb * 1_000_000} kB\n" if available_gb else "MemFree: 1 kB\n"
    with monkeypatch.context() as machine:
        machine.setattr("os.sched_getaffinity", lambda _: set(range(cores)))
        machine.setattr("pathlib.Path.read_text", lambda _path: told)
        assert processes() == wanted
