"""The command addresses: what it prints of a board and of a hub, and what it says where nobody else can look."""

import os
import pty
import subprocess
import sys

import pytest

from pi.cli import main


@pytest.fixture
def network(monkeypatch):
    """A machine in a network."""
    monkeypatch.setattr("pi.machine.addresses.numeric_addresses", lambda: iter(["192.168.1.20"]))
    monkeypatch.setattr("socket.gethostname", lambda: "board-3")


def test_a_hub_and_a_board_that_others_may_look_at(network, monkeypatch, capsys):
    assert main(["addresses", "--hub"]) == 0
    assert capsys.readouterr() == ("http://192.168.1.20:8080/before\nhttp://board-3.local:8080/before\n", "")
    monkeypatch.setenv("DAMCAM_WEB_HOST", "0.0.0.0")
    assert main(["addresses"]) == 0
    assert capsys.readouterr() == ("http://192.168.1.20:8000/before\nhttp://board-3.local:8000/before\n", "")


def test_a_board_that_only_its_machine_sees(network, capsys):
    assert main(["addresses"]) == 0
    told = capsys.readouterr()
    assert told.out == "http://localhost:8000/before\n"
    assert told.err.startswith('damcam: only this machine can open the pages; to let others in this network look, set host = "0.0.0.0"')
    assert told.err.endswith("sudo systemctl restart damcam-board\n")


def test_pages_behind_a_proxy(network, monkeypatch, capsys):
    monkeypatch.setenv("DAMCAM_WEB_TRUSTED_PROXIES", "1")
    assert main(["addresses", "--hub"]) == 0
    assert "through your own proxy" in capsys.readouterr().err


def test_without_a_network(monkeypatch, capsys):
    monkeypatch.setattr("pi.machine.addresses.numeric_addresses", lambda: iter([]))
    assert main(["addresses", "--hub"]) == 1
    assert capsys.readouterr().err == "damcam: this machine is in no network; plug its cable in or join the wireless network\n"


@pytest.mark.parametrize("words", [["addresses"], ["tablet"], ["selftest", "--no-buttons", "--picture", "none.jpg"]], ids=" ".join)
def test_a_terminal_gets_a_qr_code_too(words, tmp_path):
    """Of an address that was named, which needs no network here."""
    ours, its = pty.openpty()
    environment = os.environ | {"DAMCAM_WEB_HOST": "10.0.0.7", "DAMCAM_BOARD_STATE": str(tmp_path)}
    command = [sys.executable, "-P", "-m", "damcam", *words]
    shown = b""
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=its, stderr=its, env=environment):
        os.close(its)
        try:
            while part := os.read(ours, 4096):
                shown += part
        except OSError:  # the program has ended
            os.close(ours)
    assert "\N{FULL BLOCK}" * 20 in shown.decode()
