"""The addresses of the pages: which are for others, in which order; also in a network without a way out, made for it."""

import os
import shutil
import subprocess
import sys

import pytest

from pi.machine import addresses
from pi.machine.addresses import urls


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


SCRIPT = """
set -e
ip link set lo up
ip link add hall0 type veth peer name other0
ip link set other0 up
ip addr add 10.77.0.5/24 dev hall0
ip link set hall0 up
{way_out}
exec "$0" -c 'import sys; from pathlib import Path; from pi.machine import addresses
addresses.INTERFACES = Path(sys.argv[1])
print(*addresses.numeric_addresses())' "$1"
"""
CAN = (
    shutil.which("ip")
    and subprocess.run(["unshare", "-rn", "ip", "link", "add", "x0", "type", "veth"], capture_output=True).returncode == 0
)


@pytest.mark.skipif(not CAN, reason="this system makes no networks for tests")
@pytest.mark.parametrize(
    ("way_out", "is_device", "found"), [("", True, "10.77.0.5"), ("", False, ""), ("ip route add default dev hall0", False, "10.77.0.5")]
)
def test_a_hall_without_a_router_has_addresses_too(tmp_path, way_out: str, is_device: bool, found: str) -> None:
    if is_device:
        (tmp_path / "hall0" / "device").mkdir(parents=True)
    words = ["unshare", "-rn", "sh", "-c", SCRIPT.format(way_out=way_out), sys.executable, str(tmp_path)]
    told = subprocess.run(words, capture_output=True, text=True, check=True, env=os.environ | {"PYTHONPATH": os.getcwd()})
    assert told.stdout.strip() == found
