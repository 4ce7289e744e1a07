"""The commands `hub` and `pages`: what their server is called with, and that of `pages` really started over a board."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import closing, nullcontext, suppress
from pathlib import Path

import pytest

from hub.access.accounts import Account, Accounts, Role
from hub.access.first_sign_in import FILE_NAME as FIRST_NAME
from hub.access.secret_key import NAME as SECRET_NAME
from hub.broker.hall import Hall
from link.board_socket import last_link
from pi.cli import main
from pi.machine.notify import NotifySocket
from pi.machine.reach import BEHIND_PROXY, NO_NETWORK
from record.events.about import About
from record.events.of_game import SessionOpened
from record.log.tail import read_tail
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.journal import Journal
from tests.support.commands import refusal
from tests.support.free_port import free_port
from tests.support.says import says
from tests.support.signing import KEPT
from tests.support.waiting import WITHIN_S, wait_until

PROGRAM = "import sys; from pi.cli import main; sys.exit(main())"
START = "W:W31-50:B1-20"
BLOCKS = "\N{FULL BLOCK}" * 20
"""A QR code has them."""


def begin(state: Path, number: int, *, black_s: int = 4800, **about: str) -> Journal:
    folder = state / GAMES / f"{number:04}"
    folder.mkdir(parents=True)
    journal = Journal.create(folder / JOURNAL_NAME)
    journal.append(SessionOpened("frisian", 10, START, "80m+60s", 4800 * 10**9, black_s * 10**9, About.of(about)), 0)
    return journal


def test_the_pages_of_a_board_follow_each_game_and_systemd_hears_of_them(system, tmp_path):
    port, notify = free_port(), tmp_path / "notify"
    environment = os.environ | {"DAMCAM_WEB_PORT": str(port), "DAMCAM_BOARD_STATE": str(tmp_path), "NOTIFY_SOCKET": str(notify)}

    def get(port, path):
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=WITHIN_S)) as connection:
            connection.request("GET", path, headers={"Accept": "text/html"})
            answer = connection.getresponse()
            return answer.status, answer.headers.get("Location"), answer.read().decode()

    def white():
        return (json.loads(get(port, "/api/boards/1")[2])["game"] or {"about": {}})["about"].get("white")

    begin(tmp_path, 1, white="Anke").close()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(notify))
        systemd.settimeout(WITHIN_S)
        with subprocess.Popen(
            [sys.executable, "-P", "-c", PROGRAM, "pages"], stderr=subprocess.PIPE, text=True, env=environment
        ) as process:
            try:
                logged = [process.stderr.readline() for _ in range(5)]
                assert logged[1:] == [
                    f"damcam: the games: http://localhost:{port}/\n",
                    f"damcam: whether boards are ready: http://localhost:{port}/before\n",
                    f"damcam: the arbiter's desk: http://localhost:{port}/desk\n",
                    f"damcam: serving at http://localhost:{port}/\n",
                ]
                assert [systemd.recv(1000).decode().partition("\n")[0] for _ in range(2)] == ["READY=1", "WATCHDOG=1"]
                assert white() == "Anke"
                begin(tmp_path, 2, white="Durk").close()
                wait_until(lambda: white() == "Durk")
                assert get(port, "/login")[0] == 200
                assert get(port, "/tablet/1")[0] == 200, "this machine needs no link"
            finally:
                process.terminate()
            assert process.wait(WITHIN_S) == 0


@pytest.fixture
def called(tmp_path, monkeypatch):
    """What `python -m damcam.pages` would have been called with."""
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))

    def call(*more):
        words = []
        monkeypatch.setattr("os.execv", lambda program, command: words.extend(command) or 0)
        assert main(["hub", "--no-broker", "--no-mirror", "--port", str(free_port()), *map(str, more)]) in (0, None)
        return words

    return call


def options(words, *names):
    return [word for word in words if word.startswith(tuple(f"--{name}" for name in names))]


@pytest.mark.usefixtures("system")
def test_the_settings_name_the_folders_of_boards_where_the_command_line_does_not(tmp_path, monkeypatch, called):
    monkeypatch.setenv("DAMCAM_HUB_STATES", f"{tmp_path} {tmp_path}")
    monkeypatch.setenv("DAMCAM_WEB_DELAY", "15m")
    words, states = called(), [f"--state={tmp_path}"]
    assert words[1:4] == ["-P", "-m", "damcam.pages"]
    assert options(words, "state", "delay", "pictures") == [*states, *states, "--pictures", "--delay=15m"]
    assert f"--secret-key={tmp_path / SECRET_NAME}" in words
    monkeypatch.setenv("DAMCAM_WEB_PICTURE", "none")
    assert options(called(tmp_path), "state", "pictures") == states


@pytest.mark.usefixtures("system")
def test_the_log_of_a_hub_says_where_its_pages_and_the_code_of_the_first_arbiter_are_and_a_terminal_gets_them(
    tmp_path, monkeypatch, called, capsys
):
    monkeypatch.setattr("pi.machine.addresses.numeric_addresses", lambda: iter(["192.168.1.20"]))
    monkeypatch.setattr("socket.gethostname", lambda: "hall")
    port = options(called(), "port=")[-1].removeprefix("--port=")
    made, *told, code = capsys.readouterr().err.splitlines()
    assert made.startswith("damcam: the broker's files for port 8883 are written")
    assert f"the code in {tmp_path / FIRST_NAME}" in code
    assert (tmp_path / FIRST_NAME).stat().st_mode & 0o777 == 0o600
    assert told == [
        f"damcam: the games: http://192.168.1.20:{port}/, http://hall.local:{port}/",
        f"damcam: whether boards are ready: http://192.168.1.20:{port}/before, http://hall.local:{port}/before",
        f"damcam: the arbiter's desk: http://192.168.1.20:{port}/desk, http://hall.local:{port}/desk",
    ]
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    for host, is_shown in (("", True), ("127.0.0.1", False)):
        monkeypatch.setenv("DAMCAM_WEB_HOST", host)
        called()
        told = capsys.readouterr().err
        assert (BLOCKS in told) == is_shown
        assert f"with the code {json.loads((tmp_path / FIRST_NAME).read_text())['code']}" in told
    Accounts(tmp_path / "arbiters.json").put(Account("Anke", Role.ARBITER, KEPT))
    called()
    assert "no arbiter" not in capsys.readouterr().err
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(new := tmp_path / "new" / "hub"))
    called()
    assert f"the folder of the hub is new: {new}" in capsys.readouterr().err
    assert new.stat().st_mode & 0o777 == 0o750


def test_the_log_of_a_boards_pages_says_who_can_open_them_and_what_to_do_about_it(system, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))
    monkeypatch.setenv("DAMCAM_WEB_PORT", str(port := free_port()))
    monkeypatch.setattr("pi.machine.addresses.numeric_addresses", lambda: iter([]))
    monkeypatch.setattr("socket.gethostname", lambda: "board-3")
    monkeypatch.setattr("os.execv", lambda program, command: None)

    def logged(**settings):
        with monkeypatch.context() as patch:
            for name, value in settings.items():
                patch.setenv(f"DAMCAM_WEB_{name}", value)
            main(["pages"])
        return capsys.readouterr().err.splitlines()

    alone = logged()
    assert 'set host = "0.0.0.0" in [web]' in alone[0]
    assert "restart damcam-board" in alone[0]
    assert alone[1:] == [
        f"damcam: the games: http://localhost:{port}/",
        f"damcam: whether boards are ready: http://localhost:{port}/before",
        f"damcam: the arbiter's desk: http://localhost:{port}/desk",
    ]
    assert logged(TRUSTED_PROXIES="1") == [f"damcam: {BEHIND_PROXY}", *alone[1:]]
    without_network = logged(HOST="0.0.0.0")
    assert without_network[0].startswith(f"damcam: {NO_NETWORK}")
    assert without_network[-1] == f"damcam: the arbiter's desk: http://board-3.local:{port}/desk"


@pytest.mark.usefixtures("system")
def test_it_is_for_the_network_where_the_settings_do_not_say_otherwise_and_without_a_key_has_no_desk(tmp_path, monkeypatch, called, capsys):
    (tmp_path / SECRET_NAME).mkdir()
    for host, listens in (("", "0.0.0.0"), ("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "0.0.0.0")):
        monkeypatch.setenv("DAMCAM_WEB_HOST", host)
        words = called()
        assert words[words.index("--host") + 1] == listens
        assert options(words, "secret-key", "arbiters") == []
        assert str(tmp_path / SECRET_NAME) in capsys.readouterr().err


def children(pid: int) -> dict[str, int]:
    """The numbers of the processes that `damcam hub` keeps up, by their names."""
    found = {}
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split():
        with suppress(FileNotFoundError):  # it has ended by now
            words = Path(f"/proc/{child}/cmdline").read_text(encoding="utf-8").split("\0")
            found.update({name: int(child) for name in ("damcam.pages", "mirror", "broker") if name in words})
    return found


def test_one_command_makes_a_hub_from_nothing_and_keeps_up_its_processes_each_of_which_may_die_alone(system, tmp_path):
    hall, port, broker = Hall(tmp_path / "hub"), free_port(), free_port()
    hall.folder.mkdir()
    hall.init(broker)  # as the command does at port 8883, which another test may have
    settings = {"DAMCAM_BOARD_STATE": str(hall.folder), "DAMCAM_WEB_HOST": "127.0.0.1", "NOTIFY_SOCKET": str(tmp_path / "notify")}
    command = [sys.executable, "-P", "-c", PROGRAM, "hub", "--port", str(port)]
    heard = list[str]()

    def answers(at):
        with suppress(OSError), socket.create_connection(("127.0.0.1", at), timeout=WITHIN_S):
            return True
        return False

    def hears(words):
        heard.extend(systemd.lines())
        return words in "\n".join(heard)

    with (
        closing(NotifySocket(tmp_path / "notify")) as systemd,
        subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=os.environ | settings) as process,
    ):
        try:
            wait_until(lambda: answers(port) and answers(broker) and last_link(hall.boards))
            wait_until(lambda: hears("READY=1"))
            hall.enroll("7", ())  # the broker that runs takes it
            assert hall.has_broker()
            wait_until(lambda: hears("mirror: connected to the broker"))
            assert heard.count("READY=1") == 1, "none of its processes tells systemd itself"
            before = children(process.pid)
            scores = {name: int(Path(f"/proc/{pid}/oom_score_adj").read_text(encoding="ascii")) for name, pid in before.items()}
            assert scores == {"broker": 200, "mirror": 400, "damcam.pages": 500}
            os.kill(before["mirror"], signal.SIGKILL)
            heard.clear()
            wait_until(lambda: children(process.pid).keys() == before.keys() != before and hears("mirror: connected to the broker"))
            after = children(process.pid)
            assert {name for name in before if before[name] != after[name]} == {"mirror"}
            wait_until(lambda: hears("WATCHDOG=1"))
        finally:
            process.terminate()
            told = process.stderr.read()
        assert process.wait(WITHIN_S) == 0, told
        assert hears("STOPPING=1")
    assert "mirror was killed, and is started again in two seconds" in told
    assert [answers(port), answers(broker), hall.has_broker()] == [False] * 3


@pytest.mark.usefixtures("system")
def test_the_pages_begin_with_all_that_a_folder_has_which_was_put_back(tmp_path, monkeypatch):
    """A copy that was made while rows came may have a log that is behind its tail."""
    journal = begin(tmp_path / "boards" / "7", 1)
    path = journal.path
    behind = path.read_bytes()
    journal.append(SessionOpened("frisian", 10, START, "80m+60s", 1, 1, About()), 0)
    journal.close()
    path.write_bytes(behind)
    seen = []

    def keep_up(others, served):
        seen.extend([read_tail(path)[1].row, [service.name for service in others]])
        return 0

    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))
    monkeypatch.setattr("pi.commands.hub.keep_up", keep_up)
    assert main(["hub", "--no-broker", "--port", str(free_port())]) == 0
    assert seen == [1, ["mirror"]]


@pytest.mark.usefixtures("system")
def test_what_cannot_be_served_is_refused(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))
    assert says("HubFault.no-folder")(refusal("hub", "--port", free_port(), "/nowhere/at/all"))
    not_made = refusal("hub", "broker", "--port", free_port(), "--hub", tmp_path / "hub")
    assert (not_made.sentence.code, "damcam hub makes it" in str(not_made)) == ("HallFault.no-folder", True)
    (tmp_path / "file").touch()
    with monkeypatch.context() as patch:
        patch.setenv("DAMCAM_BOARD_STATE", str(tmp_path / "file" / "hub"))
        assert says("HubFault.not-made")(refusal("hub", "--port", free_port()))
    with monkeypatch.context() as patch:
        patch.setenv("DAMCAM_WEB_BOARDS", "http://board-2:8000")
        assert main(["hub"]) == 1
    told = capsys.readouterr().err
    assert ("by their addresses" in told, "its page Boards" in told, "damcam join FILE" in told) == (True, True, True)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert says("PortFault.in-use", port=port)(refusal("hub", "--port", port))
        monkeypatch.setenv("DAMCAM_WEB_PORT", str(port))
        assert says("PortFault.in-use", port=port)(refusal("pages"))


def test_the_mirror_follows_the_broker_to_another_port(tmp_path, monkeypatch):
    hall, ports = Hall(tmp_path), []
    hall.init(8883)

    class Away:
        """An end of the link whose broker is not there."""

        connection, trouble = 0, None

        def __init__(self, own, _name):
            ports.append(own.port)

        def receive(self, _within_s):
            if hall.own().port == 8884:
                os.kill(os.getpid(), signal.SIGTERM)
            hall.init(8884)

        def close(self):
            ports.append("closed")

    monkeypatch.setattr("link.mqtt.HubEnd", Away)
    monkeypatch.setattr("link.finding.announced", lambda *_: nullcontext())
    assert main(["hub", "mirror", "--hub", str(tmp_path)]) == 0
    assert ports == [8883, "closed", 8884, "closed"]
