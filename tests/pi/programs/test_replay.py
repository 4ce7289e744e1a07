"""The shipped session through the whole pipeline: real pictures in, a record out; and what spoilt sessions get."""

import itertools
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from pi.cli import main
from record.store.journal import Journal, fold
from record.telling import remarks
from rules.board.ruleset import ruleset
from rules.pdn.read import check_game, read_games
from vision.image.picture import encode_jpeg, read_picture
from vision.locating.locate import locate

Capture = pytest.CaptureFixture[str]
SHIPPED = Path(__file__).resolve().parents[2] / "data" / "sessions" / "first_light"


def parsed(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def truth() -> list[dict[str, Any]]:
    return parsed((SHIPPED / "truth.jsonl").read_text())


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `replay` leaves of the shipped session, its rows in rows.jsonl."""
    folder = tmp_path_factory.mktemp("replayed")
    command = [sys.executable, "-P", "-m", "pi", "replay", str(SHIPPED), "--out", str(folder), "--json"]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (
        0,
        f"damcam: the record is in {folder / 'game.pdn'}, the journal and the drawn pictures beside it\n",
    )
    (folder / "rows.jsonl").write_text(told.stdout)
    return folder


def test_every_ruling_of_the_shipped_session_is_right(out: Path) -> None:
    ruled = {row["seq"]: row for row in parsed((out / "rows.jsonl").read_text())}
    for want in truth():
        row = ruled[want["seq"]]
        assert row["verdict"] == want["event"], want
        assert row["fen"] == want["fen"]
        if want["move"]:
            assert row["move"] == want["move"]


def test_an_irregular_press_carries_its_alert_and_a_legal_one_none(out: Path) -> None:
    held = ""
    for row in parsed((out / "rows.jsonl").read_text()):
        named = [alert for alert in row["alerts"] if alert["code"] not in remarks.CODES]
        if row["verdict"] in ("legal", "corrected"):
            assert named == []
        else:
            (alert,) = named
            assert alert["code"] == row["verdict"]
            assert {"code", "article", "squares", "text", "acts", "side", "before", "after"} == set(alert)
            assert (alert["side"], alert["before"], alert["after"]) == (row["side"], held, row["fen"])
        held = row["fen"]


def test_the_disc_that_stands_badly_is_remarked_once(out: Path) -> None:
    rows = parsed((out / "rows.jsonl").read_text())
    told = [(row["seq"], alert["squares"], alert["article"]) for row in rows for alert in row["alerts"] if alert["code"] == "off-centre"]
    assert [one for one in told if one != (1, [17], "25")] == [(5, [29], "25")]  # 17 lies on the limit: it may be named, once


def test_the_record_is_the_game_as_it_stands_and_replays_without_a_fault(out: Path) -> None:
    (game,) = read_games((out / "game.pdn").read_text())
    checked = check_game(game, ruleset("frisian"))
    assert checked.ok, checked.faults
    played = [want["move"] for want in truth() if want["event"] in ("legal", "corrected")]
    assert checked.plies == len(played)


def test_the_journal_folds_to_the_last_position_and_is_closed(out: Path) -> None:
    assert sorted(path.name for path in out.glob("journal*")) == ["journal.sqlite", "journal.sqlite-tail"]
    with Journal.reader(out / "journal.sqlite") as journal:
        state = fold(journal)
    assert state.fen == truth()[-1]["fen"]
    assert state.closed


def test_each_press_has_its_picture_with_the_grid(out: Path) -> None:
    assert len(list((out / "drawn").glob("????.jpg"))) == 1 + len(truth())


def test_what_is_told_is_shown_by_the_pictures_before_and_after_it_laid_straight(out: Path) -> None:
    irregular = [row["seq"] for row in truth() if row["event"] not in ("legal", "corrected")]
    shown = {path.name for path in (out / "drawn").glob("????-*.jpg") if "off-centre" not in path.name}
    assert shown == {f"{seq:04}-{when}.jpg" for seq in irregular for when in ("before", "after")}


def test_squares_that_stay_covered_are_named_and_shown_and_the_game_goes_on(tmp_path: Path, capsys: Capture) -> None:
    session = Path(shutil.copytree(SHIPPED, tmp_path / "session"))
    start, *later = sorted((session / "frames").glob("*.jpg"))
    cover = locate(read_picture(start), 10).geometry.to_px([[8.1, 7.1], [9.9, 7.1], [9.9, 9.9], [8.1, 9.9]])
    for picture in later:
        image = read_picture(picture)
        cv2.fillPoly(image, [np.round(cover).astype(np.int32)], (120, 60, 200))
        picture.write_bytes(encode_jpeg(image))
    assert main(["replay", str(session), "--out", str(tmp_path / "out"), "--json"]) == 0
    rows = parsed(capsys.readouterr().out)
    told = [(row["seq"], alert["squares"]) for row in rows for alert in row["alerts"] if alert["code"] == "unread-squares"]
    assert told == [(6, [40, 45, 50])]
    assert {"0006-before.jpg", "0006-after.jpg"} <= {path.name for path in (tmp_path / "out" / "drawn").iterdir()}
    assert [row["verdict"] for row in rows] == [want["event"] for want in truth()]


def test_a_folder_that_holds_a_record_is_not_written_over(out: Path, capsys: Capture) -> None:
    before = (out / "game.pdn").read_bytes()
    assert main(["replay", str(SHIPPED), "--out", str(out)]) == 1
    assert "a game was recorded here before" in capsys.readouterr().err
    assert (out / "game.pdn").read_bytes() == before


@pytest.mark.parametrize("name", ["game.pdn", "journal.sqlite", "drawn"])
def test_nothing_that_is_there_is_written_over(copied: Callable[..., Path], tmp_path: Path, capsys: Capture, name: str) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / name).write_text("precious")
    assert main(["replay", str(copied()), "--out", str(tmp_path / "out")]) == 1
    assert "nothing is overwritten" in capsys.readouterr().err
    assert [(path.name, path.read_text()) for path in (tmp_path / "out").iterdir()] == [(name, "precious")]


@pytest.mark.parametrize("out", ["/dev/null", "/dev/null/below", "/proc/nothing"])
def test_an_output_folder_that_cannot_be_made_gets_a_sentence(copied: Callable[..., Path], capsys: Capture, out: str) -> None:
    assert main(["replay", str(copied()), "--out", out]) == 1
    assert f"{out}: the folder cannot be made" in capsys.readouterr().err


def test_a_board_that_lies_wrong_makes_the_game_void(copied: Callable[..., Path], tmp_path: Path, capsys: Capture) -> None:
    session = copied()
    for picture in (session / "frames").glob("*.jpg"):
        picture.write_bytes(encode_jpeg(np.ascontiguousarray(read_picture(picture)[:, ::-1])))
    assert main(["replay", str(session), "--out", str(tmp_path / "out"), "--json"]) == 0
    rows = parsed(capsys.readouterr().out)
    assert [row["verdict"] for row in rows] == ["turned"] * 3
    told = [(row["seq"], alert["article"], alert["acts"]) for row in rows for alert in row["alerts"]]
    assert told == [(1, "26", "at once")]  # it holds for the whole game
    pdn = (tmp_path / "out" / "game.pdn").read_text()
    assert '[Result "*"]' in pdn
    assert '[Termination "void"]' in pdn


def half(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:20_000])


def grey(path: Path) -> None:
    path.write_bytes(encode_jpeg(np.full((720, 960, 3), 128, np.uint8)))


def play_a_few_moves(path: Path) -> None:
    path.write_bytes((path.parent / "0004.jpg").read_bytes())


@pytest.mark.parametrize(
    ("name", "spoil", "sentence"),
    [
        ("0002.jpg", Path.unlink, r"0002.jpg: the picture is missing"),
        ("0002.jpg", half, r"0002.jpg: the picture is half-written"),
        ("0000.jpg", Path.unlink, r"0000.jpg: the picture is missing"),
        ("0000.jpg", half, r"0000.jpg: the picture is half-written"),
        ("0000.jpg", grey, r"0000.jpg: .*board"),
        ("0000.jpg", play_a_few_moves, r"0000.jpg: .*square \d+: a (white|black) man expected"),
    ],
)
def test_a_bad_picture_gets_one_sentence_and_the_journal_is_closed(
    copied: Callable[..., Path], tmp_path: Path, capsys: Capture, name: str, spoil: Callable[[Path], None], sentence: str
) -> None:
    session = copied()
    spoil(session / "frames" / name)
    assert main(["replay", str(session), "--out", str(tmp_path / "out"), "--json"]) == 1
    printed = capsys.readouterr()
    assert len(printed.err.splitlines()) == 1
    assert re.search(sentence, printed.err), printed.err
    assert len(parsed(printed.out)) == (1 if name == "0002.jpg" else 0)
    assert not list((tmp_path / "out").glob("*-wal"))


def test_a_press_whose_picture_shows_no_board_is_decided_by_the_next(copied: Callable[..., Path], tmp_path: Path, capsys: Capture) -> None:
    session = copied(presses=4)
    grey(session / "frames" / "0002.jpg")
    assert main(["replay", str(session), "--out", str(tmp_path / "out"), "--json"]) == 0
    told = [(row["seq"], row["verdict"], row["move"], row.get("amends", False)) for row in parsed(capsys.readouterr().out)]
    assert told == [
        (1, "legal", "31-27", False),
        (2, "unsure", None, False),
        (2, "legal", "18-23", True),
        (3, "legal", "36-31", False),
        (4, "legal", "17-21", False),
    ]
    with Journal.reader(tmp_path / "out" / "journal.sqlite") as journal:
        state = fold(journal)
    assert [ply.move for ply in state.plies] == ["31-27", "18-23", "36-31", "17-21"]
    assert len(state.faults) == 1
    assert "frames/0002.jpg" in state.faults[0].text


def test_two_presses_in_a_row_by_one_side_do_not_derail_the_game(out: Path) -> None:
    presses = parsed((SHIPPED / "presses.jsonl").read_text())
    twice = [b["seq"] for a, b in itertools.pairwise(presses) if a["side"] == b["side"]]
    ruled = {row["seq"]: row["verdict"] for row in parsed((out / "rows.jsonl").read_text())}
    assert twice
    assert {ruled[seq] for seq in twice} == {"corrected"}


@pytest.mark.parametrize(
    ("about", "sentence"),
    [
        ({"rules": None}, 'the key "rules" is missing'),
        ({"rules": "chess"}, "chess"),
        ({"time_control": "forever"}, "time_control: .*forever"),
    ],
)
def test_a_bad_session_file_gets_one_sentence(copied: Callable[..., Path], capsys: Capture, about: dict[str, Any], sentence: str) -> None:
    assert main(["replay", str(copied(**about)), "--json"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 1
    assert re.search(sentence, printed.err), printed.err
