"""The addresses of the pages: which are for others, and in which order; also in a network without a way out."""

from pathlib import Path

import pytest

from pi.machine import addresses
from pi.machine.addresses import numeric_addresses, urls


def test_pages_for_this_machine_alone_have_its_own_address() -> None:
    assert urls("127.0.0.1", 8000, "/before") == urls("localhost", 8000, "/before") == ["http://localhost:8000/before"]


def test_an_address_that_was_named_is_the_only_one() -> None:
    assert urls("10.0.0.7", 8001) == ["http://10.0.0.7:8001/"]
    assert urls("fd00::7", 8001) == ["http://[fd00::7]:8001/"]


def test_numbers_come_before_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "numeric_addresses", lambda: iter(["192.168.1.20", "10.0.0.7"]))
    monkeypatch.setattr(addresses.socket, "gethostname", lambda: "board-3.hall")
    assert urls("0.0.0.0", 8000) == ["http://192.168.1.20:8000/", "http://10.0.0.7:8000/", "http://board-3.local:8000/"]
    monkeypatch.setattr(addresses, "numeric_addresses", lambda: iter([]))
    assert urls("0.0.0.0", 8000) == []


@pytest.mark.parametrize(
    ("way_out", "found"), [(None, ["127.0.0.1"]), ("192.0.2.9", ["192.0.2.9", "127.0.0.1"]), ("127.0.0.1", ["127.0.0.1"])]
)
def test_a_hall_without_a_router_has_addresses_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way_out: str | None, found: list[str]
) -> None:
    """The interface lo, which every machine has, stands for a cable."""
    monkeypatch.setattr(addresses, "own_address", lambda: way_out)
    monkeypatch.setattr(addresses, "INTERFACES", tmp_path)
    assert list(numeric_addresses()) == ([way_out] if way_out else []), "what is no device is another program's"
    (tmp_path / "lo" / "device").mkdir(parents=True)
    assert list(numeric_addresses()) == found


def test_an_interface_without_an_address_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "own_address", lambda: None)
    monkeypatch.setattr(addresses, "INTERFACES", tmp_path)
    monkeypatch.setattr(addresses.socket, "if_nameindex", lambda: [(1, "damcam-none")])
    (tmp_path / "damcam-none" / "device").mkdir(parents=True)
    assert list(numeric_addresses()) == []
