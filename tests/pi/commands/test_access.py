"""How people get to the pages: passwords, the link of a tablet, and codes for telephones."""

import io
import json
import socket
import sys

import pytest

from hub.access.passwords import matches
from hub.access.secret_key import secret_key
from hub.app import SignIn, create_app
from hub.boards.board import Boards
from pi.cli import main
from pi.commands.passwd import PasswordFault
from pi.commands.tablet import LinkFault
from pi.commands.uplink import UplinkCommandSays
from pi.machine.copy_phrases import SecondCopySays
from pi.machine.copying import COPYING
from tests.support.commands import refusal
from tests.support.says import says

BLOCKS = "\N{FULL BLOCK}" * 20


@pytest.fixture
def passwd(tmp_path, monkeypatch):
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))

    def run(*words, typed="", terminal=False, ends=lambda *words: main(list(words))):
        given = io.StringIO(typed)
        given.isatty = lambda: terminal
        monkeypatch.setattr(sys, "stdin", given)
        lines = iter(typed.splitlines())
        monkeypatch.setattr("getpass.getpass", lambda _: next(lines))
        return ends("passwd", *words)

    return run


def kept(tmp_path):
    return {row["name"]: row for row in json.loads((tmp_path / "arbiters.json").read_text())["arbiters"]}


def test_it_is_set_changed_listed_and_taken_out(passwd, tmp_path, capsys):
    assert passwd("Anke", typed="oer it fjild\noer it fjild\n", terminal=True) == 0
    assert matches(kept(tmp_path)["Anke"]["password"], "oer it fjild")
    assert passwd("Durk", "--role", "operator", typed="from a pipe\n") == 0
    assert passwd("durk", typed="a new one\n") == 0
    assert kept(tmp_path)["durk"]["role"] == "operator"
    assert passwd("--list") == 0
    told = capsys.readouterr()
    assert told.out == "arbiter   Anke\noperator  durk\n"
    added = [PasswordFault.ADDED.said(name=name, role=role) for name, role in (("Anke", "arbiter"), ("Durk", "operator"))]
    assert told.err.splitlines() == [f"damcam: {said}" for said in (*added, PasswordFault.CHANGED.said(name="durk", role="operator"))]
    assert passwd("Anke", "--remove") == 0
    assert capsys.readouterr().err == f"damcam: {PasswordFault.REMOVED.said(name='Anke')}\n"
    assert list(kept(tmp_path)) == ["durk"]


def test_what_cannot_be_is_refused_and_changes_nothing(passwd, tmp_path, monkeypatch):
    twice = "oer it fjild\noer it fjild\n"
    for words, typed, code in (
        (["Anke"], "oer it fjild\noer it fjiid\n", "PasswordFault.differ"),
        (["Anke"], "short\nshort\n", "PasswordFault.length"),
        (["Anke", "--remove"], "", "AccountsFault.nobody"),
        (["x" * 65], twice, "AccountsFault.no-name"),
        (["Anke"], twice, "AccountsFault.no-folder"),
    ):
        if code.endswith("no-folder"):
            monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path / "later"))
        assert says(code)(passwd(*words, typed=typed, terminal=True, ends=refusal))
    assert not (tmp_path / "arbiters.json").exists()


@pytest.fixture
def link(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))

    def run(*words):
        assert main(["tablet", *words]) == 0
        return capsys.readouterr()

    return run


def key_of(told):
    return told.out.split("key=")[1].strip()


def test_the_link_of_a_board_opens_its_page_and_a_new_link_ends_the_one_before_at_once(link, tmp_path):
    sign_in = SignIn(secret_key(tmp_path / "secret_key"), tmp_path / "arbiters.json")
    tablet = create_app(Boards.lone(tmp_path / "journal.jsonl"), sign_in=sign_in, follow=False).test_client()
    tablet.environ_base["REMOTE_ADDR"] = "192.168.1.20"
    assert tablet.get("/tablet/1").status_code == 403
    before = key_of(link("1"))
    opened = tablet.get(f"/tablet/1?key={before}")
    assert before not in opened.headers["Set-Cookie"], "the cookie does not tell the key"
    assert tablet.get("/tablet/1").status_code == 200
    stream = tablet.get("/tablet/1/events", buffered=False)
    assert next(stream.response)
    told = link("--new")
    assert str(LinkFault.RENEWED.said(board="1")) in told.err
    after = key_of(told)
    assert key_of(link()) == after != before
    assert list(stream.response) == []
    assert tablet.get("/tablet/1").status_code == 403
    assert tablet.get(f"/tablet/1?key={before}").status_code == 403
    assert tablet.get(f"/tablet/1?key={after}", follow_redirects=True).status_code == 200
    assert key_of(link("2", "--hub")) != after


def test_the_link_is_printed_for_each_address_of_the_machine_and_it_says_when_no_tablet_can_come_in(link, monkeypatch):
    told = link()
    assert told.out.startswith("http://localhost:8000/tablet/1?key=")
    assert str(LinkFault.ONLY_HERE.said()) in told.err
    with monkeypatch.context() as patch:
        patch.setenv("DAMCAM_WEB_TRUSTED_PROXIES", "1")
        assert link().err == ""
    monkeypatch.setattr("pi.machine.addresses.numeric_addresses", lambda: iter(["192.168.1.20", "10.0.0.7"]))
    monkeypatch.setattr("socket.gethostname", lambda: "board-3")
    monkeypatch.setenv("DAMCAM_WEB_HOST", "0.0.0.0")
    told = link()
    key = told.out.split("key=")[-1].strip()
    names = ("192.168.1.20", "10.0.0.7", "board-3.local")
    assert told.out.splitlines() == [f"http://{name}:8000/tablet/1?key={key}" for name in names]
    assert told.err == "", "no code where nobody looks"
    assert link("3", "--hub").out.startswith("http://192.168.1.20:8080/tablet/3?key=")
    assert link("--host", "hall.local").out == f"http://hall.local:8000/tablet/1?key={key}\n"
    monkeypatch.setattr("pi.machine.addresses.numeric_addresses", lambda: iter([]))
    assert link().out.startswith("http://board-3.local:8000/tablet/1?key=")


def test_a_board_that_there_is_not_gets_no_link(link, capsys, monkeypatch):
    assert main(["tablet", "99"]) == 1
    assert capsys.readouterr().out == ""
    assert says("LinkFault.no-board", text="'99'")(refusal("tablet", "99"))
    assert says("LinkFault.no-key", text="'Board One'")(refusal("tablet", "Board One"))
    monkeypatch.setenv("DAMCAM_HUB_STATES", "/srv/north /srv/south")
    unknown = LinkFault.NOT_OF_A_HUB.said(text="'99'", keys=("north", "south"))
    assert str(unknown) in link("99", "--hub").err
    assert link("south", "--hub").err.count("north") == 0


@pytest.mark.parametrize("words", ["tablet", "selftest --no-buttons --picture none.jpg"])
def test_a_terminal_gets_a_qr_code_too(system, words, tmp_path, monkeypatch, capsys):
    """Of an address that was named, which needs no network here."""
    monkeypatch.setenv("DAMCAM_WEB_HOST", "10.0.0.7")
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))
    for is_terminal in (True, False):
        for stream in ("stdout", "stderr"):
            monkeypatch.setattr(f"sys.{stream}.isatty", lambda is_terminal=is_terminal: is_terminal)
        main(words.split())
        assert (BLOCKS in capsys.readouterr().err) == is_terminal


@pytest.mark.usefixtures("system")
@pytest.mark.parametrize(
    ("command", "nothing"),
    [
        ("copy", SecondCopySays.NO_FOLDER_SET.said(SecondCopySays.SET_ONE.said())),
        ("uplink", UplinkCommandSays.NO_HUB.said(UplinkCommandSays.JOIN_ONE.said())),
    ],
)
def test_without_a_folder_to_copy_to_and_without_a_hub_it_ends_well_and_systemd_hears_that(tmp_path, monkeypatch, capsys, command, nothing):
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        assert main([command]) == 0
        assert [systemd.recv(1000).decode() for _ in range(2)] == ["READY=1", f"STATUS={nothing}"]
    assert capsys.readouterr().err == f"damcam: {nothing}\n"


def test_copy_becomes_the_program_that_copies_to_the_folder_of_the_settings(tmp_path, monkeypatch):
    (tmp_path / "damcam.toml").write_text(f'[board]\nstate = "{tmp_path}"\n[record]\ncopy_to = "/media/stick"\n')
    became = []
    monkeypatch.setattr("os.execv", lambda program, words: became.append((program, words)) or 0)
    assert main(["copy", "--settings", str(tmp_path / "damcam.toml")]) == 0
    assert became == [(COPYING[0], [*COPYING, f"--state={tmp_path}", "--to=/media/stick"])]
