"""The machine's time of day and addresses: what is noted and tidied by the day, and where its pages are."""

from datetime import datetime
from threading import Event

import pytest

from link import addresses
from pi.game.keeping import KeptGame, Telling, Writing
from pi.machine import tidying, time_of_day
from pi.machine.addresses import numeric_addresses, urls
from pi.machine.kernel_clock import time_is_set
from pi.machine.tidying import tidied
from pi.setup.settings import EvidenceSettings
from record.events.of_game import ClockStarted, ClockStopped, SessionOpened
from record.papers.time_of_day import read
from record.store.journal import Journal
from tests.support.waiting import WITHIN_S

AT = "2026-11-21T18:43:05+01:00"


def test_it_is_kept_with_what_somebody_rules_and_with_nothing_else(tmp_path):
    with Journal.create(tmp_path / "journal.jsonl") as journal:
        keeper = KeptGame(Writing(journal, time_of_day=lambda: AT), Telling(lambda _event, _state: None))
        for event in (SessionOpened("frisian", 10, "W:W29,50:B23,1", "80m", 1, 1), ClockStarted(0, "white"), ClockStopped(1, 1, 1, "Anke")):
            keeper.keep(event, 0)
        _, (_, started), (_, stopped) = journal.since(0)
    assert (started.at, stopped.at) == ("", AT)


@pytest.mark.parametrize("is_set", [True, False, None])
def test_it_is_now_and_known_to_be_right_where_the_kernel_says_so(monkeypatch, is_set):
    monkeypatch.setattr(time_of_day, "time_is_set", lambda: is_set)
    monkeypatch.setattr(time_of_day, "now", lambda: datetime.fromisoformat(AT))
    assert read(time_of_day.noted()) == (datetime.fromisoformat(AT), bool(is_set))


TIME_OK, TIME_ERROR, STA_PLL, STA_UNSYNC = 0, 5, 0x1, 0x40
"""As in linux/timex.h."""


@pytest.mark.parametrize(
    ("answer", "status", "error_us", "is_set"),
    [
        (TIME_ERROR, STA_UNSYNC, 16_000_000, False),  # nothing has set it since the start
        (TIME_OK, STA_PLL, 153_500, True),  # systemd-timesyncd
        (TIME_OK, 0, 1_200, True),  # chrony with rtcsync, as Debian has it
        (TIME_ERROR, STA_UNSYNC, 1_200, True),  # chrony without: the kernel is to leave the clock chip alone
        (TIME_ERROR, STA_UNSYNC | STA_PLL, 16_000_000, False),  # the time server has been away for nine hours
        (-1, 0, 0, None),  # it does not answer
    ],
)
def test_the_kernel_says_whether_the_time_of_day_is_set_whoever_sets_it(answer, status, error_us, is_set):
    def adjtimex(stated):
        assert stated.modes == 0, "nothing is to be changed"
        stated.status, stated.maxerror = status, error_us
        return answer

    assert time_is_set(adjtimex) is is_set


def test_this_kernel_answers():
    assert time_is_set() in (True, False)


def test_what_goes_wrong_once_with_the_tidying_of_earlier_games_is_in_the_log_and_does_not_end_it(tmp_path, monkeypatch, caplog):
    failures, again = iter([ValueError("month must be in 1..12")]), Event()

    def failing(*_: object) -> None:
        for failure in failures:
            raise failure
        again.set()

    monkeypatch.setattr(tidying, "tidy", failing)
    monkeypatch.setattr(tidying, "EVERY_S", 0.01)
    with tidied(tmp_path, EvidenceSettings()):
        assert again.wait(WITHIN_S)
    assert "month must be in 1..12" in caplog.text


def test_an_address_that_was_named_is_the_only_one_and_numbers_come_before_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    assert urls("127.0.0.1", 8000, "/before") == urls("localhost", 8000, "/before") == ["http://localhost:8000/before"]
    assert urls("10.0.0.7", 8001) == ["http://10.0.0.7:8001/"]
    assert urls("fd00::7", 8001) == ["http://[fd00::7]:8001/"]
    monkeypatch.setattr("pi.machine.addresses.numeric_addresses", lambda: iter(["192.168.1.20", "10.0.0.7"]))
    monkeypatch.setattr(addresses.socket, "gethostname", lambda: "board-3.hall")
    assert urls("0.0.0.0", 8000) == ["http://192.168.1.20:8000/", "http://10.0.0.7:8000/", "http://board-3.local:8000/"]
    monkeypatch.setattr("pi.machine.addresses.numeric_addresses", lambda: iter([]))
    assert urls("0.0.0.0", 8000) == []


@pytest.mark.parametrize(
    ("way_out", "found"), [(None, ["127.0.0.1"]), ("192.0.2.9", ["192.0.2.9", "127.0.0.1"]), ("127.0.0.1", ["127.0.0.1"])]
)
def test_a_hall_without_a_router_has_addresses_too_but_an_interface_without_an_address_has_none(tmp_path, monkeypatch, way_out, found):
    """The interface lo, which every machine has, stands for a cable."""
    monkeypatch.setattr(addresses, "own_address", lambda: way_out)
    monkeypatch.setattr(addresses, "INTERFACES", tmp_path)
    assert list(numeric_addresses()) == ([way_out] if way_out else []), "what is no device is another program's"
    (tmp_path / "lo" / "device").mkdir(parents=True)
    assert list(numeric_addresses()) == found
    (tmp_path / "lo").rename(tmp_path / "damcam-none")
    assert list(numeric_addresses()) == ([way_out] if way_out else [])
