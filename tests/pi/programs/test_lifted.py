"""Captured pieces gone before the capture was finished (Art. 14): from pictures taken before the press to the rows of `replay`."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from pi.cli import main
from rules.board.fen import parse_fen, write_fen
from rules.board.ruleset import ruleset
from rules.board.squares import board
from vision.image.picture import encode_jpeg, read_picture
from vision.locating.locate import locate

Capture = pytest.CaptureFixture[str]
PRESS, ORIGIN, CAPTURED, TARGET = 10, 12, 18, 23
"""Where in the shipped session Black plays 12x23, and"""
START = "B:W18,27,31,32,34,35,37-50:B1-16,19,20,26"
"""from where."""


@pytest.fixture
def session(copied: Callable[..., Path]) -> Path:
    """That press alone."""
    folder = copied(presses=PRESS, start_fen=START)
    shutil.copy(folder / "frames" / f"{PRESS - 1:04}.jpg", folder / "frames" / "0000.jpg")
    presses = (folder / "presses.jsonl").read_text().splitlines(keepends=True)
    (folder / "presses.jsonl").write_text(presses[-1])
    return folder


def mixed(session: Path, like_after: tuple[int, ...], name: str) -> str:
    """A picture from before the press, with these squares as they look after it; its name in the session."""
    image, after = (read_picture(session / "frames" / f"{number:04}.jpg") for number in (PRESS - 1, PRESS))
    geometry = locate(after, 10).geometry
    for square in like_after:
        row, col = board(10).row_col(square)
        corners = geometry.to_px(np.array([[col, row], [col + 1, row], [col + 1, row + 1], [col, row + 1]]))
        mask = np.zeros(image.shape[:2], np.uint8)
        cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], 1)
        image = np.where(cv2.dilate(mask, np.ones((5, 5), np.uint8))[..., None] > 0, after, image)
    (session / "frames" / name).write_bytes(encode_jpeg(image, 95))
    return f"frames/{name}"


def replayed(session: Path, before: list[str], capsys: Capture, lang: str = "nl") -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in (session / "presses.jsonl").read_text().splitlines()]
    rows[-1]["before"] = before
    (session / "presses.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert main(["replay", str(session), "--json", "--lang", lang]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_piece_lifted_while_the_capturing_piece_is_on_its_way_is_told(session: Path, capsys: Capture) -> None:
    in_hand = mixed(session, (ORIGIN, CAPTURED), "0010b2.jpg")
    (row,) = replayed(session, [mixed(session, (), "0010b1.jpg"), in_hand], capsys)
    assert (row["verdict"], row["move"]) == ("legal", "12x23")
    assert row["alerts"] == [
        {
            "code": "14",
            "article": "14",
            "squares": [CAPTURED],
            "text": "Geslagen stukken zijn opgenomen voordat de slag was uitgevoerd: veld 18.",
            "acts": "on claim",
            "side": "black",
            "before": write_fen(parse_fen(START, ruleset("frisian"))),
            "after": row["fen"],
        }
    ]


def test_lifting_after_the_piece_has_arrived_tells_nothing(session: Path, capsys: Capture) -> None:
    arrived = mixed(session, (ORIGIN, TARGET), "0010b1.jpg")
    lifted = mixed(session, (ORIGIN, CAPTURED, TARGET), "0010b2.jpg")
    row = replayed(session, [arrived, lifted], capsys)[0]
    assert (row["verdict"], row["move"], row["alerts"]) == ("legal", "12x23", [])


def test_a_picture_before_the_press_changes_nothing_that_is_read_after_it(session: Path, capsys: Capture) -> None:
    plain = replayed(session, [], capsys)
    black = session / "frames" / "0010b1.jpg"
    black.write_bytes(encode_jpeg(np.zeros((480, 640, 3), np.uint8), 95))
    same = session / "frames" / "0010b2.jpg"
    same.write_bytes((session / "frames" / "0010.jpg").read_bytes())
    assert replayed(session, ["frames/0010b1.jpg", "frames/0010b2.jpg"], capsys) == plain


def test_a_picture_that_is_missing_is_named(session: Path, capsys: Capture) -> None:
    rows = [json.loads(line) for line in (session / "presses.jsonl").read_text().splitlines()]
    rows[-1]["before"] = ["frames/gone.jpg"]
    (session / "presses.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert main(["replay", str(session), "--json"]) == 1
    assert "gone.jpg" in capsys.readouterr().err
