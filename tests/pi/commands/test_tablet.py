"""The command tablet: the link opens the page of that board, and of no other."""

import pytest

from hub.access.secret_key import secret_key
from hub.app import SignIn, create_app
from hub.boards.board import Boards
from pi.cli import main


@pytest.fixture
def link(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))

    def run(*words):
        assert main(["tablet", *words]) == 0
        return capsys.readouterr()

    return run


def test_the_link_opens_the_tablet_page(link, tmp_path, monkeypatch):
    monkeypatch.setenv("DAMCAM_WEB_HOST", "0.0.0.0")
    told = link("--host", "board-3.local")
    address, path = told.out.strip().split("/tablet/")
    assert (address, told.err) == ("http://board-3.local:8001", "")
    secret = secret_key(tmp_path / "secret_key")
    app = create_app(Boards.lone(tmp_path / "journal.sqlite"), sign_in=SignIn(secret, tmp_path / "arbiters.json"), follow=False)
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = "192.168.1.20"
    assert client.get("/tablet/1").status_code == 403
    assert client.get(f"/tablet/{path}", follow_redirects=True).status_code == 200


def test_each_board_has_a_link_of_its_own(link):
    first, other, same = (link(board, "--hub").out.split("key=")[1] for board in ("1", "2", "1"))
    assert first == same != other


def test_a_new_link_ends_the_one_before_at_once(link, tmp_path):
    app = create_app(
        Boards.lone(tmp_path / "journal.sqlite"),
        sign_in=SignIn(secret_key(tmp_path / "secret_key"), tmp_path / "arbiters.json"),
        follow=False,
    )
    before, tablet = link().out.split("key=")[1].strip(), app.test_client()
    tablet.environ_base["REMOTE_ADDR"] = "192.168.1.20"
    opened = tablet.get(f"/tablet/1?key={before}")
    assert before not in opened.headers["Set-Cookie"], "the cookie does not tell the key"
    assert tablet.get("/tablet/1").status_code == 200
    stream = tablet.get("/tablet/1/events", buffered=False)
    assert next(stream.response)
    told = link("--new")
    assert "board 1 has another link now" in told.err
    after = told.out.split("key=")[1].strip()
    assert link().out.split("key=")[1].strip() == after != before
    assert list(stream.response) == []
    assert tablet.get("/tablet/1").status_code == 403
    assert tablet.get(f"/tablet/1?key={before}").status_code == 403
    assert tablet.get(f"/tablet/1?key={after}", follow_redirects=True).status_code == 200


def test_it_says_when_no_tablet_can_come_in(link, monkeypatch):
    told = link()
    assert told.out.startswith("http://localhost:8001/tablet/1?key=")
    assert 'host = "0.0.0.0"' in told.err
    monkeypatch.setenv("DAMCAM_WEB_TRUSTED_PROXIES", "1")
    assert link().err == ""


def test_the_link_is_printed_for_each_address_of_the_machine(link, monkeypatch):
    monkeypatch.setattr("pi.machine.addresses.numeric_addresses", lambda: iter(["192.168.1.20", "10.0.0.7"]))
    monkeypatch.setattr("socket.gethostname", lambda: "board-3")
    monkeypatch.setenv("DAMCAM_WEB_HOST", "0.0.0.0")
    told = link()
    key = told.out.split("key=")[-1].strip()
    names = ("192.168.1.20", "10.0.0.7", "board-3.local")
    assert told.out.splitlines() == [f"http://{name}:8001/tablet/1?key={key}" for name in names]
    assert told.err == "", "no code where nobody looks"
    assert link("3", "--hub").out.startswith("http://192.168.1.20:8081/tablet/3?key=")


def test_without_a_network_the_link_has_the_machines_name(link, monkeypatch):
    monkeypatch.setattr("pi.machine.addresses.numeric_addresses", lambda: iter([]))
    monkeypatch.setattr("socket.gethostname", lambda: "board-3")
    monkeypatch.setenv("DAMCAM_WEB_HOST", "0.0.0.0")
    assert link().out.startswith("http://board-3.local:8001/tablet/1?key=")


def test_a_board_that_there_is_not_gets_no_link(link, capsys, monkeypatch):
    assert main(["tablet", "99"]) == 1
    told = capsys.readouterr()
    assert (told.out, "there is no board '99' here" in told.err) == ("", True)
    monkeypatch.setenv("DAMCAM_HUB_STATES", "/srv/north /srv/south")
    assert "no board '99'; by [hub] states it has north, south" in link("99", "--hub").err
    assert "no board" not in link("south", "--hub").err


def test_what_is_no_board_is_told(link, capsys):
    assert main(["tablet", "Board One"]) == 1
    assert "'Board One' is not the key of a board" in capsys.readouterr().err
