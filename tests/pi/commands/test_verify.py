"""The journal of a game held against what is beside it: by `damcam verify`, and by each command before it writes into a game."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import pytest

from pi.cli import main
from pi.commands import verify
from pi.setup.settings import EvidenceSettings, Settings
from pi.usage.errors import UsageError
from record.store.session_files import write_session
from tests.support.commands import refusal
from tests.support.live.serving import serve_games
from tests.support.live.truth import TruthEyes, picture
from tests.support.live.turns import hurried, turns
from tests.support.nobody import as_nobody
from tests.support.says import says
from vision.camera.drawn import Grain

AFTER = "B:W28,31,33-50:B1-20", "W:W28,31,33-50:B1-18,20,23"


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify, "PAUSE_S", 0.0)


def two_moves(told_board: Callable[..., Any]) -> Any:
    board = told_board(white="Jelle", black="Sytske")
    for side, shows in zip(("white", "black"), AFTER, strict=True):
        board.press(side, shows)
    return board


@pytest.fixture
def state(told_board: Callable[..., Any], tmp_path: Path) -> Path:
    """The state folder of a board with two closed games of two moves and the pictures of their presses, and a folder for the next game."""
    board = two_moves(told_board)
    board.close()
    write_session(board.folder, board.state)
    shutil.copytree(board.folder / "drawn", board.folder / "frames")
    for number in (1, 2):
        shutil.copytree(board.folder, tmp_path / "games" / f"{number:04}")
    (tmp_path / "games" / "0003" / "frames").mkdir(parents=True)
    return tmp_path


def found(capfd: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    status = main(["verify", *words, "--json"])
    (line,) = capfd.readouterr().out.splitlines()
    return status, json.loads(line)


def test_all_games_of_a_board_and_a_difference_which_ends_it_with_1(state, capfd) -> None:
    status, told = found(capfd, str(state))
    assert (status, told["differences"]) == (0, 0)
    first, second, third = told["games"]
    assert first == {
        "game": str(state / "games" / "0001"),
        "rows": 8,
        "presses": 2,
        "moves": 2,
        "pictures": 4,
        "closed": True,
        "checksum_row": 8,
        "checksum": first["checksum"],
        "differences": [],
        "notes": [],
    }
    assert len(first["checksum"]) == 64
    assert (second["rows"], third["rows"], third["checksum"], [one["kind"] for one in third["notes"]]) == (8, 0, None, ["not-begun"])
    (state / "games" / "0002" / "drawn" / "0002.jpg").write_bytes(b"no picture")
    status, told = found(capfd, str(state))
    (one,) = told["games"][1]["differences"]
    assert (status, told["differences"], told["games"][0]["differences"]) == (1, 1, [])
    assert (one["kind"], one["file"], one["row"], one["press"]) == ("picture-damaged", "drawn/0002.jpg", 7, 2)
    assert found(capfd, str(state / "games" / "0001"))[0] == 0
    assert found(capfd, str(state / "games"))[0] == 1


def test_people_get_a_line_for_each_game(state, capsys, monkeypatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    (state / "games" / "0002" / "drawn" / "0002.jpg").unlink()
    (state / "games" / "0002" / "journal.jsonl-tail").unlink()
    assert main(["verify", str(state)]) == 1
    first, *second, third, note = capsys.readouterr().out.splitlines()
    one, two, three = (str(state / "games" / f"000{number}") for number in (1, 2, 3))
    assert first.startswith(f"{one}: ")
    assert [count for count in ("rows 8", "presses 2", "moves 2", "pictures 4") if count not in first] == []
    assert second[0] == f"{two}: differences: 2"
    assert sorted(name for line in second[1:] for name in ("drawn/0002.jpg", "journal.jsonl-tail") if name in line) == [
        "drawn/0002.jpg",
        "journal.jsonl-tail",
    ]
    assert third == f"{three}: all is well: no game has begun"
    assert note.startswith("  ")


def test_what_is_no_game_is_wrong_usage(tmp_path, capfd) -> None:
    for folder in (tmp_path, tmp_path / "none"):
        error = refusal("verify", folder)
        assert says("there is no game there; name the folder of a game, or the state folder of a board")(error)
        assert (type(error), error.about) == (UsageError, str(folder))
    (tmp_path / "presses.jsonl").write_text('{"seq": 1}\n')
    status, told = found(capfd, str(tmp_path))
    assert (status, told["games"][0]["differences"][0]["kind"]) == (1, "journal-missing")


def test_a_folder_that_may_not_be_read_is_refused(state) -> None:
    closed = state / "games" / "0002"
    for path in (state, *state.parents):
        if Path(gettempdir()) in path.parents:  # pytest's own are root's alone
            path.chmod(0o755)
    with as_nobody(closed):
        for folder in (state, closed):
            error = refusal("verify", folder)
            assert says("the folder cannot be read: {why}", why="SystemFault.denied")(error)
            assert error.about.startswith(str(closed)), "it names what cannot be read"


LOOKING = """
import json, sys
from pathlib import Path
from record.store.journal import Journal
from record.verifying import verified
from tests.support.waiting import wait_until
from vision.image.picture import damage_of

folder = Path(sys.argv[1])
is_over = (folder.parent / "over").exists

def rows():
    with Journal.reader(folder / "journal.jsonl") as journal:
        return journal.last_id

def until_more_is_written():
    before = rows()
    wait_until(lambda: is_over() or rows() >= before + 10)

while not is_over():
    if (folder / "journal.jsonl").exists():
        game = verified(folder, damage_of, until_more_is_written)
        print(json.dumps([len(game.state.presses), game.state.closed, [found.text for found in game.differences]]), flush=True)
"""


@pytest.mark.usefixtures("long")
def test_a_game_that_goes_on_differs_at_no_moment(tmp_path: Path) -> None:
    folder = tmp_path / "games" / "0001"
    command = [sys.executable, "-P", "-c", LOOKING, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as looking:
        eyes = TruthEyes(), lambda contents, hand: picture(contents, hand is not None)
        settings = Settings(evidence=EvidenceSettings(keep="all"))
        serve_games(tmp_path, [hurried(turns(120, 13))], lambda: eyes, Grain().on, settings, [].append)
        (folder.parent / "over").touch()
        told = [json.loads(line) for line in looking.communicate()[0].splitlines()]
    assert looking.returncode == 0
    assert [differences for _, _, differences in told if differences] == []
    assert len({presses for presses, is_closed, _ in told if not is_closed}) > 2, "it was looked at while it went on"
    assert main(["verify", str(folder)]) == 0
