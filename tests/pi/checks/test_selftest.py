"""`damcam selftest`: each part tried with fakes that work and that fail, and a running service left alone."""

import errno
import json
import os
import sys
from argparse import Namespace
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
from werkzeug.serving import make_server

from clock.buttons import ButtonsError, Occasion, PinsRemedy, PinsTrouble, ScriptedButtons, Signals
from clock.debounce import Lever, TwoButtons
from hub.boards.readiness import ready_view
from link.status import Check
from pi.checks import disk as disk_checks
from pi.checks import machine as machine_checks
from pi.checks import second_copy
from pi.checks.buttons import ContactsSay, Hands, try_buttons
from pi.checks.camera import CameraSays, take_pictures
from pi.checks.disk import WritingSays, disk_check
from pi.checks.machine import DiskSays, Machine, PowerSays, power_check, room_check, time_check
from pi.checks.network import NetworkSays, network_check
from pi.checks.readiness import ButtonName, ButtonsSay
from pi.checks.selftest import SelftestSays, checks
from pi.cli import main
from pi.machine import web_server
from pi.machine.alone import alone
from pi.reading.devices import BoardError, Devices
from pi.setup.settings import BoardSettings, ButtonSettings, RecordSettings, Settings, WebSettings
from record.session.state import State
from record.telling.of_clock import clock_sentence
from record.telling.sentences import listed, side_word
from rules.errors import Sentence
from tests.support.another_disk import ANOTHER_DISK
from tests.support.cameras.picamera2 import CONTROLS, FakePicamera2
from tests.support.cameras.scene import Scene
from vision.camera.picamera import Clocks, PiCamera
from vision.image.picture import Image, encode_jpeg, read_picture

SECOND = 1_000_000_000
LAMPS = ButtonSettings(lamps=True)


@pytest.fixture(scope="module")
def picture() -> Image:
    return read_picture(Path(__file__).resolve().parents[2] / "data" / "sessions" / "first_light" / "frames" / "0000.jpg")


class Bench:
    """A board on the workbench: a camera that sees `picture` with a sensor's noise, and buttons that `hands` press."""

    def __init__(self, picture: Image, presses: dict[str, str] | None = None) -> None:
        self.frozen = self.doubled = False
        noise = {"low": 0, "high": 2, "size": picture.shape, "dtype": np.uint8}
        self.scene = Scene(lambda t_ns: picture if self.frozen else picture ^ np.random.default_rng(t_ns).integers(**noise))
        self.library = FakePicamera2(self.scene)
        self.presses, self.fault = presses or {}, ""
        self.wiring: TwoButtons | Lever = TwoButtons(17, 27)
        clocks = Clocks(self.scene.clock.monotonic_ns, self.scene.clock.boottime_ns)
        size = picture.shape[1], picture.shape[0]
        pace = SimpleNamespace(now_ns=self.scene.clock.monotonic_ns)
        self.devices = Devices(lambda: PiCamera(0, size, library=self.library, clocks=clocks), self._buttons, pace)

    def _buttons(self, put: Callable[[object], object]) -> ScriptedButtons:
        if self.fault:
            raise BoardError(self.fault)
        self.hands = _Answering(self, put)
        return self.hands


class _Answering(ScriptedButtons):
    """Each lamp that is lit is answered at once by a press, of the side that the bench's `presses` name for it."""

    def __init__(self, bench: Bench, put: Callable[[object], object]) -> None:
        super().__init__(bench.wiring, put, Signals((23, 24), 25, frozenset(Occasion)))
        self._bench = bench

    def show(self, running: str | None) -> None:
        super().show(running)
        clock = self._bench.scene.clock
        clock.until(clock.now_ns + SECOND)
        if running and (side := self._bench.presses.get(running)):
            self.press(clock.now_ns, side)
            if self._bench.doubled:
                self.press(clock.now_ns + SECOND // 4, side)


def by_name(found: Any) -> dict[str, Check]:
    return {check.name: check for check in found}


def said(check: Check) -> tuple[str, str, str]:
    """The level, and the codes of what was seen and of what to do."""
    return str(check.level), check.seen.code, check.do.code if check.do else ""


def pressed(bench: Bench, wired: ButtonSettings = LAMPS, answer: str = "yes") -> dict[str, Check]:
    """What the trial of the buttons says."""
    return by_name(try_buttons(bench.devices, wired, Hands(0.03, lambda *_: answer, 0.03)))


BOTH = {"white": "white", "black": "black"}
WHITE, BLACK = side_word("white"), side_word("black")


@pytest.mark.parametrize(
    ("presses", "doubled", "level", "seen", "lamps"),
    [
        (BOTH, False, "ok", ButtonsSay.BOTH_HEARD.said(), "yes"),
        ({"white": "white"}, False, "fail", ContactsSay.NOT_HEARD.said(seconds=0.03, sides=BLACK), "yes"),
        ({"white": "black", "black": "white"}, False, "fail", ContactsSay.OTHER_HEARD.said(sides=listed([WHITE, BLACK])), "yes"),
        (BOTH, True, "warn", ContactsSay.HEARD_TWICE.said(sides=listed([WHITE, BLACK])), ""),
    ],
)
def test_each_button_is_asked_for_and_heard_and_lamps_are_asked_about(picture, presses, doubled, level, seen, lamps) -> None:
    bench = Bench(picture, presses)
    bench.doubled = doubled
    told = pressed(bench, answer=lamps)
    assert (told["buttons"].level, told["buttons"].seen) == (level, seen)
    assert bool(told["buttons"].do) == (level != "ok")
    assert told["lamps"].level == ("ok" if lamps else "warn")


def test_a_lever_is_heard_both_ways_first_where_it_does_not_lie_and_a_buzzer_is_sounded_and_asked_about(picture) -> None:
    bench = Bench(picture, BOTH)
    for occasions, answer, found in (("press flag", "yes", ("ok", ["press"])), ("flag", "", ("warn", ["flag"]))):
        assert (pressed(bench, ButtonSettings(buzzer=occasions), answer)["buzzer"].level, bench.hands.sounded) == found
    bench.wiring = Lever(17)
    told = pressed(bench, ButtonSettings(kind="lever", black=0))
    assert (said(told["buttons"]), told["lamps"].level) == (("ok", "ContactsSay.lever-heard", ""), "untried")


def test_where_nobody_stands_at_the_board_only_the_pins_are_tried(picture) -> None:
    bench = Bench(picture)
    told = by_name(try_buttons(bench.devices, ButtonSettings(), None))
    assert [told[name].level for name in ("buttons", "lamps")] == ["untried", "untried"]
    bench.fault = clock_sentence(ButtonsError(PinsTrouble.NO_LGPIO, PinsRemedy.INSTALL_LGPIO))
    told = by_name(try_buttons(bench.devices, ButtonSettings(), None))
    assert said(told["buttons"]) == ("fail", bench.fault.code, bench.fault.remedy.code)
    bench.devices = Devices(bench.devices.camera, lambda put: Stuck(TwoButtons(17, 27), put), bench.devices.pace)
    told = by_name(try_buttons(bench.devices, ButtonSettings(), None))
    assert said(told["buttons"]) == ("fail", "ContactsSay.closed", "ContactsSay.let-go")
    assert told["buttons"].seen.values["buttons"] == listed([ButtonName.BUTTON.said(side=BLACK)])


class Stuck(ScriptedButtons):
    def closed(self) -> frozenset[int]:
        return frozenset({27})


@pytest.mark.parametrize(
    ("spoil", "level", "code"),
    [
        (lambda _: None, "ok", "CameraSays.pictures"),
        (lambda bench: setattr(bench, "frozen", True), "fail", "CameraSays.not-new"),
        (lambda bench: setattr(bench.scene, "plugged", False), "fail", "PiTrouble.none-found"),
        (lambda bench: setattr(bench.scene, "used_elsewhere", True), "fail", "PiTrouble.used-elsewhere"),
        (lambda bench: setattr(bench.library, "fault", RuntimeError("no room")), "fail", "PiTrouble.not-opened"),
        (lambda bench: setattr(bench.library, "controls", [c for c in CONTROLS if c != "ColourGains"]), "warn", "CameraSays.loose"),
    ],
)
def test_a_camera_gives_new_pictures_or_what_is_wrong_with_it_is_told(picture, spoil, level, code) -> None:
    bench = Bench(picture)
    spoil(bench)
    frame, told = take_pictures(bench.devices, "picamera2")
    is_advised = level != "ok" and code not in ("PiTrouble.not-opened", "CameraSays.not-new")  # of which nothing is known but what is seen
    assert (told.level, told.seen.code, bool(told.do)) == (level, code, is_advised)
    if level == "ok":
        assert frame is not None
        assert {name: told.seen.values[name] for name in ("count", "width", "height")} == {"count": 5, "width": 960, "height": 720}


def test_only_of_a_camera_with_a_plug_it_is_advised_to_take_the_plug_out(picture) -> None:
    for kind, advice in (("usb", CameraSays.REPLUG.said()), ("picamera2", None)):
        bench = Bench(picture)
        bench.frozen = True
        assert take_pictures(bench.devices, kind)[1].do == advice


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A Raspberry Pi on which all is well."""
    root = tmp_path / "pi"
    for name, text in {
        "proc/device-tree/model": "Raspberry Pi 5 Model B\0",
        "sys/devices/platform/soc/soc:firmware/get_throttled": "0\n",
        "sys/class/thermal/thermal_zone0/temp": "48312\n",
    }.items():
        (root / name).parent.mkdir(parents=True)
        (root / name).write_text(text)
    return Machine(root, time_is_set=lambda: True)


def warm(power: Sentence, heat: int) -> Sentence:
    return PowerSays.WARM.said(power=power, heat=heat)


LOW_AND_SLOW = listed([PowerSays.LOW_VOLTAGE.said(), PowerSays.SLOWER.said()])


def test_power_and_heat_and_a_low_voltage_also_where_the_firmware_tells_nothing_else(machine) -> None:
    bits = machine.root / "sys/devices/platform/soc/soc:firmware/get_throttled"
    for told, heat, level, seen in (
        ("50005", 61, "fail", warm(PowerSays.NOW.said(what=LOW_AND_SLOW), 61)),
        ("50000", 48, "warn", warm(PowerSays.SINCE_START.said(what=LOW_AND_SLOW), 48)),
        ("0", 83, "warn", PowerSays.HOT.said(heat=83)),
        ("0", 48, "ok", warm(PowerSays.ENOUGH.said(), 48)),
    ):
        bits.write_text(told)
        (machine.root / "sys/class/thermal/thermal_zone0/temp").write_text(f"{heat}000")
        assert (power_check(machine).level, power_check(machine).seen) == (level, seen)
    bits.unlink()
    assert power_check(machine).level == "untried"
    sensor = machine.root / "sys/class/hwmon/hwmon1"
    sensor.mkdir(parents=True)
    (sensor / "name").write_text("rpi_volt\n")
    for alarm, level in (("0\n", "ok"), ("1\n", "fail")):
        (sensor / "in0_lcrit_alarm").write_text(alarm)
        assert power_check(machine).level == level
    assert power_check(machine).seen == warm(PowerSays.NOW.said(what=listed([PowerSays.LOW_VOLTAGE.said()])), 48)


def test_room_is_held_against_what_may_be_kept_and_disk_and_time_are_tried(tmp_path, machine, monkeypatch) -> None:
    frames = tmp_path / "games" / "0001" / "frames"
    frames.mkdir(parents=True)
    (frames / "0000.jpg").write_bytes(bytes(1_000_000))
    free = {"free": 100 * 1000**2}
    monkeypatch.setattr(machine_checks.shutil, "disk_usage", lambda _: SimpleNamespace(**free))
    assert room_check(tmp_path, budget_mb=30).level == "ok"
    told = room_check(tmp_path, budget_mb=500)
    assert (told.level, told.do) == ("warn", DiskSays.SET_BUDGET.said(fits=37)), "64 of 100 MB stay free, and 1 MB is taken already"
    free["free"] = 60 * 1000**2
    assert room_check(tmp_path, budget_mb=30).level == "fail"
    monkeypatch.undo()
    (tmp_path / "state").mkdir()
    told = disk_check(tmp_path / "state", 1)
    assert (told.level in ("ok", "warn"), told.seen.values["writes"].code) == (True, "WritingSays.writes")
    assert (list((tmp_path / "state").iterdir()), disk_check(tmp_path / "none", 1).level) == ([], "warn")
    for number, do in ((errno.EACCES, WritingSays.AS_OTHER_USER), (errno.ENOSPC, WritingSays.NAME_ANOTHER)):
        with monkeypatch.context() as patched:
            patched.setattr(machine_checks.os, "fsync", Mock(side_effect=OSError(number, os.strerror(number))))
            assert disk_check(tmp_path / "state", 1).do == do.said()
    for is_set, expected in (
        (True, ("ok", "TimeSays.follows", "")),
        (False, ("warn", "TimeSays.does-not-follow", "TimeSays.connect-it")),
        (None, ("warn", "TimeSays.not-told", "TimeSays.connect-it")),
    ):
        assert said(time_check(replace(machine, time_is_set=lambda is_set=is_set: is_set))) == expected


def pages(_: object, start: Callable[[str, list[Any]], object]) -> list[bytes]:
    """Those of a service that waits for its first game."""
    start("200 OK", [])
    return [json.dumps(ready_view(None, State(), {})).encode()]


def another_program(_: object, start: Callable[[str, list[Any]], object]) -> list[bytes]:
    """Another program's answer to any address."""
    start("200 OK", [])
    return [b"<html>"]


def test_pages_and_their_port_and_those_of_a_running_service_are_asked_before_they_are_told_of(system, monkeypatch) -> None:
    here: list[str] = ["192.168.1.20"]
    monkeypatch.setattr("pi.machine.addresses.numeric_addresses", lambda: iter(here))
    monkeypatch.setattr("socket.gethostname", lambda: "board-3")

    def told(*, is_served: bool = True, **web: Any) -> tuple[str, Sentence]:
        check = network_check(Settings(web=WebSettings(**web)), is_served=is_served)
        return str(check.level), check.seen.without_remedy()

    says = NetworkSays
    with make_server("127.0.0.1", 0, pages) as server:
        port = server.server_port
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            address = f"http://localhost:{port}/before"
            assert told(port=port) == ("warn", says.ALONE.said(address=address))
            assert told(port=port, trusted_proxies=1) == ("ok", says.BEHIND_PROXY.said(address=address))
            there = (f"http://192.168.1.20:{port}/before", f"http://board-3.local:{port}/before")
            assert told(port=port, host="0.0.0.0") == ("ok", says.PAGES_AT.said(addresses=there))
            assert told(port=port - 1) == ("warn", says.OTHER_PORT.said(port=port, asked=port - 1))
            assert told(is_served=False, port=port) == ("warn", says.TAKEN.said(port=port))
            here.clear()
            assert told(port=port, host="0.0.0.0") == ("warn", says.NO_NETWORK.said())
        finally:
            server.shutdown()
            thread.join()
    monkeypatch.setattr(web_server, "PORTS_TRIED", 1)
    assert told(port=port) == ("warn", says.NO_PAGES.said(port=port))
    with make_server("127.0.0.1", 0, another_program) as server:
        thread = Thread(target=server.handle_request)
        thread.start()
        assert told(port=server.server_port) == ("warn", says.NO_PAGES.said(port=server.server_port))
        thread.join()
    assert told(is_served=False, host="192.0.2.77")[0] == "warn"


@pytest.mark.usefixtures("system")
@pytest.mark.parametrize(
    ("name", "content", "mode", "code"),
    [
        ("secret_key", "a" * 64, 0o644, "NetworkSays.no-pages-would-be"),
    ],
)
def test_a_key_of_the_pages_that_cannot_be_used_is_told_of(tmp_path, monkeypatch, name, content, mode, code) -> None:
    monkeypatch.setattr("pi.machine.addresses.numeric_addresses", lambda: iter(["192.168.1.20"]))
    settings, key = Settings(board=BoardSettings(state=str(tmp_path)), web=WebSettings(host="0.0.0.0", port=0)), tmp_path / name
    assert network_check(settings, is_served=False).level == "ok"
    key.write_text(content)
    key.chmod(mode)
    told = network_check(settings, is_served=False)
    assert (told.level, told.seen.code) == ("warn", code)
    assert (f"chmod 600 {key}" in str(told.do)) == (mode == 0o644)
    assert told.do.code.endswith(".delete-it") == (mode == 0o600)
    assert key.read_text() == content


def args(**given: Any) -> Namespace:
    return Namespace(**{"picture": None, "out": None, "no_buttons": False, "lang": "en", **given})


@pytest.mark.usefixtures("system")
def test_a_board_that_is_ready_and_one_whose_service_runs(picture, machine, tmp_path, monkeypatch, tell_status, capsys) -> None:
    monkeypatch.setattr(disk_checks, "SLOW_S", 10.0)
    settings = Settings(board=BoardSettings(state=str(tmp_path)), buttons=LAMPS)
    found = by_name(checks(settings, args(no_buttons=True), Bench(picture).devices, None, machine))
    levels = {name: check.level for name, check in found.items() if name not in ("disk", "network")}
    fine = dict.fromkeys(("camera", "board", "start", "focus", "light", "power", "time"), "ok")
    assert levels == fine | {"buttons": "untried", "lamps": "untried"}
    # a service that runs is asked and left alone
    bench = Bench(picture)
    bench.scene.used_elsewhere = True
    bench.fault = "the pins are held"
    with alone(tmp_path):
        silent, *_ = checks(settings, args(), bench.devices, None, machine)
        assert said(silent) == ("fail", "CameraSays.not-told", "CameraSays.ask-journal")
        told = {"name": "focus", "level": "warn", "seen": "sharpness 0.61; 1 is sharp", "do": "turn the lens"}
        tell_status(tmp_path, told, line="12 presses, 9 moves")
        capsys.readouterr()
        found = by_name(checks(settings, args(), bench.devices, None, machine))
        assert "12 presses, 9 moves" in capsys.readouterr().err
    assert (str(found["focus"].seen), str(found["focus"].do)) == (told["seen"], told["do"])
    assert set(found) == {"focus", "network"}


@pytest.mark.parametrize(
    ("folder", "level", "code", "is_advised"),
    [
        ("games", "warn", "same-disk", True),
        ("none", "warn", "not-there", True),
        (ANOTHER_DISK, "ok", "usable", False),
        ("/proc", "warn", "not-written", False),
        ("", None, "", False),
    ],
)
def test_the_folder_of_the_second_copy_is_tried(system, tmp_path, folder, level, code, is_advised) -> None:
    (tmp_path / "games").mkdir()
    place = str(tmp_path / folder) if folder and not folder.startswith("/") else folder
    settings = Settings(board=BoardSettings(state=str(tmp_path)), record=RecordSettings(copy_to=place))
    found = [(check.level, check.seen.code, bool(check.do)) for check in second_copy.tried(settings)]
    assert found == ([(level, f"SecondCopySays.{code}", is_advised)] if level else [])
    assert list((tmp_path / "games").iterdir()) == []


def test_a_folder_that_hangs_does_not_hold_up_the_self_test(system, monkeypatch) -> None:
    monkeypatch.setattr(second_copy, "COPYING", (sys.executable, "-P", "-c", "import signal; signal.pause()"))
    monkeypatch.setattr(second_copy, "TRIED_WITHIN_S", 0.5)
    (check,) = second_copy.tried(Settings(record=RecordSettings(copy_to="/media/stick")))
    assert said(check) == ("warn", "SecondCopySays.hangs", "SecondCopySays.replace-it")


def test_the_command_tells_how_each_part_is_and_writes_the_board_alone(system, shipped, tmp_path, monkeypatch, capsys) -> None:
    """Or the whole picture where no board is found, which is said."""
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path / "none"))
    first = read_picture(shipped / "frames" / "0000.jpg")
    (tmp_path / "part.jpg").write_bytes(encode_jpeg(first[:, :400]))
    (tmp_path / "later.jpg").write_bytes((shipped / "frames" / "0005.jpg").read_bytes())
    found = {}
    for name, status in (("part.jpg", 1), ("later.jpg", 1), (shipped / "frames", 0)):
        words = ["selftest", "--picture", str(tmp_path / name), "--no-buttons", "--out", str(tmp_path / "seen.png")]
        assert main(words) == status
        printed = capsys.readouterr()
        found[name] = {row["name"]: row for row in map(json.loads, printed.out.splitlines())}
        whole = SelftestSays.WHOLE_IN.said(path=str(tmp_path / "seen.png"))
        assert (str(whole) in printed.err) == (name == "part.jpg")
        if name == "part.jpg":
            assert np.array_equal(read_picture(tmp_path / "seen.png"), read_picture(tmp_path / "part.jpg"))
    after = read_picture(tmp_path / "seen.png")
    assert after.shape == first.shape
    edges = np.concatenate([after[0], after[-1], after[:, 0], after[:, -1]])
    assert len(np.unique(edges, axis=0)) == 1, "around the board is one colour"
    assert np.count_nonzero(np.any(after != after[0, 0], axis=2)) > after.size / 30, "the board is there"
    assert not (tmp_path / "none").exists(), "nothing is made that would belong to another user"
    assert list(found[name])[:5] == ["camera", "board", "start", "focus", "light"]
    assert {row["level"] for row in list(found[name].values())[:5]} == {"ok"}
    assert [found["later.jpg"][part]["level"] for part in ("board", "start")] == ["ok", "fail"]
    assert "17" in found["later.jpg"]["start"]["seen"]
