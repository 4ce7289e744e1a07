"""What the service tells of its board before the round, how little of it while a game runs, and what it says of a look at the board."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clock.debounce import Edge
from link.board_socket import BoardCall, BoardSocket
from link.messages import CopyReport, CurrentStatus, UplinkReport, answer_in, packet_of
from link.status import Check, CopyState, Damaged, Status, message_of
from pi.checks import readiness
from pi.checks.checks import ok, untried, warn
from pi.checks.machine import Machine
from pi.checks.picture import picture_checks
from pi.checks.readiness import ButtonName, ButtonsSay, Readiness
from pi.checks.uplink import HubLinkSays
from pi.game.disk_faults import explained
from pi.machine.copy_phrases import SecondCopySays
from pi.machine.copy_watch import STARTS_WITHIN_S
from pi.reading.live_reader import Begun, NotBegun
from pi.reading.look import Look
from pi.reading.messages import CameraBack, CameraLost
from pi.setup.settings import BoardSettings, RecordSettings, Settings
from record.decisions import next_game
from record.decisions.commands import Describe, PrepareGame
from record.events.about import About
from record.events.of_game import CameraFault, ClockStarted, Pressed, SessionOpened
from record.log.errors import LogChanged
from record.session.step import State, from_events
from record.telling.sentences import listed, side_word
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.errors import Sentence
from tests.pi.conftest import SHIPPED
from tests.support.waiting import wait_until
from vision.camera.ring import Ring
from vision.camera.source import Frame
from vision.image.picture import Image, read_picture
from vision.locating.locate import NoBoard
from vision.reading.calibration import StartMismatch
from vision.watching.condition import ViewCondition
from vision.watching.health import PictureFault
from vision.watching.watcher import Watcher

SECOND = 1_000_000_000
STARTS_WITHIN_NS = round(STARTS_WITHIN_S * SECOND)
OPENED = SessionOpened("frisian", 10, "W:W31-50:B1-20", "80m+60s", 4800 * SECOND, 4800 * SECOND)
PRESSED = Pressed(1, SECOND, "white", 4800 * SECOND, 4800 * SECOND, "black")


DARK = Sentence.plain("dark")


class Setting:
    """A board that is being set up: `show` is what the camera sees next."""

    def __init__(self, folder: Path) -> None:
        self.now_ns = 100 * SECOND
        self.ring = Ring(wait_s=0.0)
        self.told: list[Status | None] = []
        self.readiness = Readiness(folder, self.ring, Settings(), self.told.append, *[lambda: self.now_ns] * 2, Machine(folder / "machine"))

    def show(self, image: Image) -> Frame:
        self.now_ns += SECOND
        noise = np.random.default_rng(self.now_ns).integers(0, 2, image.shape, np.uint8)
        frame = Frame("", self.now_ns, image ^ noise)
        self.ring.add(frame)
        return frame

    def check(self, name: str) -> Check:
        return next(check for check in self.status().checks if check.name == name)

    def levels(self) -> dict[str, str]:
        return {check.name: check.level for check in self.status().checks}

    def status(self) -> Status:
        return self.readiness.status()


@pytest.fixture
def setting(tmp_path: Path) -> Iterator[Setting]:
    made = Setting(tmp_path)
    yield made
    made.readiness.close()


@pytest.fixture(scope="module")
def begun() -> Begun:
    """The board as it was found, with its start position."""
    image = read_picture(SHIPPED / "frames" / "0000.jpg")
    frame = Frame("frames/0000.jpg", 0, image)
    return Begun(frame, Watcher(10).begin(frame, Position.start(ruleset("frisian")).contents()), False)


def test_before_a_picture_comes_nothing_is_known_and_what_is_told_of_the_next_game_is_shown_until_it_begins(setting, tmp_path) -> None:
    levels = setting.levels()
    assert {levels[name] for name in ("camera", "board", "start", "focus", "light", "buttons")} == {"untried"}
    setting.readiness.hear(Describe("J", About.of({"white": "Jele", "round": "3"})))
    setting.readiness.hear(Describe("J", About.of({"white": "Jelle"})))
    assert setting.status().about == {"white": "Jelle", "round": "3"}
    setting.readiness.see(from_events([OPENED]))
    setting.readiness.see(State())
    assert setting.status().about == {}
    # what was set for the game after this one is told until that begins
    word = PrepareGame("Anke", "0002", About.of({"white": "Jelle", "round": "4"}), "20m")
    assert next_game.reported(setting.status().next_game, "0002") is None
    next_game.keep(tmp_path, word)
    told = answer_in(packet_of(CurrentStatus(setting.status())))
    assert isinstance(told, CurrentStatus)
    assert told.status
    assert next_game.reported(told.status.next_game, "0002") == word
    assert next_game.reported(told.status.next_game, "0003") is None
    next_game.drop(tmp_path, "0002")
    assert setting.status().next_game is None


def test_a_board_that_is_not_found_or_does_not_stand_yet(setting: Setting, begun: Begun) -> None:
    frame = setting.show(begun.frame.image)
    setting.readiness.hear(NotBegun(DARK, PictureFault.BLACK, Look(fault=PictureFault.BLACK, why=DARK)))
    assert {name: setting.levels()[name] for name in ("camera", "board", "light")} == {"camera": "ok", "board": "untried", "light": "fail"}
    mismatch = StartMismatch(Sentence.plain("square 3: a black man expected, none seen"), (3,), begun.geometry)
    setting.show(begun.frame.image)
    setting.readiness.hear(NotBegun(DARK, look=Look.missed(frame, mismatch)))
    told = setting.levels()
    assert [told[name] for name in ("board", "start", "focus", "light")] == ["ok", "fail", "ok", "ok"]


def test_the_start_position_is_looked_at_again_until_the_first_press(setting: Setting, begun: Begun, tmp_path: Path) -> None:
    setting.show(begun.frame.image)
    setting.readiness.hear(begun)
    setting.readiness.see(from_events([OPENED]))
    status = setting.status()
    assert (status.phase, status.picture_age_ms) == ("ready", 0)
    assert {check.level for check in status.checks[:5]} == {"ok"}

    later = read_picture(SHIPPED / "frames" / "0005.jpg")
    setting.show(later)
    start = setting.check("start")
    assert (start.level, "17" in str(start.seen)) == ("fail", True)

    setting.show(later)
    setting.readiness.see(from_events([OPENED, ClockStarted(0, "white"), PRESSED]))
    status = setting.status()
    assert status.phase == "playing"
    assert not {"board", "start", "focus", "light"} & {check.name for check in status.checks}
    assert "17" not in message_of(status.checks).decode().replace(str(tmp_path), "")  # the number of a run of pytest may have it
    setting.readiness.see(State())
    assert setting.levels()["start"] == "untried", "the next game begins with nothing seen"


def test_in_a_game_only_the_cameras_own_faults_are_told(setting: Setting, begun: Begun) -> None:
    setting.show(begun.frame.image)
    setting.readiness.hear(begun)
    for reason, told in ((PictureFault.OUT_OF_FOCUS, {"focus"}), (PictureFault.BLINDED, {"light"}), (PictureFault.COVERED, set())):
        blind = CameraFault(SECOND, "the picture is spoiled", None, str(reason))
        setting.readiness.see(replace(from_events([OPENED, ClockStarted(0, "white")]), blind=blind))
        assert {"board", "start", "focus", "light"} & setting.levels().keys() == told


def test_a_camera_that_is_gone_stands_still_or_repeats_itself(setting: Setting, begun: Begun) -> None:
    frame = setting.show(begun.frame.image)
    assert setting.levels()["camera"] == "ok"
    setting.now_ns += SECOND
    setting.ring.add(replace(frame, t_ns=setting.now_ns))
    assert setting.levels()["camera"] == "fail"
    setting.now_ns += 10 * SECOND
    assert setting.levels()["camera"] == "warn"
    setting.readiness.hear(CameraLost(replace(DARK, remedy=DARK)))
    lost = setting.check("camera")
    assert (lost.level, lost.do) == ("fail", DARK)
    setting.readiness.hear(CameraBack())
    setting.show(begun.frame.image)
    assert (setting.check("camera").level, setting.check("camera").do) == ("ok", None)


def test_buttons_are_heard_and_one_that_stays_down_is_told(setting: Setting) -> None:
    def buttons() -> tuple[str, Sentence]:
        told = setting.check("buttons")
        return told.level, told.seen

    white, black = (ButtonName.BUTTON.said(side=side_word(side)) for side in ("white", "black"))
    assert buttons() == ("untried", ButtonsSay.NOT_HEARD_YET.said(count=2, buttons=listed([white, black])))
    setting.readiness.hear(Edge(setting.now_ns, 17, 0))
    setting.readiness.hear(Edge(setting.now_ns + 1, 17, 1))
    assert buttons() == ("untried", ButtonsSay.NOT_HEARD_YET.said(count=1, buttons=listed([black])))
    setting.readiness.hear(Edge(setting.now_ns, 27, 0))
    assert buttons() == ("ok", ButtonsSay.BOTH_HEARD.said())
    setting.now_ns += 6 * SECOND
    assert buttons() == ("warn", ButtonsSay.HELD_DOWN.said(button=black))


def test_it_is_told_from_the_start_to_the_end(setting: Setting) -> None:
    setting.readiness.start()
    wait_until(lambda: setting.told)
    assert setting.told[0].phase == "waiting"
    setting.readiness.close()
    assert setting.told[-1] is None


@pytest.mark.parametrize("hangs", [True, False])
def test_of_a_loop_that_hangs_nothing_is_told(setting: Setting, hangs: bool) -> None:
    setting.now_ns += 60 * SECOND
    if not hangs:
        setting.readiness.see(State())
    setting.readiness.start()
    setting.readiness.close()
    assert setting.readiness.made == (0 if hangs else 1)


def test_a_journal_that_takes_nothing_is_told_of_the_disk_and_when_it_does_again_no_more(setting: Setting) -> None:
    trouble = explained(LogChanged("another program changed, exchanged or deleted {path}", path="games"), Path("games"))
    setting.readiness.see(State(), trouble, 3)
    assert setting.readiness.status().in_memory == 3
    disk = setting.check("disk")
    assert (disk.level, disk.do) == ("fail", trouble.remedy)
    assert disk.seen == replace(trouble, remedy=None)
    setting.readiness.see(State())
    assert setting.levels()["disk"] != "fail"
    assert setting.readiness.status().in_memory == 0


@pytest.fixture
def socket(tmp_path: Path) -> Iterator[BoardSocket]:
    with closing(BoardSocket(tmp_path)) as made:
        yield made


def test_the_second_copy_is_told_where_one_is_wanted(tmp_path: Path, socket: BoardSocket) -> None:
    settings = Settings(board=BoardSettings(state=str(tmp_path)), record=RecordSettings(copy_to="/media/stick"))

    def told(settings: Settings = settings, age_ns: int = STARTS_WITHIN_NS) -> list[tuple[str, Sentence, Sentence | None]]:
        ring, machine, now_ns = Ring(wait_s=0.0), Machine(tmp_path), [1]
        readiness = Readiness(tmp_path, ring, settings, socket.put, lambda: 1, lambda: now_ns[0], machine, socket)
        now_ns[0] += age_ns
        found = [check for check in readiness.status().checks if check.name == "copy"]
        return [(check.level, check.seen, check.do) for check in found]

    assert told(Settings(board=settings.board)) == []
    assert told(age_ns=STARTS_WITHIN_NS - 1) == [("untried", SecondCopySays.STARTS.said(folder="/media/stick"), None)], "it may start yet"
    assert told() == [("warn", SecondCopySays.SILENT.said(), SecondCopySays.LOOK_AT.said())]
    what = {"folder": "/media/stick", "free": 1.5}
    for state, said, do, level in (
        (CopyState.STARTS, SecondCopySays.STARTS.said(**what), None, "untried"),
        (CopyState.COMPLETE, SecondCopySays.COMPLETE.said(**what), None, "ok"),
        (CopyState.COMPLETE, SecondCopySays.NO_ROOM.said(**what), SecondCopySays.LARGER.said(), "warn"),
        (CopyState.FAILS, SecondCopySays.SAME_DISK.said(**what), SecondCopySays.MOUNT_IT.said(), "warn"),
        (CopyState.AHEAD, SecondCopySays.KEEP_IT.said(file="x"), SecondCopySays.KEEP_IT.said(file="x"), "warn"),
    ):
        with closing(BoardCall(tmp_path)) as copying:
            copying.tell(CopyReport(state, said, do))
            socket.serve(0)
        assert told() == [(level, said, do)]


def test_the_link_to_the_hub_and_the_line_of_systemd_are_told(tmp_path: Path, socket: BoardSocket) -> None:
    ring, machine, now_ns = Ring(wait_s=0.0), Machine(tmp_path), [1]
    line = "12 presses, 9 moves"
    readiness = Readiness(tmp_path, ring, Settings(), socket.put, lambda: 1, lambda: now_ns[0], machine, socket, lambda: line)

    def told() -> list[Check]:
        return [check for check in readiness.status().checks if check.name == "uplink"]

    assert readiness.status().line == line
    assert told() == [], "the board has joined no hub"
    (tmp_path / "enrolment.json").touch()
    assert told() == [untried("uplink", HubLinkSays.NOT_YET.said())], "it may start yet"
    now_ns[0] += STARTS_WITHIN_NS
    assert told() == [warn("uplink", HubLinkSays.SILENT.said(), HubLinkSays.LOOK_AT.said())]
    with closing(BoardCall(tmp_path)) as sending:
        sending.tell(UplinkReport(ok("uplink", HubLinkSays.CONNECTED.said()), "0003", 17))
        socket.serve(0)
    assert told() == [ok("uplink", HubLinkSays.CONNECTED.said())]
    for game, row in (("0003", 17), ("0002", 0)):
        readiness.see(State(), damaged=Damaged(game, 9, ()))
        assert readiness.status().damaged == Damaged(game, 9, (), row)


def test_what_goes_wrong_with_one_report_is_in_the_log_and_the_next_is_made(setting, tmp_path, monkeypatch, caplog):
    failures, checks = iter([ValueError("no such zone")] * 2), readiness.machine_checks

    def failing(*parts: Any) -> Any:
        for failure in failures:
            raise failure
        return checks(*parts)

    monkeypatch.setattr(readiness, "machine_checks", failing)
    monkeypatch.setattr(readiness, "EVERY_S", 0.01)
    setting.readiness.start()
    wait_until(lambda: setting.told)
    assert caplog.text.count("Traceback") == 1, "once for the same"


GOOD = ViewCondition(None, sharpness=1.0, level=150, burnt=0.0, evenness=0.85, px_per_square=60, to_edge=1.5)
STANDS = Look(GOOD, stands=True)
HAND = Sentence.plain("a hand")
IN_TWO = Look(why=NoBoard.PARTLY_OUTSIDE.said(NoBoard.MOVE_CAMERA.said()))
"""Its sentence says what to do, and is told in two."""
UNTRIED = dict.fromkeys(("board", "start", "focus", "light"), "untried")


def of_condition(**spoilt: Any) -> Look:
    return replace(STANDS, condition=replace(GOOD, **spoilt))


@pytest.mark.parametrize(
    ("look", "levels"),
    [
        (STANDS, {}),
        (of_condition(to_edge=0.1), {"board": "warn"}),
        (of_condition(px_per_square=30), {"board": "warn"}),
        (of_condition(sharpness=0.6), {"focus": "warn"}),
        (Look(replace(GOOD, fault=PictureFault.OUT_OF_FOCUS, sharpness=0.4), why=HAND), {"start": "fail", "focus": "fail"}),
        (of_condition(level=30), {"light": "warn"}),
        (of_condition(burnt=0.2), {"light": "warn"}),
        (of_condition(evenness=0.3), {"light": "warn"}),
        (of_condition(mirrored=(12, 17)), {"light": "warn"}),
        (of_condition(drift=0.2), {}),
        (of_condition(drift=0.4), {"light": "warn"}),
        (of_condition(drift=-0.4), {"light": "warn"}),
        (of_condition(fault=PictureFault.BLINDED), {"focus": "untried", "light": "fail"}),
        (Look(GOOD, why=Sentence.plain("square 3: a black man expected, none seen")), {"start": "fail"}),
        (Look(GOOD, turned=True), {"start": "fail"}),
        (IN_TWO, UNTRIED | {"board": "fail"}),
        (Look(fault=PictureFault.BLACK), UNTRIED | {"light": "fail"}),
        (Look(fault=PictureFault.OUT_OF_FOCUS), UNTRIED | {"focus": "fail"}),
        (Look(fault=PictureFault.COVERED, why=HAND), UNTRIED | {"board": "fail"}),
    ],
)
def test_each_fault_is_told_at_its_part_and_what_to_do(look: Look, levels: dict[str, str]) -> None:
    found = picture_checks(look)
    assert {check.name: str(check.level) for check in found} == dict.fromkeys(UNTRIED, "ok") | levels
    assert all(check.seen for check in found)
    assert all(check.do for check in found if check.level in ("warn", "fail"))
    if look is IN_TWO:
        assert (found[0].seen, found[0].do) == (NoBoard.PARTLY_OUTSIDE.said(), NoBoard.MOVE_CAMERA.said())
