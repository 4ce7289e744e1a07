"""The hub is found by zeroconf, on the loopback interface."""

import threading
from concurrent.futures import ThreadPoolExecutor
from errno import ENETUNREACH

import pytest
import zeroconf

from link.finding import BrokerPlace, announced, find
from tests.support.waiting import WITHIN_S

MINE, OTHER = "a" * 64, "b" * 64
HERE = ["127.0.0.1"]


@pytest.fixture
def apart():
    """A thread of its own: an open browser has the event loop of the main thread, and zeroconf then refuses."""
    with ThreadPoolExecutor(1) as pool:
        yield lambda *call, **more: pool.submit(*call, **more).result()


def test_the_hub_with_that_fingerprint_is_found_among_others(system, apart):
    def found():
        with announced("hall", 8883, MINE, HERE), announced("hall", 9993, OTHER, HERE):
            return [find(one, WITHIN_S, interfaces=HERE) for one in (MINE, OTHER)]

    assert apart(found) == [[BrokerPlace("127.0.0.1", port)] for port in (8883, 9993)]


@pytest.mark.usefixtures("system")
def test_where_none_answers_the_time_is_bounded(apart):
    stopped = threading.Event()
    assert apart(find, MINE, 0.1, interfaces=HERE) == []
    stopped.set()
    assert apart(find, MINE, 10 * WITHIN_S, stopped, HERE) == [], "the timeout of the tests comes before"


def test_without_a_network_there_is_nothing_to_find_and_announcing_is_logged(caplog, monkeypatch):
    def unreachable(**_):
        raise OSError(ENETUNREACH, "Network is unreachable")

    monkeypatch.setattr(zeroconf, "Zeroconf", unreachable)  # the real one leaves a socket open when it fails
    assert find(MINE, 1) == []
    with announced("hall", 8883, MINE):
        assert [record.name for record in caplog.records] == ["link.finding"]
