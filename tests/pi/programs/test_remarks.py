"""What the arbiter is told beside the verdicts, from the pictures to the rows of `replay`, and that the public is not."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from pi.cli import main
from record.events.of_game import BoardMoved, CameraFault, CameraRestored
from record.papers.public_view import public_view
from record.store.journal import Journal, fold
from record.telling.remarks import CAMERA_SENTENCES, OVER
from vision.image.picture import encode_jpeg, read_picture
from vision.locating.locate import locate
from vision.watching.health import PictureFault

Capture = pytest.CaptureFixture[str]


def replayed(session: Path, out: Path, capsys: Capture, lang: str = "nl") -> list[dict[str, Any]]:
    assert main(["replay", str(session), "--out", str(out), "--json", "--lang", lang]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def said(rows: list[dict[str, Any]]) -> list[tuple[int, str, str | None]]:
    """What is remarked of the camera."""
    return [
        (row["seq"], alert["code"], alert.get("reason")) for row in rows for alert in row["alerts"] if alert["code"].startswith("camera")
    ]


def journal_of(out: Path) -> list[Any]:
    with Journal.reader(out / "journal.sqlite") as journal:
        return [event for _, event in journal.since(0)]


def spoil(path: Path, how: Callable[[np.ndarray], np.ndarray]) -> None:
    path.write_bytes(encode_jpeg(np.ascontiguousarray(np.clip(how(read_picture(path).astype(float)), 0, 255).astype(np.uint8)), 95))


def test_a_fault_of_the_camera_is_told_when_it_begins_and_when_it_is_over(
    copied: Callable[..., Path], tmp_path: Path, capsys: Capture
) -> None:
    session = copied(presses=4)
    for name in ("0002.jpg", "0003.jpg"):
        spoil(session / "frames" / name, lambda image: image * 0.01)
    rows = replayed(session, tmp_path / "out", capsys)
    assert sorted(set(said(rows))) == [(2, "camera", "black"), (4, "camera", "over")]
    assert [row["verdict"] for row in rows if row["seq"] in (2, 3) and "amends" not in row] == ["unsure", "unsure"]
    told = [alert for row in rows if row["seq"] == 2 for alert in row["alerts"] if alert["code"] == "camera"]
    assert len(told) == len([row for row in rows if row["seq"] == 2])  # an amended row counts alone, and keeps the remark
    assert told[0]["text"] == "Het camerabeeld is zwart; is de lens afgedekt, of het licht uit?"
    events = journal_of(tmp_path / "out")
    assert [event.reason for event in events if isinstance(event, CameraFault)] == ["black"]
    assert [event.picture for event in events if isinstance(event, CameraRestored)] == ["frames/0004.jpg"]


def test_a_frozen_camera_is_not_a_press_without_a_move(copied: Callable[..., Path], tmp_path: Path, capsys: Capture) -> None:
    session = copied(presses=3)
    (session / "frames" / "0002.jpg").write_bytes((session / "frames" / "0001.jpg").read_bytes())
    rows = replayed(session, tmp_path / "out", capsys)
    assert sorted(set(said(rows))) == [(2, "camera", "frozen"), (3, "camera", "over")]
    ruled = {row["seq"]: (row["verdict"], row["move"]) for row in rows}
    assert ruled == {1: ("legal", "31-27"), 2: ("legal", "18-23"), 3: ("legal", "36-31")}


def test_a_board_slid_by_one_field_is_told_with_its_evidence_and_the_game_goes_on(
    copied: Callable[..., Path], tmp_path: Path, capsys: Capture
) -> None:
    session = copied(presses=3)
    corners = locate(read_picture(session / "frames" / "0001.jpg"), 10).geometry.corners_px()
    right = (corners[1] - corners[0]) / 10
    for name in ("0002.jpg", "0003.jpg"):
        spoil(
            session / "frames" / name,
            lambda image: cv2.warpAffine(
                image, np.array([[1, 0, right[0]], [0, 1, right[1]]]), image.shape[1::-1], borderMode=cv2.BORDER_REFLECT
            ),
        )
    rows = replayed(session, tmp_path / "out", capsys, "en")
    assert said(rows) == [(2, "camera-moved", None)]
    assert [(row["verdict"], row["move"]) for row in rows] == [("legal", "31-27"), ("legal", "18-23"), ("legal", "36-31")]
    (moved,) = [event for event in journal_of(tmp_path / "out") if isinstance(event, BoardMoved)]
    assert (moved.before, moved.after) == ("frames/0001.jpg", "frames/0002.jpg")
    assert moved.corner_squares == pytest.approx(1, abs=0.15)


def test_the_public_is_told_nothing_of_the_camera(copied: Callable[..., Path], tmp_path: Path, capsys: Capture) -> None:  # Art. 24
    session = copied(presses=2)
    spoil(session / "frames" / "0002.jpg", lambda image: image * 0.01)
    replayed(session, tmp_path / "out", capsys, "en")
    with Journal.reader(tmp_path / "out" / "journal.sqlite") as journal:
        state = fold(journal)
    assert state.blind is not None
    told = json.dumps(public_view(state)).lower()
    assert not [word for word in ("camera", "lens", "alert", "fault", "blind", "unsure") if word in told]


def test_every_fault_that_the_eyes_know_has_a_sentence() -> None:
    assert {str(fault) for fault in PictureFault} | {OVER} == set(CAMERA_SENTENCES)


def test_only_pieces_that_are_held_to_stand_there_stand_off_their_centre(told_board: Callable[..., Any], monkeypatch: Any) -> None:
    """Article 25."""
    board = told_board()
    look = board.watcher.look
    monkeypatch.setattr(board.watcher, "look", lambda frames: replace(look(frames), off_centre=(27, 29)))
    assert board.press("white", "B:W27,32-50:B1-20") == "legal"
    assert [alert.squares for alert in board.state.rulings[0].alerts if alert.code == "off-centre"] == [(27,)]


def test_the_pictures_of_a_disc_off_its_centre_outline_no_square_of_another_alert(told_board: Callable[..., Any], monkeypatch: Any) -> None:
    board = told_board()
    look, drawn = board.watcher.look, {}
    monkeypatch.setattr(board.watcher, "look", lambda frames: replace(look(frames), off_centre=(40,)))
    monkeypatch.setattr("pi.reading.drawings.outline", lambda image, squares: drawn.setdefault(tuple(squares), image))
    assert board.press("white", "B:W27,32-50:B1-20") == "legal"
    assert board.press("black", "W:W27,32-50:B1-14,16-20,30") == "27d"
    legal, wrong = board.state.rulings
    assert [alert.pictures for alert in legal.alerts] == [()], "the press has no other alert, so its pictures are the alert's"
    assert legal.straight[1] == "drawn/0001-after.jpg"
    told = {alert.code: alert for alert in wrong.alerts}
    assert told["off-centre"].pictures[1] == "drawn/0002-after-off-centre.jpg"
    assert (told["27d"].pictures, wrong.straight[1]) == ((), "drawn/0002-after.jpg")
    assert set(drawn) == {(40,), told["27d"].squares}
    assert 40 not in told["27d"].squares
