"""The hub is found by zeroconf, on the loopback interface."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from errno import ENETUNREACH

import pytest
import zeroconf

from hub.wire.finding import BrokerPlace, announced, find

MINE, OTHER = "a" * 64, "b" * 64
HERE = ["127.0.0.1"]


def apart(test: Callable[[], None]) -> None:
    """Run it in a thread of its own: an open browser has the event loop of the main thread, and zeroconf then refuses."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(test).result()


def test_the_hub_with_that_fingerprint_is_found_among_others() -> None:
    apart(_is_found_among_others)


def _is_found_among_others() -> None:
    with announced("hall", 8883, MINE, HERE), announced("hall", 9993, OTHER, HERE):
        assert find(MINE, 10, interfaces=HERE) == [BrokerPlace("127.0.0.1", 8883)]
        assert find(OTHER, 10, interfaces=HERE) == [BrokerPlace("127.0.0.1", 9993)]


def test_where_none_answers_the_time_is_bounded() -> None:
    apart(_none_answers)


def _none_answers() -> None:
    began = time.monotonic()
    assert find(MINE, 0.3, interfaces=HERE) == []
    assert time.monotonic() - began < 5
    stopped = threading.Event()
    stopped.set()
    assert find(MINE, 60, stopped, HERE) == []


def test_without_a_network_there_is_nothing_to_find_and_announcing_is_logged(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreachable(**_: object) -> None:
        raise OSError(ENETUNREACH, "Network is unreachable")

    monkeypatch.setattr(zeroconf, "Zeroconf", unreachable)  # the real one leaves a socket open when it fails
    assert find(MINE, 1) == []
    with announced("hall", 8883, MINE):
        assert "the hub cannot be found by zeroconf" in caplog.text
