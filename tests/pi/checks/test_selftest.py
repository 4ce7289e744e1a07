"""`damcam selftest`: each part tried with fakes that work and that fail, and a running service left alone."""

import json
import shutil
import socket
import sqlite3
import sys
import time
from argparse import Namespace
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from clock.buttons import ButtonsError, Occasion, PinsRemedy, PinsTrouble, ScriptedButtons, Signals
from clock.debounce import Lever, TwoButtons
from hub.boards.readiness import REPORT_NAME, VERSION, boot_id, ready_view
from pi.checks import machine as machine_checks
from pi.checks import second_copy
from pi.checks.buttons import Hands, try_buttons
from pi.checks.camera import take_pictures
from pi.checks.checks import Check
from pi.checks.key import key_check
from pi.checks.machine import Machine, database_check, disk_check, power_check, room_check, time_check
from pi.checks.network import network_check
from pi.checks.selftest import checks
from pi.cli import main
from pi.machine import web_server
from pi.machine.alone import alone
from pi.machine.board_key import prepare_key
from pi.reading.devices import BoardError, Devices
from pi.setup.settings import BoardSettings, ButtonSettings, RecordSettings, Settings, WebSettings
from record.session.state import State
from record.store.ed25519 import SigningKey
from record.telling.of_clock import clock_sentence
from tests.another_disk import ANOTHER_DISK
from vision.camera.fake_picamera2 import CONTROLS, FakePicamera2
from vision.camera.fake_scene import Scene
from vision.camera.picamera import Clocks, PiCamera
from vision.image.picture import Image, read_picture

SECOND = 1_000_000_000
LAMPS = ButtonSettings(white_lamp=23, black_lamp=24)


@pytest.fixture(scope="module")
def picture() -> Image:
    return read_picture(Path(__file__).resolve().parents[2] / "data" / "sessions" / "first_light" / "frames" / "0000.jpg")


class Bench:
    """A board on the workbench: a camera that sees `picture` with a sensor's noise, and buttons that `hands` press."""

    def __init__(self, picture: Image, presses: dict[str, str] | None = None, **library: Any) -> None:
        self.frozen = False
        self.scene = Scene(lambda t_ns: picture if self.frozen else self._noisy(picture, t_ns))
        self.library = FakePicamera2(self.scene, **library)
        self.presses = presses or {}
        self.wiring: TwoButtons | Lever = TwoButtons(17, 27)
        self.doubled = False
        self.fault = ""
        clocks = Clocks(self.scene.clock.monotonic_ns, self.scene.clock.boottime_ns)
        size = picture.shape[1], picture.shape[0]
        pace = SimpleNamespace(now_ns=self.scene.clock.monotonic_ns)
        self.devices = Devices(lambda: PiCamera(0, size, library=self.library, clocks=clocks), self._buttons, pace)

    def _noisy(self, picture: Image, t_ns: int) -> Image:
        return picture ^ np.random.default_rng(t_ns).integers(0, 2, picture.shape, np.uint8)

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


def pressed(bench: Bench, wired: ButtonSettings = LAMPS, answer: str = "yes") -> dict[str, Check]:
    """What the trial of the buttons says."""
    return by_name(try_buttons(bench.devices, wired, Hands(0.03, lambda *_: answer, 0.03)))


BOTH = {"white": "white", "black": "black"}


@pytest.mark.parametrize(
    ("presses", "doubled", "level", "seen"),
    [
        (BOTH, False, "ok", "both sides were heard"),
        ({"white": "white"}, False, "fail", "not heard within 0.03 s: Black"),
        ({"white": "black", "black": "white"}, False, "fail", "the other side was heard: asked for White and Black"),
        (BOTH, True, "warn", "heard more than once for one press: White and Black"),
    ],
)
def test_each_button_is_asked_for_and_heard(picture, presses, doubled, level, seen) -> None:
    bench = Bench(picture, presses)
    bench.doubled = doubled
    told = pressed(bench)["buttons"]
    assert (told.level, str(told.seen)) == (level, seen)
    assert bool(told.do) == (level != "ok")


def test_a_lever_is_heard_both_ways_first_where_it_does_not_lie(picture) -> None:
    bench = Bench(picture, BOTH)
    bench.wiring = Lever(17)
    told = pressed(bench, ButtonSettings(kind="lever", black=0))
    assert (told["buttons"].level, str(told["buttons"].seen), told["lamps"].level) == ("ok", "the lever was heard both ways", "untried")


def test_lamps_are_asked_about(picture) -> None:
    assert pressed(Bench(picture, BOTH))["lamps"].level == "ok"
    assert pressed(Bench(picture, BOTH), answer="")["lamps"].level == "warn"


@pytest.mark.parametrize(
    ("sounds", "answer", "level", "sounded"),
    [("press flag", "yes", "ok", ["press"]), ("flag", "", "warn", ["flag"]), ("", "yes", "untried", [])],
)
def test_a_buzzer_is_sounded_and_asked_about(picture, sounds, answer, level, sounded) -> None:
    bench = Bench(picture, BOTH)
    assert pressed(bench, ButtonSettings(buzzer=25, sounds=sounds), answer)["buzzer"].level == level
    assert bench.hands.sounded == sounded


def test_where_nobody_stands_at_the_board_only_the_pins_are_tried(picture) -> None:
    told = by_name(try_buttons(Bench(picture).devices, ButtonSettings(), None))
    assert [told[name].level for name in ("buttons", "lamps")] == ["untried", "untried"]


def test_a_contact_that_is_closed_and_pins_that_cannot_be_had_are_told(picture) -> None:
    bench = Bench(picture)
    bench.devices = Devices(bench.devices.camera, lambda put: Stuck(TwoButtons(17, 27), put), bench.devices.pace)
    told = by_name(try_buttons(bench.devices, ButtonSettings(), None))["buttons"]
    assert (told.level, str(told.seen)) == ("fail", "Black's button is closed although nobody is asked to press")
    bench = Bench(picture)
    bench.fault = clock_sentence(ButtonsError(PinsTrouble.NO_LGPIO, PinsRemedy.INSTALL_LGPIO))
    told = by_name(try_buttons(bench.devices, ButtonSettings(), None))["buttons"]
    assert (told.level, str(told.seen), str(told.do)) == ("fail", "gpiozero finds no lgpio", "sudo apt install python3-lgpio")


class Stuck(ScriptedButtons):
    def closed(self) -> frozenset[int]:
        return frozenset({27})


def test_a_camera_that_works_gives_new_pictures(picture) -> None:
    frame, told = take_pictures(Bench(picture).devices)
    assert frame is not None
    assert (told.level, told.do) == ("ok", None)
    assert str(told.seen).startswith("5 pictures of 960 x 720, 0.")


@pytest.mark.parametrize(
    ("spoil", "level", "seen"),
    [
        (lambda bench: setattr(bench, "frozen", True), "fail", "they are not new ones"),
        (lambda bench: setattr(bench.scene, "plugged", False), "fail", "there is no camera 0"),
        (lambda bench: setattr(bench.scene, "used_elsewhere", True), "fail", "camera 0 is used by another program"),
        (lambda bench: setattr(bench.library, "controls", [c for c in CONTROLS if c != "ColourGains"]), "warn", "white balance"),
    ],
)
def test_what_is_wrong_with_a_camera_is_told(picture, spoil, level, seen) -> None:
    bench = Bench(picture)
    spoil(bench)
    _, told = take_pictures(bench.devices)
    assert told.level == level
    assert seen in str(told.seen)
    assert told.do


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A Raspberry Pi on which all is well."""
    root = tmp_path / "pi"
    for name, text in {
        "proc/device-tree/model": "Raspberry Pi 5 Model B\0",
        "sys/devices/platform/soc/soc:firmware/get_throttled": "0\n",
        "sys/class/thermal/thermal_zone0/temp": "48312\n",
        "run/systemd/timesync/synchronized": "",
    }.items():
        (root / name).parent.mkdir(parents=True)
        (root / name).write_text(text)
    return Machine(root)


@pytest.mark.parametrize(
    ("bits", "heat", "level", "seen"),
    [
        ("0", 48, "ok", "enough, 48 °C"),
        ("50005", 61, "fail", "too low a voltage and a slower processor at this moment, 61 °C"),
        ("50000", 48, "warn", "too low a voltage and a slower processor since it was started, 48 °C"),
        ("0", 83, "warn", "83 °C"),
    ],
)
def test_power_and_heat(machine, bits, heat, level, seen) -> None:
    (machine.root / "sys/devices/platform/soc/soc:firmware/get_throttled").write_text(bits)
    (machine.root / "sys/class/thermal/thermal_zone0/temp").write_text(f"{heat}000")
    told = power_check(machine)
    assert (told.level, str(told.seen)) == (level, seen)


def test_a_low_voltage_is_told_where_the_firmware_tells_nothing_else(machine) -> None:
    (machine.root / "sys/devices/platform/soc/soc:firmware/get_throttled").unlink()
    assert power_check(machine).level == "untried"
    sensor = machine.root / "sys/class/hwmon/hwmon1"
    sensor.mkdir(parents=True)
    (sensor / "name").write_text("rpi_volt\n")
    (sensor / "in0_lcrit_alarm").write_text("0\n")
    assert power_check(machine).level == "ok"
    (sensor / "in0_lcrit_alarm").write_text("1\n")
    assert str(power_check(machine).seen) == "too low a voltage at this moment, 48 °C"


def test_the_time_of_day_is_no_condition(machine, tmp_path) -> None:
    assert time_check(machine).level == "ok"
    told = time_check(Machine(tmp_path))
    assert told.level == "warn"
    assert "do not need it" in str(told.do)


def test_room_is_held_against_what_may_be_kept(tmp_path, monkeypatch) -> None:
    frames = tmp_path / "games" / "0001" / "frames"
    frames.mkdir(parents=True)
    (frames / "0000.jpg").write_bytes(bytes(1_000_000))
    free = {"free": 100 * 1000**2}
    monkeypatch.setattr(machine_checks.shutil, "disk_usage", lambda _: SimpleNamespace(**free))
    assert room_check(tmp_path, budget_mb=30).level == "ok"
    told = room_check(tmp_path, budget_mb=500)
    assert told.level == "warn"
    assert "to 37 or less" in str(told.do), "100 MB are free, of which 64 MB stay, and 1 MB is taken already"
    free["free"] = 60 * 1000**2
    assert room_check(tmp_path, budget_mb=30).level == "fail"


def test_the_disk_is_written_to(tmp_path) -> None:
    told = disk_check(tmp_path, 1)
    assert told.level in ("ok", "warn")
    assert "a write takes" in str(told.seen)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").write_text("")
    assert disk_check(tmp_path / "games", 1).level == "warn"


def test_pages_and_their_port(tmp_path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = network_check(Settings(web=WebSettings(port=port)), is_served=False)
    assert (told.level, f"port {port} is taken" in str(told.seen)) == ("warn", True)
    told = network_check(Settings(web=WebSettings(port=port, boards=f"http://127.0.0.1:{port}")), is_served=False)
    assert (told.level, "serves no pages" in str(told.seen)) == ("warn", True)
    assert network_check(Settings(web=WebSettings(host="192.0.2.77")), is_served=False).level == "warn"


class Pages(BaseHTTPRequestHandler):
    """Those of a service that waits for its first game."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(ready_view(None, State(), {})).encode())

    def log_message(self, *_: object) -> None:
        """Nothing is told."""


def test_the_pages_of_a_running_service_are_asked_before_they_are_told_of(monkeypatch) -> None:
    monkeypatch.setattr("pi.machine.addresses.numeric_addresses", lambda: iter(["192.168.1.20"]))
    monkeypatch.setattr("socket.gethostname", lambda: "board-3")
    with HTTPServer(("127.0.0.1", 0), Pages) as server:
        port = server.server_port
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            told = network_check(Settings(web=WebSettings(port=port)), is_served=True)
            assert (told.level, f"only this machine can open the pages, at http://localhost:{port}/before" in str(told.seen)) == (
                "warn",
                True,
            )
            assert 'set host = "0.0.0.0" in [web]' in str(told.do)
            told = network_check(Settings(web=WebSettings(port=port, trusted_proxies=1)), is_served=True)
            assert (told.level, "through your own proxy" in str(told.seen)) == ("ok", True)
            told = network_check(Settings(web=WebSettings(port=port, host="0.0.0.0")), is_served=True)
            assert (told.level, str(told.seen)) == ("ok", f"pages at http://192.168.1.20:{port}/before, http://board-3.local:{port}/before")
            monkeypatch.setattr("pi.machine.addresses.numeric_addresses", lambda: iter([]))
            assert network_check(Settings(web=WebSettings(port=port, host="0.0.0.0")), is_served=True).level == "warn"
            told = network_check(Settings(web=WebSettings(port=port - 1)), is_served=True)
            assert (told.level, f"the pages came at port {port}, for {port - 1} was taken" in str(told.seen)) == ("warn", True)
        finally:
            server.shutdown()
            thread.join()
    monkeypatch.setattr(web_server, "PORTS_TRIED", 1)
    told = network_check(Settings(web=WebSettings(port=port)), is_served=True)
    assert (told.level, f"no pages of it answer at port {port}" in str(told.seen)) == ("warn", True)


def test_a_key_that_others_may_read_lets_there_be_no_pages(tmp_path) -> None:
    (tmp_path / "secret_key").write_text("a" * 64)
    (tmp_path / "secret_key").chmod(0o644)
    told = network_check(Settings(board=BoardSettings(state=str(tmp_path))), is_served=False)
    assert (told.level, str(told.seen).startswith("there would be no pages: ")) == ("warn", True)
    assert "chmod 600" in str(told.do)


def test_a_key_of_pushes_that_cannot_be_used_is_told_of(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("pi.machine.addresses.numeric_addresses", lambda: iter(["192.168.1.20"]))
    settings, key = Settings(board=BoardSettings(state=str(tmp_path)), web=WebSettings(host="0.0.0.0", port=0)), tmp_path / "push_key"
    assert network_check(settings, is_served=False).level == "ok"
    key.write_text("no key")
    for mode, do in ((0o644, f"chmod 600 {key}"), (0o600, "delete it, and a new one is made")):
        key.chmod(mode)
        told = network_check(settings, is_served=False)
        assert (told.level, str(told.seen).startswith("arbiters' locked telephones are not told: ")) == ("warn", True)
        assert do in str(told.do)
    assert key.read_text() == "no key"


def args(**given: Any) -> Namespace:
    return Namespace(**{"picture": None, "out": None, "no_buttons": False, "lang": "en", **given})


def test_a_board_that_is_ready(picture, machine, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(machine_checks, "SLOW_S", 10.0)
    out = tmp_path / "seen.jpg"
    settings = Settings(board=BoardSettings(state=str(tmp_path)), buttons=LAMPS)
    found = by_name(checks(settings, args(out=out, no_buttons=True), Bench(picture).devices, None, machine))
    levels = {name: check.level for name, check in found.items() if name not in ("disk", "database", "signature", "network")}
    assert levels == dict.fromkeys(("camera", "board", "start", "focus", "light", "power", "time"), "ok") | {
        "buttons": "untried",
        "lamps": "untried",
    }
    assert out.stat().st_size > 10_000


@pytest.mark.parametrize(
    ("folder", "level", "seen", "do"),
    [
        ("games", "warn", "lies on the same disk as the games: nothing is mounted there", "plug in the stick, or mount the share"),
        ("none", "warn", "is not there: nothing is copied off the card", "mkdir "),
        (ANOTHER_DISK, "ok", f"{ANOTHER_DISK} can be written to, and ", ""),
        ("/proc", "warn", "nothing can be written to /proc: ", "is it plugged in, not full, and writable for the service?"),
        ("", None, "", ""),
    ],
)
def test_the_folder_of_the_second_copy_is_tried(tmp_path, folder, level, seen, do) -> None:
    (tmp_path / "games").mkdir()
    place = str(tmp_path / folder) if folder and not folder.startswith("/") else folder
    settings = Settings(board=BoardSettings(state=str(tmp_path)), record=RecordSettings(copy_to=place))
    found = second_copy.tried(settings)
    assert [check.level for check in found] == ([level] if level else [])
    for check in found:
        assert seen in str(check.seen)
        assert do in str(check.do or "")
    assert list((tmp_path / "games").iterdir()) == []


def test_a_folder_that_hangs_does_not_hold_up_the_self_test(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(second_copy, "COPYING", (sys.executable, "-P", "-c", "import time; time.sleep(60)"))
    monkeypatch.setattr(second_copy, "TRIED_WITHIN_S", 0.5)
    began_s = time.monotonic()
    (check,) = second_copy.tried(Settings(record=RecordSettings(copy_to="/media/stick")))
    assert time.monotonic() - began_s < 10
    assert (check.level, "/media/stick has not answered for" in str(check.seen)) == ("warn", True)


def test_a_service_that_runs_is_asked_and_left_alone(picture, machine, tmp_path) -> None:
    settings = Settings(board=BoardSettings(state=str(tmp_path)))
    bench = Bench(picture)
    bench.scene.used_elsewhere = True
    bench.fault = "the pins are held"
    with alone(tmp_path):
        silent, *_ = checks(settings, args(), bench.devices, None, machine)
        assert (silent.level, "does not tell" in str(silent.seen)) == ("fail", True)
        told = {"name": "focus", "level": "warn", "seen": "sharpness 0.61; 1 is sharp", "do": "turn the lens"}
        report = {"version": VERSION, "boot": boot_id(), "t_ns": time.monotonic_ns(), "board": "b", "phase": "waiting", "checks": [told]}
        (tmp_path / REPORT_NAME).write_text(json.dumps(report | {"picture_age_ms": 5}))
        found = by_name(checks(settings, args(), bench.devices, None, machine))
    assert (str(found["focus"].seen), str(found["focus"].do)) == (told["seen"], told["do"]), "as a version before told it"
    assert set(found) == {"focus", "database", "signature", "network"}


def test_the_version_of_sqlite_is_told_and_whether_it_loses_pages(monkeypatch) -> None:
    told = database_check()
    assert (told.level, sqlite3.sqlite_version in str(told.seen)) == ("ok", True)
    for version, is_told in (((3, 46, 1), True), ((3, 51, 3), False)):
        monkeypatch.setattr("pi.checks.machine.version_here", lambda version=version: version)
        assert ("loses pages" in str(database_check().seen)) == is_told


def signing(state: Path, key: str) -> Settings:
    return Settings(board=BoardSettings(state=str(state)), record=RecordSettings(sign_with=key))


def test_the_public_key_is_shown_or_what_is_wrong_with_the_key(tmp_path) -> None:
    told = key_check(Settings())
    assert (told.level, "sign_with" in str(told.do)) == ("untried", True)
    settings, path = signing(tmp_path, "signing_key.pem"), tmp_path / "signing_key.pem"
    assert (key_check(settings).level, str(key_check(settings).do)) == ("warn", "the service makes it when it starts")
    assert not path.exists(), "nothing is made that would belong to another user"
    prepare_key(settings)
    told = key_check(settings)
    assert (told.level, SigningKey(path.read_bytes()).public in str(told.seen)) == ("ok", True)
    path.chmod(0o640)
    told = key_check(settings)
    assert (told.level, "mode 0640" in str(told.seen), f"chmod 600 {path}" in str(told.do)) == ("warn", True, True)
    off_the_card = tmp_path / "stick" / "key.pem"
    told = key_check(signing(tmp_path, str(off_the_card)))
    assert (told.level, f"openssl genpkey -algorithm ed25519 -out {off_the_card}" in str(told.do)) == ("warn", True)


def test_the_command(shipped, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path / "none"))
    assert main(["selftest", "--picture", str(shipped / "frames"), "--no-buttons"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["name"] for row in rows][:5] == ["camera", "board", "start", "focus", "light"]
    assert {row["level"] for row in rows[:5]} == {"ok"}
    assert not (tmp_path / "none").exists(), "nothing is made that would belong to another user"

    shutil.copy(shipped / "frames" / "0005.jpg", tmp_path / "later.jpg")
    assert main(["selftest", "--picture", str(tmp_path / "later.jpg"), "--no-buttons"]) == 1
    rows = {row["name"]: row for row in map(json.loads, capsys.readouterr().out.splitlines())}
    assert (rows["board"]["level"], rows["start"]["level"]) == ("ok", "fail")
    assert "square 17: a black man expected, none seen" in rows["start"]["seen"]
