"""Errors of the rules, the clock, the camera's pictures and the record: no part of them is told in English alone."""

import errno
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from clock.clock import other
from clock.control import parse_control
from clock.debounce import TwoButtons
from clock.errors import CodedError
from record.decisions.rulings_file import read_rulings
from record.events.of_game import Pressed, Ruled, SessionOpened
from record.session.running import RunningGame
from record.session.step import State, from_events
from record.store.checkpoint import thaw
from record.store.folder import read_folder
from record.telling.of_clock import clock_sentence
from record.telling.sentences import tell
from record.texts import LANGUAGES
from rules.board.evidence import Evidence
from rules.board.fen import parse_fen
from rules.board.ruleset import ruleset
from rules.errors import DamcamError, Sentence, sentence_of
from tests.support.phrases import words
from tests.support.says import parts
from vision.camera.source import ReplaySource
from vision.image.geometry import Geometry
from vision.locating.fit import fit_geometry

FRISIAN = ruleset("frisian")
START = parse_fen("W:W31-50:B1-20", FRISIAN)
OPENED = SessionOpened("frisian", 10, "W:W31-50:B1-20", "80m+60s", 1, 1)
PRESS = Pressed(1, 1, "white", 1, 1, "black")
SQUARE = Geometry.from_corners(10, [[0, 400], [400, 400], [400, 0], [0, 0]], (400, 400))


def session(folder: Path, press: object, ruling: object = None) -> Path:
    """A folder with one press and one ruling."""
    (folder / "session.json").write_text('{"rules": "frisian"}')
    (folder / "presses.jsonl").write_text(json.dumps(press))
    (folder / "rulings.jsonl").write_text(json.dumps(ruling))
    return folder


WRONG: dict[str, Callable[[Path], object]] = {
    "evidence": lambda _: Evidence.of([[0.0] * 4]),
    "evidence of no rows": lambda _: Evidence.of(None),  # type: ignore[arg-type]
    "no opening": lambda _: State().opened,
    "no belief": lambda _: RunningGame().belief,
    "time control": lambda _: parse_control("eighty"),
    "side of the clock": lambda _: other("red"),
    "wiring": lambda _: TwoButtons(17, 17),
    "picture of no press": lambda folder: next(ReplaySource(folder, {}).frames(5)),
    "lattice": lambda _: fit_geometry(10, np.zeros((2, 2)), np.zeros((2, 2)), SQUARE, with_lens=False),
    "opening": lambda _: from_events([SessionOpened("frisian", 10, "W:W31-50:B1-20", "eighty", 1, 1)]),
    "ruled as the other's": lambda _: from_events([OPENED, PRESS, Ruled(1, "black", "legal", "20-24", "W:W31:B24", 1.0)]),
    "checkpoint": lambda _: thaw(b"\0" * 64),
    "line": lambda folder: read_folder(session(folder, {"seq": 1, "t": -1, "side": "white", "frame": None})),
    "ruling in a file": lambda folder: read_rulings(read_folder(session(folder, {"seq": 1, "t": 1, "side": "white", "frame": None}, 7))),
}
"""Those whose sentence has others in it, and some of each part of the program; the codes of the others are tested where they arise."""


def error_of(what: str, folder: Path) -> Sentence:
    with pytest.raises((DamcamError, CodedError)) as caught:
        WRONG[what](folder)
    return clock_sentence(caught.value) if isinstance(caught.value, CodedError) else sentence_of(caught.value)


@pytest.mark.parametrize("what", WRONG)
def test_each_part_of_an_error_is_a_sentence_of_ours(tmp_path: Path, what: str) -> None:
    """And tests/texts has each in every language."""
    sentence = error_of(what, tmp_path)
    assert all(part.code for part in parts(sentence) if words(part.english)), str(sentence)
    assert len({tell(sentence, lang) for lang in LANGUAGES}) == len(LANGUAGES)


def test_only_a_common_error_from_elsewhere_has_a_sentence_of_ours() -> None:
    assert sentence_of(FileNotFoundError(errno.ENOENT, "No such file")).code == "SystemFault.missing"
    assert sentence_of(OSError(errno.EXDEV, "Invalid link")) == Sentence.plain("Invalid link")
    assert sentence_of(ValueError("odd")) == Sentence.plain("odd")
