"""What the service tells of its board before the round, and how little of it while a game runs."""

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clock.debounce import Edge
from hub.boards.readiness import REPORT_NAME, read_report
from pi.checks import readiness
from pi.checks.machine import Machine
from pi.checks.readiness import Readiness
from pi.machine.copy_phrases import SecondCopySays
from pi.machine.copy_report import CopyReport, CopyState, write_report
from pi.reading.live_reader import Begun, NotBegun
from pi.reading.look import Look
from pi.reading.messages import CameraBack, CameraLost
from pi.setup.settings import BoardSettings, RecordSettings, Settings
from record.decisions import next_game
from record.decisions.words import Describe, PrepareGame
from record.events.about import About
from record.events.of_game import CameraFault, ClockStarted, Pressed, SessionOpened
from record.session.step import State, from_events
from record.store.journal_faults import JournalFault
from record.telling.sentences import sentence_in
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import board
from rules.errors import Sentence
from vision.camera.ring import Ring
from vision.camera.source import Frame
from vision.image.geometry import Geometry
from vision.image.picture import Image, read_picture
from vision.reading.calibration import StartMismatch
from vision.watching.health import PictureFault
from vision.watching.watcher import Watcher

SECOND = 1_000_000_000
OPENED = SessionOpened("frisian", 10, "W:W31-50:B1-20", "80m+60s", 4800 * SECOND, 4800 * SECOND)
PRESSED = Pressed(1, SECOND, "white", 4800 * SECOND, 4800 * SECOND, "black")


DARK = Sentence.plain("dark")


class Setting:
    """A board that is being set up: `show` is what the camera sees next."""

    def __init__(self, folder: Path) -> None:
        self.now_ns = 100 * SECOND
        self.ring = Ring(wait_s=0.0)
        self.readiness = Readiness(folder, self.ring, Settings(), self._now, self._now, Machine(folder / "machine"))

    def _now(self) -> int:
        return self.now_ns

    def show(self, image: Image) -> Frame:
        self.now_ns += SECOND
        noise = np.random.default_rng(self.now_ns).integers(0, 2, image.shape, np.uint8)
        frame = Frame("", self.now_ns, image ^ noise)
        self.ring.add(frame)
        return frame

    def levels(self) -> dict[str, str]:
        return {check["name"]: check["level"] for check in self.report()["checks"]}

    def report(self) -> dict[str, Any]:
        return self.readiness.report()


@pytest.fixture
def setting(tmp_path: Path) -> Iterator[Setting]:
    made = Setting(tmp_path)
    yield made
    made.readiness.close()


@pytest.fixture(scope="module")
def begun() -> Begun:
    """The board as it was found, with its start position."""
    image = read_picture(Path(__file__).resolve().parents[2] / "data" / "sessions" / "first_light" / "frames" / "0000.jpg")
    frame = Frame("frames/0000.jpg", 0, image)
    return Begun(frame, Watcher(10).begin(frame, Position.start(ruleset("frisian")).contents()), False)


def test_before_a_picture_comes_nothing_is_known(setting: Setting) -> None:
    levels = setting.levels()
    assert {levels[name] for name in ("camera", "board", "start", "focus", "light", "buttons")} == {"untried"}


def test_what_is_told_of_the_next_game_is_shown_until_it_begins(setting: Setting) -> None:
    setting.readiness.hear(Describe("J", About.of({"white": "Jele", "round": "3"})))
    setting.readiness.hear(Describe("J", About.of({"white": "Jelle"})))
    assert setting.report()["about"] == {"white": "Jelle", "round": "3"}
    setting.readiness.see(from_events([OPENED]))
    setting.readiness.see(State())
    assert setting.report()["about"] == {}


def test_what_was_set_for_the_game_after_this_one_is_told_until_that_begins(setting: Setting, tmp_path: Path) -> None:
    word = PrepareGame("Anke", "0002", About.of({"white": "Jelle", "round": "4"}), "20m")
    assert next_game.reported(setting.report(), "0002") is None
    next_game.keep(tmp_path, word)
    setting.readiness.write()
    report = read_report(tmp_path / REPORT_NAME, lambda: setting.now_ns)
    assert report is not None
    assert next_game.reported(report, "0002") == word
    assert next_game.reported(report, "0003") is None
    next_game.drop(tmp_path, "0002")
    assert next_game.REPORTED not in setting.report()


def test_a_board_that_is_not_found_or_does_not_stand_yet(setting: Setting, begun: Begun) -> None:
    frame = setting.show(begun.frame.image)
    setting.readiness.hear(NotBegun(DARK, PictureFault.BLACK, Look(fault=PictureFault.BLACK, why=DARK)))
    assert {name: setting.levels()[name] for name in ("camera", "board", "light")} == {"camera": "ok", "board": "untried", "light": "fail"}
    mismatch = StartMismatch(Sentence.plain("square 3: a black man expected, none seen"), (3,), begun.geometry)
    setting.show(begun.frame.image)
    setting.readiness.hear(NotBegun(DARK, look=Look.missed(frame, mismatch)))
    told = setting.levels()
    assert [told[name] for name in ("board", "start", "focus", "light")] == ["ok", "fail", "ok", "ok"]


def test_the_start_position_is_looked_at_again_until_the_first_press(setting: Setting, begun: Begun) -> None:
    setting.show(begun.frame.image)
    setting.readiness.hear(begun)
    setting.readiness.see(from_events([OPENED]))
    report = setting.report()
    assert (report["phase"], report["picture_age_ms"]) == ("ready", 0)
    assert {check["level"] for check in report["checks"][:5]} == {"ok"}

    bare = _without(begun.frame.image, begun.geometry, 46)
    setting.show(bare)
    start = next(check for check in setting.report()["checks"] if check["name"] == "start")
    assert (start["level"], "square 46 looks otherwise" in str(sentence_in(start["seen"]))) == ("fail", True)

    setting.show(bare)
    setting.readiness.see(from_events([OPENED, ClockStarted(0, "white"), PRESSED]))
    report = setting.report()
    assert report["phase"] == "playing"
    assert not {"board", "start", "focus", "light"} & {check["name"] for check in report["checks"]}
    assert "46" not in json.dumps(report["checks"])


def _without(image: Image, geometry: Geometry, square: int) -> Image:
    """The picture with that square as bare as square 26."""
    half, made = round(geometry.px_per_square() / 2), image.copy()
    (x, y), (bare_x, bare_y) = (
        np.round(geometry.to_px(board(10).row_col(one)[::-1] + np.full(2, 0.5))[0]).astype(int) for one in (square, 26)
    )
    made[y - half : y + half, x - half : x + half] = image[bare_y - half : bare_y + half, bare_x - half : bare_x + half]
    return made


@pytest.mark.parametrize(
    ("reason", "told"), [(PictureFault.OUT_OF_FOCUS, "focus"), (PictureFault.BLINDED, "light"), (PictureFault.COVERED, None)]
)
def test_in_a_game_only_the_cameras_own_faults_are_told(setting: Setting, begun: Begun, reason: PictureFault, told: str | None) -> None:
    setting.show(begun.frame.image)
    setting.readiness.hear(begun)
    blind = replace(from_events([OPENED, ClockStarted(0, "white")]), blind=CameraFault(SECOND, "the picture is spoiled", None, str(reason)))
    setting.readiness.see(blind)
    levels = setting.levels()
    assert [name for name in ("board", "start", "focus", "light") if name in levels] == ([told] if told else [])


def test_a_camera_that_is_gone_stands_still_or_repeats_itself(setting: Setting, begun: Begun) -> None:
    def camera() -> tuple[str, str]:
        told = setting.report()["checks"][0]
        return told["level"], str(sentence_in(told["do"])) if told["do"] else ""

    frame = setting.show(begun.frame.image)
    assert camera() == ("ok", "")
    setting.now_ns += SECOND
    setting.ring.add(replace(frame, t_ns=setting.now_ns))
    assert camera()[0] == "fail"
    setting.now_ns += 10 * SECOND
    assert camera()[0] == "warn"
    setting.readiness.hear(CameraLost(replace(DARK, remedy=Sentence.plain("plug it in"))))
    assert camera() == ("fail", "plug it in")
    setting.readiness.hear(CameraBack())
    setting.show(begun.frame.image)
    assert camera() == ("ok", "")


def test_buttons_are_heard_and_one_that_stays_down_is_told(setting: Setting) -> None:
    def buttons() -> tuple[str, str]:
        return next((check["level"], str(sentence_in(check["seen"]))) for check in setting.report()["checks"] if check["name"] == "buttons")

    assert buttons() == ("untried", "White's button and Black's button were not heard yet")
    setting.readiness.hear(Edge(setting.now_ns, 17, 0))
    setting.readiness.hear(Edge(setting.now_ns + 1, 17, 1))
    assert buttons() == ("untried", "Black's button was not heard yet")
    setting.readiness.hear(Edge(setting.now_ns, 27, 0))
    assert buttons() == ("ok", "both sides were heard")
    setting.now_ns += 6 * SECOND
    assert buttons() == ("warn", "Black's button is held down")


def test_the_next_game_begins_with_nothing_seen(setting: Setting, begun: Begun) -> None:
    setting.show(begun.frame.image)
    setting.readiness.hear(begun)
    setting.readiness.see(from_events([OPENED]))
    setting.readiness.see(State())
    assert setting.levels()["start"] == "untried"


def test_the_report_is_a_file_that_is_fresh_or_not_there(setting: Setting, tmp_path: Path) -> None:
    path = tmp_path / REPORT_NAME
    setting.readiness.start()
    while not path.exists():
        pass
    told = read_report(path, lambda: setting.now_ns)
    assert told is not None
    assert told["phase"] == "waiting"
    assert read_report(path, lambda: setting.now_ns + 60 * SECOND) is None, "a service that hangs tells nothing"
    path.write_text("{")
    assert read_report(path, lambda: setting.now_ns) is None
    setting.readiness.close()
    assert not path.exists()


def test_of_a_loop_that_hangs_nothing_is_told(setting: Setting, tmp_path: Path) -> None:
    setting.now_ns += 60 * SECOND
    setting.readiness.start()
    setting.readiness.close()
    assert setting.readiness.written == 0
    again = Setting(tmp_path)
    again.now_ns += 60 * SECOND
    again.readiness.see(State())
    again.readiness.start()
    again.readiness.close()
    assert again.readiness.written == 1


def test_a_journal_that_takes_nothing_is_told_of_the_disk_and_when_it_does_again_no_more(setting: Setting) -> None:
    setting.readiness.see(State(), JournalFault.OTHERS_WRITE.said(JournalFault.STOP_ONE.said(), path="games", last=12))
    (disk,) = [check for check in setting.report()["checks"] if check["name"] == "disk"]
    assert (disk["level"], sentence_in(disk["do"])) == ("fail", JournalFault.STOP_ONE.said())
    assert str(sentence_in(disk["seen"])) == "games has rows after 12: another process writes in it"
    setting.readiness.see(State())
    assert setting.levels()["disk"] != "fail"


def test_the_second_copy_is_told_where_one_is_wanted(tmp_path: Path) -> None:
    settings = Settings(board=BoardSettings(state=str(tmp_path)), record=RecordSettings(copy_to="/media/stick"))

    def told(settings: Settings = settings) -> list[tuple[str, str, str]]:
        asked = Readiness(tmp_path, Ring(wait_s=0.0), settings, lambda: 1, lambda: 1, Machine(tmp_path)).report()["checks"]
        found = [check for check in asked if check["name"] == "copy"]
        return [(check["level"], str(sentence_in(check["seen"])), str(check["do"] and sentence_in(check["do"]))) for check in found]

    assert told(Settings(board=settings.board)) == []
    assert told() == [
        ("warn", "nothing is copied off the card: the program that does it gives no sign of life", "see journalctl -e -u damcam-copy")
    ]
    what = {"folder": "/media/stick", "free": 1.5}
    for state, said, do, level in (
        (CopyState.STARTS, SecondCopySays.STARTS.said(**what), None, "untried"),
        (CopyState.COMPLETE, SecondCopySays.COMPLETE.said(**what), None, "ok"),
        (CopyState.COMPLETE, SecondCopySays.NO_ROOM.said(**what), SecondCopySays.LARGER.said(), "warn"),
        (CopyState.FAILS, SecondCopySays.SAME_DISK.said(**what), SecondCopySays.MOUNT_IT.said(), "warn"),
        (CopyState.AHEAD, SecondCopySays.KEEP_IT.said(file="x"), SecondCopySays.KEEP_IT.said(file="x"), "warn"),
    ):
        write_report(tmp_path, CopyReport(state, said, do))
        assert told() == [(level, str(said), str(do))]


def test_what_goes_wrong_with_one_report_is_in_the_log_and_the_next_is_made(setting, tmp_path, monkeypatch, caplog):
    failures, checks = iter([ValueError("no such zone")] * 2), readiness.machine_checks

    def failing(*parts: Any) -> Any:
        for failure in failures:
            raise failure
        return checks(*parts)

    monkeypatch.setattr(readiness, "machine_checks", failing)
    monkeypatch.setattr(readiness, "EVERY_S", 0.01)
    setting.readiness.start()
    deadline = time.monotonic() + 60
    while not (tmp_path / REPORT_NAME).exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert (tmp_path / REPORT_NAME).exists()
    assert caplog.text.count("Traceback") == 1, "once for the same"
