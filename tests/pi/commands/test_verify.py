"""`damcam verify`: one game or all of a board, for people and for programs, while a game goes on, and its exit status."""

import json
import os
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
from record.store.session_files import write_session
from tests.bench.live.drawn import Grain
from tests.bench.live.serving import serve_games
from tests.bench.live.truth import TruthEyes, picture
from tests.bench.live.turns import hurried, turns

AFTER = "B:W28,31,33-50:B1-20", "W:W28,31,33-50:B1-18,20,23"


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify, "PAUSE_S", 0.0)


@pytest.fixture
def state(told_board: Callable[..., Any], tmp_path: Path) -> Path:
    """The state folder of a board with two games of two moves, and a folder for the next game."""
    for number in (1, 2):
        board = told_board(white="Jelle", black="Sytske")
        board.press("white", AFTER[0])
        board.press("black", AFTER[1])
        board.close()
        (board.folder / "frames").mkdir()
        write_session(board.folder, board.state)
        for drawn in (board.folder / "drawn").iterdir():
            shutil.copyfile(drawn, board.folder / "frames" / drawn.name)
        shutil.copytree(board.folder, tmp_path / "games" / f"{number:04}")
    (tmp_path / "games" / "0003" / "frames").mkdir(parents=True)
    return tmp_path


def found(capfd: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    status = main(["verify", *words, "--json"])
    (line,) = capfd.readouterr().out.splitlines()
    return status, json.loads(line)


def test_all_games_of_a_board(state, capfd) -> None:
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


def test_a_difference_is_told_and_ends_it_with_1(state, capfd) -> None:
    presses = state / "games" / "0002" / "presses.jsonl"
    presses.write_text(presses.read_text().replace("black", "white"))
    status, told = found(capfd, str(state))
    (one,) = told["games"][1]["differences"]
    assert (status, told["differences"], told["games"][0]["differences"]) == (1, 1, [])
    assert (one["kind"], one["file"], one["row"], one["press"]) == ("press-other", "presses.jsonl", 6, 2)
    assert one["text"].startswith("line 2 of presses.jsonl says of press 2: ")
    assert found(capfd, str(state / "games" / "0001"))[0] == 0
    assert found(capfd, str(state / "games"))[0] == 1


def test_people_get_a_line_for_each_game(state, capsys, monkeypatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    (state / "games" / "0002" / "game.pdn").unlink()
    (state / "games" / "0002" / "journal.sqlite-tail").unlink()
    assert main(["verify", str(state), "--lang", "en"]) == 1
    first, *second, third, note = capsys.readouterr().out.splitlines()
    counts = "8 rows, 2 presses, 2 moves on the record, 4 pictures"
    assert first.startswith(f"{state / 'games' / '0001'}: all is well: {counts}; closed with row 8, checksum ")
    assert second[:2] == [f"{state / 'games' / '0002'}: 1 difference", "  game.pdn is missing, and the journal has what belongs in it"]
    assert second[2].startswith("  note: journal.sqlite-tail is missing: ")
    assert (third, note) == (f"{state / 'games' / '0003'}: all is well: no game has begun", "  note: no game has begun here")


def test_what_is_no_game_is_wrong_usage(tmp_path, capfd) -> None:
    for folder in (tmp_path, tmp_path / "none"):
        assert main(["verify", str(folder), "--lang", "en"]) == 2
        assert (
            capfd.readouterr().err
            == f"damcam: {folder}: there is no game there; name the folder of a game, or the state folder of a board\n"
        )
    (tmp_path / "presses.jsonl").write_text('{"seq": 1}\n')
    status, told = found(capfd, str(tmp_path))
    assert (status, told["games"][0]["differences"][0]["kind"]) == (1, "journal-missing")


LOOKING = """
import json, sys, time
from pathlib import Path
from record.verifying.game import verified
from vision.image.picture import damage_of

folder = Path(sys.argv[1])
while not (folder.parent / "over").exists():
    if (folder / "journal.sqlite").exists():
        game = verified(folder, damage_of, lambda: time.sleep(1))
        print(json.dumps([game.presses, game.is_closed, [str(one.said) for one in game.differences]]), flush=True)
"""


@pytest.mark.slow
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


def test_a_folder_that_may_not_be_read_gets_a_sentence(state, capfd) -> None:
    closed = state / "games" / "0002"
    for path in (state, *state.parents):
        if Path(gettempdir()) in path.parents:  # pytest's own are root's alone
            path.chmod(0o755)
    closed.chmod(0)
    is_root = os.geteuid() == 0
    if is_root:  # whom no mode keeps out
        os.seteuid(65534)
    try:
        assert main(["verify", str(state), "--lang", "en", "--json"]) == 1
        said = capfd.readouterr().err
        assert main(["verify", str(closed), "--lang", "en"]) == 1
        assert capfd.readouterr().err == said == f"damcam: {closed}: the folder cannot be read: Permission denied\n"
    finally:
        if is_root:
            os.seteuid(0)
        closed.chmod(0o700)
