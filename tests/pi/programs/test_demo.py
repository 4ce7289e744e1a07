"""The demo as a person meets it: the command started, its page, the record it leaves."""

import json
import signal
import socket
import subprocess
import sys
import urllib.request

import pytest

from record.store.journal import Journal, fold
from rules.board.ruleset import ruleset
from rules.pdn.read import check_game, read_games
from tests.support.free_port import free_port
from tests.support.waiting import WITHIN_S, wait_until


@pytest.fixture
def demo(system, tmp_path):
    """A function that starts the demo on that port: its process, and a function that waits until it has said a text."""
    said, started = tmp_path / "said.txt", []

    def start(port, *words):
        command = [sys.executable, "-P", "-m", "pi", "demo", "--no-browser", "--port", str(port), "--out", str(tmp_path / "out"), *words]
        with said.open("w") as file:
            started.append(subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=file, stderr=file))
        return started[-1], wait_for

    def wait_for(text):
        wait_until(lambda: text in said.read_text(), lambda: f"{text!r} was not said:\n{said.read_text()}")
        return said.read_text()

    yield start
    for process in started:
        process.kill()
        process.wait()


def interrupted(process):
    process.send_signal(signal.SIGINT)
    return process.wait(WITHIN_S)


def test_the_demo_tells_each_press_serves_its_page_on_the_next_free_port_and_leaves_the_record(demo, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        process, wait_for = demo(port, "--speed", "500", "--stay")
        said = wait_for("Ctrl-C ends it")
    assert f"port {port} is busy" in said
    assert "board found in frames/0000.jpg" in said
    assert [line.split()[2] for line in said.splitlines() if line.rstrip().endswith("sure")][:3] == ["31-27", "18-23", "36-31"]
    url = said.split("serving at ")[1].split()[0]
    with urllib.request.urlopen(f"{url}api/boards/1", timeout=WITHIN_S) as answer:
        game = json.load(answer)["game"]
    assert game["rules"] == "frisian"
    assert "29x18" in json.dumps(game["moves"])
    with urllib.request.urlopen(url, timeout=WITHIN_S) as answer:
        assert b"left standing" not in answer.read()  # Art. 24: what was wrong with press 8 is for the arbiter alone
    assert interrupted(process) == 0
    (game,) = read_games((tmp_path / "out/game.pdn").read_text())
    assert check_game(game, ruleset("frisian")).ok
    assert sorted(path.name for path in (tmp_path / "out").glob("journal*")) == ["journal.jsonl", "journal.jsonl-tail"]


def test_an_interrupted_demo_keeps_what_was_played(demo, copied, tmp_path):
    process, wait_for = demo(free_port(), "--speed", "20", "--session", str(copied(presses=14)))
    wait_for("18-23")
    assert interrupted(process) == 130
    with Journal.reader(tmp_path / "out/journal.jsonl") as journal:
        state = fold(journal)
    assert [ply.move for ply in state.plies][:2] == ["31-27", "18-23"]
    assert state.closed
