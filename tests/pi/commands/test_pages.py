"""`damcam pages`: the pages of this machine's board as a program of their own, which follows each game as it begins."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time

import pytest

from pi.cli import main
from record.events.about import About
from record.events.of_game import SessionOpened
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.journal import Journal
from rules.board.fen import full_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset


@pytest.fixture
def ports():
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as other:
        return one.getsockname()[1], other.getsockname()[1]


def begin(state, number, white):
    folder = state / GAMES / f"{number:04}"
    folder.mkdir(parents=True)
    start = full_fen(Position.start(ruleset("frisian")))
    with Journal.create(folder / JOURNAL_NAME) as journal:
        journal.append(SessionOpened("frisian", 10, start, "80m+60s", 0, 0, About.of({"white": white})), 0)


def get(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("GET", path, headers={"Accept": "text/html"})
        answer = connection.getresponse()
        return answer.status, answer.headers.get("Location"), answer.read().decode()
    finally:
        connection.close()


def who(port):
    return json.loads(get(port, "/state")[2]).get("about", {}).get("white")


def test_it_follows_each_game_and_has_the_desk_at_a_port_of_its_own(tmp_path, ports, slower):
    begin(tmp_path, 1, "Anke")
    environment = os.environ | {
        "DAMCAM_BOARD_STATE": str(tmp_path),
        "DAMCAM_WEB_PORT": str(ports[0]),
        "DAMCAM_WEB_DESK_PORT": str(ports[1]),
    }
    command = [sys.executable, "-P", "-m", "pi", "pages"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as pages:
        try:
            assert re.search(rf":{ports[0]}/", pages.stderr.readline())
            assert who(ports[0]) == "Anke"
            begin(tmp_path, 2, "Durk")
            until = time.monotonic() + 10 * slower
            while who(ports[0]) != "Durk" and time.monotonic() < until:
                time.sleep(0.1)
            assert who(ports[0]) == "Durk"
            assert get(ports[0], "/login")[0] == get(ports[1], "/login")[0] == 200
            assert get(ports[0], "/tablet/1")[0] == get(ports[1], "/tablet/1")[0] == 200, "this machine needs no link"
            assert get(ports[1], "/")[:2] == (303, "/desk")
            assert get(ports[1], "/board/1?x=1")[:2] == (303, f"http://127.0.0.1:{ports[0]}/board/1?x=1")
            assert get(ports[1], "/events")[0] == 303
        finally:
            pages.send_signal(signal.SIGTERM)


def test_a_port_that_is_in_use_is_told(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setenv("DAMCAM_WEB_PORT", str(taken.getsockname()[1]))
        assert main(["pages"]) == 1
    assert "in use; choose another in the settings with [web] port" in capsys.readouterr().err
