"""The command `hub`: the hall's server really started over two boards, and what it is called with."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

import pytest

from hub.access.secret_key import NAME as SECRET_NAME
from pi.cli import main
from record.events.about import About
from record.events.of_game import SessionClosed, SessionOpened
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.journal import Journal

START = "W:W31-50:B1-20"
WITHIN_S = 60.0
"""On a machine that many tests share."""


def begin(state: Path, number: int, **about: str) -> Journal:
    folder = state / GAMES / f"{number:04}"
    folder.mkdir(parents=True)
    journal = Journal.create(folder / JOURNAL_NAME)
    journal.append(SessionOpened("frisian", 10, START, "80m+60s", 4800 * 10**9, 4800 * 10**9, About.of(about)), 0)
    return journal


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def told(url: str) -> dict:
    with urlopen(url, timeout=WITHIN_S) as answer:
        return json.loads(answer.read())


def soon(url: str, is_there) -> bool:
    until = time.monotonic() + WITHIN_S
    while time.monotonic() < until:
        if is_there(told(url)):
            return True
        time.sleep(0.1)
    return False


@pytest.fixture
def hub(tmp_path):
    """Starts `damcam hub` over these folders; the process, and its address once it serves."""
    made = []

    def start(*states):
        port = free_port()
        program = "import sys; from pi.cli import main; sys.exit(main())"
        command = [sys.executable, "-P", "-c", program, "hub", "--port", str(port), *map(str, states)]
        environment = os.environ | {"DAMCAM_BOARD_STATE": str(tmp_path)}
        made.append(subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment))
        assert made[-1].stderr.readline() == f"damcam: serving at http://localhost:{port}/\n"
        return made[-1], f"http://127.0.0.1:{port}"

    yield start
    for process in made:
        if process.poll() is None:
            process.terminate()
        process.communicate(timeout=WITHIN_S)


def test_two_boards_are_followed_and_the_next_game_at_one_of_them(tmp_path, hub):
    east, west = tmp_path / "east", tmp_path / "west"
    with closing(begin(east, 1, white="Auke", board="2")) as first, closing(begin(west, 1, white="Baukje")):
        process, url = hub(east, west)
        assert soon(f"{url}/board/2/state", lambda view: view.get("about", {}).get("white") == "Auke")
        assert soon(f"{url}/board/west/state", lambda view: view.get("about", {}).get("white") == "Baukje")
        first.append(SessionClosed(1, "1-0"), 1)
        assert soon(f"{url}/board/2/state", lambda view: view["result"] == "1-0")
        with closing(begin(east, 2, white="Ype", board="2")):
            assert soon(f"{url}/board/2/state", lambda view: view.get("about", {}).get("white") == "Ype")
            with urlopen(f"{url}/") as page, urlopen(f"{url}/wall/events", timeout=WITHIN_S) as stream:
                assert b'data-base="/wall"' in page.read()
                lines = [stream.readline().decode() for _ in range(4)]
        tiles = json.loads(lines[3].partition("data: ")[2])["tiles"]
        assert {(tile["key"], tile["about"]["white"]) for tile in tiles} == {("2", "Ype"), ("west", "Baukje")}
        with urlopen(f"{url}/login") as page:
            assert b"<form" in page.read()
        process.send_signal(signal.SIGTERM)
        assert process.wait(WITHIN_S) == 0
    assert process.stderr.read() == ""


def test_systemd_is_told_that_it_is_ready_and_alive(tmp_path, hub):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(WITHIN_S)
        program = "import os, sys; os.environ['WATCHDOG_PID'] = str(os.getpid()); from pi.cli import main; sys.exit(main())"
        environment = os.environ | {"NOTIFY_SOCKET": str(tmp_path / "notify"), "DAMCAM_BOARD_STATE": str(tmp_path)}
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", program, "hub", "--port", str(free_port())], env=environment, stderr=subprocess.DEVNULL
        )
        try:
            heard = [systemd.recv(1000).decode() for _ in range(2)]
        finally:
            process.terminate()
            process.wait(WITHIN_S)
    assert heard[0].startswith("READY=1")
    assert heard[1] == "WATCHDOG=1"


@pytest.fixture
def called(tmp_path, monkeypatch):
    """What `python -m damcam.pages` would have been called with."""
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))
    words = []
    monkeypatch.setattr("os.execv", lambda program, command: words.extend(command) or 0)

    def call(*more):
        assert main(["hub", "--port", str(free_port()), *map(str, more)]) in (0, None)
        return words

    return call


def test_the_settings_name_the_boards_where_the_command_line_does_not(tmp_path, monkeypatch, called):
    monkeypatch.setenv("DAMCAM_HUB_STATES", f"{tmp_path} {tmp_path}")
    monkeypatch.setenv("DAMCAM_WEB_BOARDS", "http://board-2:8000 http://board-3:8000")
    monkeypatch.setenv("DAMCAM_WEB_DELAY", "15m")
    words = called()
    assert words[1:4] == ["-P", "-m", "damcam.pages"]
    assert [word for word in words if word.startswith(("--state", "--board", "--delay", "--pictures"))] == [
        f"--state={tmp_path}",
        f"--state={tmp_path}",
        "--board=http://board-2:8000",
        "--board=http://board-3:8000",
        "--pictures",
        "--delay=15m",
    ]
    assert f"--secret-key={tmp_path / SECRET_NAME}" in words


@pytest.mark.parametrize(("host", "listens"), [("", "0.0.0.0"), ("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "0.0.0.0")])
def test_it_is_for_the_network_where_the_settings_do_not_say_otherwise(monkeypatch, called, host, listens):
    monkeypatch.setenv("DAMCAM_WEB_HOST", host)
    words = called()
    assert words[words.index("--host") + 1] == listens


def test_whoever_starts_it_at_a_terminal_is_told_that_others_can_look(monkeypatch, called, capsys):
    monkeypatch.setattr("pi.machine.addresses.numeric_addresses", lambda: iter(["192.168.1.20"]))
    called()
    assert capsys.readouterr().err == "", "a service's log has the address already"
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    port = [word for word in called() if word.startswith("--port=")][-1].removeprefix("--port=")
    assert f"others in this network can open the pages: http://192.168.1.20:{port}/" in capsys.readouterr().err
    monkeypatch.setenv("DAMCAM_WEB_HOST", "127.0.0.1")
    called()
    assert capsys.readouterr().err == ""


def test_the_command_line_comes_first(tmp_path, monkeypatch, called):
    monkeypatch.setenv("DAMCAM_HUB_STATES", "/nowhere")
    monkeypatch.setenv("DAMCAM_WEB_BOARDS", "http://board-2:8000")
    monkeypatch.setenv("DAMCAM_WEB_PICTURE", "none")
    words = called(tmp_path, "--board", "https://board-4")
    assert [word for word in words if word.startswith(("--state", "--board", "--pictures"))] == [
        f"--state={tmp_path}",
        "--board=https://board-4",
    ]


def test_where_no_key_can_be_kept_the_pages_are_served_without_a_desk(tmp_path, monkeypatch, called, capsys):
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path / "missing"))
    assert not any(word.startswith(("--secret-key", "--arbiters")) for word in called())
    assert re.search(r"nobody can sign in to the desk: .*missing.*is the folder there", capsys.readouterr().err)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["/nowhere/at/all"], "/nowhere/at/all: there is no such folder"),
        (["--board", "board-2"], "'board-2' is not the address of a board"),
        (["--board", "http://"], "is not the address"),
    ],
)
def test_what_cannot_be_served_is_a_sentence(tmp_path, monkeypatch, capsys, words, says):
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))
    assert main(["hub", "--port", str(free_port()), *words]) == 1
    assert says in capsys.readouterr().err


def test_a_taken_port_is_a_sentence(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert main(["hub", "--port", str(taken.getsockname()[1])]) == 1
    assert "is in use; choose another with --port, or in the settings with [hub] port" in capsys.readouterr().err
