"""The units as systemd itself judges them, and what they must promise a board."""

import re
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import pytest

from hub.wire.enrolment import FILE_NAME as ENROLMENT
from pi.game.held_files import RUNTIME_FOLDER

SYSTEMD = Path(__file__).resolve().parents[2] / "systemd"
UNITS = ("damcam-board", "damcam-broker", "damcam-copy", "damcam-hub", "damcam-mirror", "damcam-pages", "damcam-uplink")
EXPOSURE = 2.0
"""The most that `systemd-analyze security` may say of a unit, from 0 (nothing to reach) to 10."""


def analyze(*words: str | Path) -> subprocess.CompletedProcess[str]:
    program = shutil.which("systemd-analyze")
    assert program, "the units cannot be checked without systemd-analyze; run: sudo apt install systemd"
    return subprocess.run([program, *map(str, words)], capture_output=True, text=True, check=False)


def settings(unit: str) -> dict[str, list[str]]:
    """The values of each key of a unit, in order."""
    values = defaultdict(list)
    for line in (SYSTEMD / f"{unit}.service").read_text(encoding="utf-8").splitlines():
        if "=" in line and not line.startswith("#"):
            key, _, value = line.partition("=")
            values[key].append(value)
    return values


def judged(test: Callable[..., None]) -> Callable[..., None]:
    """Marks a test of `systemd-analyze`, which makes /run/systemd, as root alone may, where no systemd runs."""
    return test if Path("/run/systemd").is_dir() else pytest.mark.usefixtures("needs_root")(test)


@judged
@pytest.mark.parametrize("unit", UNITS)
def test_systemd_finds_nothing_wrong(unit: str, tmp_path: Path) -> None:
    text = (SYSTEMD / f"{unit}.service").read_text(encoding="utf-8")
    file = tmp_path / f"{unit}.service"
    file.write_text(re.sub(r"(?m)^ExecStart=\S+", "ExecStart=/bin/true", text), encoding="utf-8")  # damcam is not installed here
    told = analyze("verify", "--man=no", file)
    assert (told.returncode, told.stdout + told.stderr) == (0, "")


@judged
@pytest.mark.parametrize("unit", UNITS)
def test_little_can_be_reached_from_a_unit(unit: str) -> None:
    told = analyze("security", "--offline=true", "--no-pager", SYSTEMD / f"{unit}.service")
    level = re.search(r"exposure level for \S+: ([0-9.]+)", told.stdout)
    assert level, told.stderr
    assert float(level[1]) <= EXPOSURE


@pytest.mark.parametrize("unit", UNITS)
def test_a_unit_comes_back_whatever_happens(unit: str) -> None:
    values = settings(unit)
    assert values["Type"] == ["notify"]
    assert values["Restart"] == ["always"]
    assert values["StartLimitIntervalSec"] == ["0"], "a limit on starts leaves a board dead until somebody comes"
    assert 1 <= int(values["RestartSec"][0]) <= 5
    if unit == "damcam-broker":
        assert "WatchdogSec" not in values, "Mosquitto gives no signs of life, and would be killed"
        return
    assert int(values["WatchdogSec"][0]) > 13, "the longest single step on a Pi is feared to take that long"


@pytest.mark.parametrize(
    ("unit", "command"),
    [
        ("damcam-board", "run --no-web --no-copy"),
        ("damcam-broker", "hub broker"),
        ("damcam-copy", "copy"),
        ("damcam-hub", "hub"),
        ("damcam-mirror", "hub mirror"),
        ("damcam-pages", "pages"),
        ("damcam-uplink", "uplink"),
    ],
)
def test_a_unit_runs_what_the_installer_puts_in(unit: str, command: str) -> None:
    program, *words = settings(unit)["ExecStart"][0].split()
    assert program == "/opt/damcam/current/bin/damcam"
    assert words == [*command.split(), "--settings", "/etc/damcam/damcam.toml"]
    assert "/opt/damcam/current" in (SYSTEMD / "install").read_text(encoding="utf-8")


def test_the_board_reaches_camera_and_pins_and_no_other_device() -> None:
    values = settings("damcam-board")
    assert values["DevicePolicy"] == ["closed"]
    assert set(values["DeviceAllow"]) == {f"char-{name} rw" for name in ("media", "video4linux", "dma_heap", "gpiochip")}
    assert values["SupplementaryGroups"] == ["video gpio"]


@pytest.mark.parametrize("unit", ["damcam-hub", "damcam-pages"])
def test_pages_end_before_a_recorder_does(unit: str) -> None:
    values = settings(unit)
    assert int(values["OOMScoreAdjust"][0]) > 0 > int(settings("damcam-board")["OOMScoreAdjust"][0])
    assert 300 <= int(values["MemoryMax"][0].removesuffix("M")) <= 1000, "a hall and a password fit, and a small Pi stays alive"
    assert int(values["TasksMax"][0]) <= 128
    assert "MemoryMax" not in settings("damcam-board"), "the recorder is never ended for its memory"


def test_pages_and_copy_start_and_stop_with_their_board() -> None:
    assert settings("damcam-board")["Wants"] == ["damcam-pages.service damcam-copy.service damcam-uplink.service damcam-uplink.path"]
    for unit in ("damcam-pages", "damcam-copy", "damcam-uplink"):
        assert settings(unit)["PartOf"] == ["damcam-board.service"]


def test_broker_and_mirror_start_and_stop_with_the_hub_and_may_die_alone() -> None:
    assert settings("damcam-hub")["Wants"] == ["damcam-broker.service damcam-mirror.service"]
    for unit in ("damcam-broker", "damcam-mirror"):
        assert settings(unit)["PartOf"] == ["damcam-hub.service"]
    for unit in ("damcam-hub", "damcam-mirror", "damcam-board", "damcam-uplink"):
        assert not {"Requires", "BindsTo", "Requisite"} & settings(unit).keys()


def test_no_board_waits_for_its_uplink_and_without_a_hub_there_is_none() -> None:
    values = settings("damcam-uplink")
    assert not any("damcam" in value for value in values["After"])
    assert values["RestartPreventExitStatus"] == ["0"]
    assert int(values["OOMScoreAdjust"][0]) > 0
    assert int(values["TimeoutStopSec"][0]) <= 5


def test_a_board_that_joins_a_hub_gets_its_uplink() -> None:
    text = (SYSTEMD / "damcam-uplink.path").read_text(encoding="utf-8")
    assert f"PathChanged=/var/lib/{settings('damcam-uplink')['StateDirectory'][0]}/{ENROLMENT}\n" in text
    assert "PartOf=damcam-board.service\n" in text


def test_a_board_waits_for_no_copy() -> None:
    values, board = settings("damcam-copy"), settings("damcam-board")
    assert "After" not in values, "the board would wait for the end of the copy when both stop"
    assert not any("damcam-copy" in value for key in ("After", "Requires", "BindsTo") for value in board.get(key, []))
    assert int(values["TimeoutStopSec"][0]) <= 5
    assert int(values["OOMScoreAdjust"][0]) > 0
    assert values["RestartPreventExitStatus"] == ["0"], "without copy_to it ends well, and is not started again and again"


def test_only_the_copy_writes_where_sticks_are_mounted() -> None:
    assert settings("damcam-copy")["ReadWritePaths"] == ["-/media -/mnt -/srv"]
    others = [path for unit in UNITS if unit != "damcam-copy" for path in settings(unit).get("ReadWritePaths", [])]
    assert others == ["-/run/damcam"], "for what a full disk does not take"
    assert settings("damcam-copy")["PrivateNetwork"] == settings("damcam-copy")["PrivateDevices"] == ["yes"]


@pytest.mark.parametrize("unit", ["damcam-hub", "damcam-pages"])
def test_the_pages_reach_no_device_and_hold_a_hall(unit: str) -> None:
    values = settings(unit)
    assert values["PrivateDevices"] == ["yes"]
    assert "DeviceAllow" not in values
    assert int(values["LimitNOFILE"][0]) >= 4 * 2000, "2,000 spectators, each with the stream and pictures under way"


@pytest.mark.parametrize("unit", UNITS)
def test_a_unit_is_nobody_and_keeps_its_games(unit: str) -> None:
    values = settings(unit)
    assert values["User"] == ["damcam"]
    assert values["StateDirectory"] == ["damcam"]
    assert values["AmbientCapabilities"] == values["CapabilityBoundingSet"] == [""]
    assert re.search(r"(?m)^u damcam ", (SYSTEMD / "damcam.sysusers.conf").read_text(encoding="utf-8"))


def test_what_a_full_disk_does_not_take_has_a_folder_in_memory_that_outlives_the_service() -> None:
    values = settings("damcam-board")
    (folder,) = [value.removeprefix(f"{RUNTIME_FOLDER}=") for value in values["Environment"] if value.startswith(RUNTIME_FOLDER)]
    assert values["ReadWritePaths"] == [f"-{folder}"]
    assert Path(folder).name not in values["RuntimeDirectory"], "systemd deletes that one whenever the service stops"
    made = (SYSTEMD / "damcam.tmpfiles.conf").read_text(encoding="utf-8")
    assert re.search(rf"(?m)^d {folder} +0700 damcam damcam -$", made)


@pytest.mark.parametrize("unit", ["damcam-board", "damcam-pages", "damcam-hub"])
def test_the_pages_reach_the_socket_of_the_board(unit: str) -> None:
    values = settings(unit)
    assert "AF_UNIX" in values["RestrictAddressFamilies"][0]
    assert "PrivateNetwork" not in values, "its name is of the network that both are in"


def test_the_groups_of_the_board_are_made_and_own_its_devices() -> None:
    users = (SYSTEMD / "damcam.sysusers.conf").read_text(encoding="utf-8")
    rules = (SYSTEMD / "60-damcam.rules").read_text(encoding="utf-8")
    for group in settings("damcam-board")["SupplementaryGroups"][0].split():
        assert re.search(rf"(?m)^m damcam {group}$", users)
        assert f'GROUP="{group}", MODE="0660"' in rules
