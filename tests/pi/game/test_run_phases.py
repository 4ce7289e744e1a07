"""A whole game read as at a live board, whatever the moment at which the camera takes its pictures and however late a move is seen."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import pytest

from pi.game.board_loop import BoardLoop
from pi.game.writing import Telling, Writing
from pi.programs.session_player import recorded_game
from pi.reading.drawings import DRAWN_FOLDER
from pi.reading.live_reader import LiveReader
from pi.setup.settings import GameSettings
from record.events.of_game import Ruled
from record.session.pressing import PressMade, weigh
from record.store.folder import FIRST_PICTURE, Folder, RecordedPress, read_folder
from record.store.journal import Journal
from record.store.pictures import EvidenceStore
from vision.camera.ring import SETTLED_WITHIN_NS, Ring
from vision.camera.scripted import PERIOD_NS, ScriptedCamera
from vision.camera.source import Frame
from vision.image.picture import Image, read_picture
from vision.watching.watcher import Watcher

MS = 1_000_000
BEFORE_NS = 500 * MS
WIDE_PX = (640, 480)
"""Small pictures tell the same, and sooner."""


def small(path: Path) -> Image:
    return cv2.resize(read_picture(path), WIDE_PX, interpolation=cv2.INTER_AREA)


class Filmed:
    """The session's board before a live reader; what a press leaves there is seen `late_ns` after it."""

    def __init__(self, folder: Folder, out: Path, late_ns: int) -> None:
        (out / DRAWN_FOLDER).mkdir(parents=True)
        (out / "frames").mkdir()
        self.told: list[Any] = []
        self._folder, self._late_ns = folder, late_ns
        eyes, self._ring = Watcher(10), Ring(wait_s=0.0)
        self.journal = Journal.create(out / "journal.sqlite")
        self._loop = BoardLoop(eyes, Writing(self.journal), Telling(lambda event, _: self.told.append(event)))
        self._reader = LiveReader(eyes, self._ring, out, EvidenceStore(out, out, 10**9), 0)
        self._stands = small(folder.path / FIRST_PICTURE)
        self._ring.add(Frame("", 0, self._stands))
        game = recorded_game(folder, GameSettings())
        begun = self._reader.begin(game.start)
        self._loop.set_up(game, 0)
        self._loop.found(begun.frame, begun.geometry, turned=False)
        self._loop.start_clock(0, "white")

    def play(self, phase_ns: int) -> list[Ruled]:
        """The rulings; the first picture after each press is taken so long after it."""
        for press in self._folder.presses:
            self._film(press, phase_ns)
            event = weigh(self._loop.game, PressMade(press.t_ns, press.side, press.seq, accepted=True))
            self._ring.pressed(press.t_ns)
            self._loop.accept(event)
            self._loop.take(self._reader.read(self._loop.asked(press.seq, press.t_ns, press.side), press.t_ns))
        return [event for event in self.told if isinstance(event, Ruled)]

    def _film(self, press: RecordedPress, phase_ns: int) -> None:
        seen_ns = press.t_ns + self._late_ns
        shows: Mapping[int, Image] = {0: self._stands} | {
            seen_ns + number * PERIOD_NS: small(self._folder.path / name) for number, name in enumerate(press.pictures)
        }
        camera = ScriptedCamera(shows, lambda t_ns: t_ns)
        for t_ns in range(press.t_ns + phase_ns - BEFORE_NS, press.t_ns + SETTLED_WITHIN_NS + PERIOD_NS, PERIOD_NS):
            self._ring.add(camera.picture(t_ns))
        self._stands = small(self._folder.path / press.pictures[-1])


@pytest.mark.parametrize(("phase_ns", "late_ns"), [(10 * MS, 100 * MS), pytest.param(240 * MS, 0, marks=pytest.mark.slow)])
def test_the_phase_of_the_camera_changes_no_ruling(shipped, tmp_path, phase_ns, late_ns):
    truth = [json.loads(line) for line in (shipped / "truth.jsonl").read_text().splitlines()]
    board = Filmed(read_folder(shipped), tmp_path / "out", late_ns)
    with board.journal:
        rulings = board.play(phase_ns)
    assert [(one.seq, str(one.verdict), one.move if row["move"] else None) for one, row in zip(rulings, truth, strict=True)] == [
        (row["seq"], row["event"], row["move"]) for row in truth
    ]
