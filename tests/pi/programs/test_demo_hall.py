"""The rehearsal of a hall as a person meets it: the command started, its pages, kills, its end, and a second start."""

import os
import signal
import socket
import urllib.request
from pathlib import Path

from hub.broker import serving
from pi.cli import main
from record.events.of_game import ClockStarted
from tests.support.rehearsed import Rehearsed, rehearsed
from tests.support.waiting import WITHIN_S, wait_until


def opens(url: str) -> bool:
    with urllib.request.urlopen(url, timeout=WITHIN_S) as answer:
        return bool(answer.status == 200)


def runs(pid: int) -> bool:
    """Whether that process runs; one that has ended and that nobody has asked for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def of_session(pids: list[int]) -> list[int]:
    """The processes in the sessions that these lead."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and runs(int(entry.name)):
            try:
                found += [int(entry.name)] if os.getsid(int(entry.name)) in pids else []
            except ProcessLookupError:
                continue
    return found


def test_every_address_opens_all_games_are_played_and_a_second_start_goes_on_after_a_kill(system, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as busy, rehearsed(tmp_path / "hall", 3, "--port", str(busy.getsockname()[1])) as hall:
        told = hall.told
        assert f":{busy.getsockname()[1]}/" not in told["pages"]["hub"]
        addresses = list(told["pages"].values())
        for board in told["boards"].values():
            addresses += [board[name] for name in ("page", "desk", "tablet", "own")]
        assert [url for url in addresses if url not in hall.said and "/desk/" not in url] == []
        assert [url for url in addresses if not opens(url)] == []
        wait_until(lambda: hall.state("1").result == "0-1", lambda: hall.state("1"))
        assert {press.verdict for press in hall.state("1").rulings} == {"legal", "27a", "27b-few", "corrected"}
        wait_until(lambda: len(hall.state("3").players) == 2, lambda: hall.state("3"))
        assert hall.state("2").pending == "27c-missed", "its players wait for the arbiter"
        second = Rehearsed(tmp_path / "hall", 1)
        wait_until(lambda: second.process.poll() is not None)
        assert second.end() == 1
        assert "another damcam" in second.said, "one hall at a time goes on in a folder"
        first = list(told["processes"].values())
        assert set(first) <= set(of_session(first))
        hall.end(signal.SIGKILL)
        wait_until(lambda: not of_session(first), lambda: of_session(first))
    with rehearsed(tmp_path / "hall", 3) as hall:
        assert hall.state("1").result == "0-1"
        assert hall.state("2").pending == "27c-missed"
        assert len(hall.events("3", ClockStarted)) == 1, "the clock waits for the arbiter"
        pids = list(hall.told["processes"].values())
        assert hall.end() == 0
        assert of_session(pids) == []


def test_without_mosquitto_the_package_is_named_and_nothing_is_made(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(serving, "PLACES", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert main(["demo", "--hall", "--no-browser", "--out", "hall"]) == 1
    assert "sudo apt install mosquitto" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
