"""The units as systemd itself judges them, and what they must promise a board."""

import re
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

from hub.access.memory_folder import RUNTIME_FOLDER
from link.enrolment import FILE_NAME as ENROLMENT
from pi.commands.hub import MIRROR, OOM_SCORES, PAGES_OOM_SCORE
from pi.machine.services import ALIVE_WITHIN_NS, ENDS_WITHIN_S, READY_WITHIN_NS

SYSTEMD = Path(__file__).resolve().parents[2] / "systemd"
COMMANDS = {
    "damcam-board": "run --no-web --no-copy",
    "damcam-broker": "hub broker",
    "damcam-copy": "copy",
    "damcam-hub": "hub --no-broker",
    "damcam-pages": "pages",
    "damcam-uplink": "uplink",
}
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


def number(unit: str, key: str) -> int:
    (value,) = settings(unit)[key]
    return int(value.removesuffix("M"))


@pytest.mark.usefixtures("system", *([] if Path("/run/systemd").is_dir() else ["needs_root"]))
def test_systemd_finds_nothing_wrong_and_little_can_be_reached_from_a_unit(tmp_path: Path) -> None:
    """Where no systemd runs `systemd-analyze` makes /run/systemd, as root alone may."""
    for unit in COMMANDS:  # damcam is not installed here
        text = (SYSTEMD / f"{unit}.service").read_text(encoding="utf-8")
        (tmp_path / f"{unit}.service").write_text(re.sub(r"(?m)^ExecStart=\S+", "ExecStart=/bin/true", text), encoding="utf-8")
    told = analyze("verify", "--man=no", *tmp_path.iterdir())
    assert (told.returncode, told.stdout + told.stderr) == (0, "")
    told = analyze("security", "--offline=true", "--no-pager", *(SYSTEMD / f"{unit}.service" for unit in COMMANDS))
    levels = [float(level) for level in re.findall(r"exposure level for \S+: ([0-9.]+)", told.stdout)]
    assert len(levels) == len(COMMANDS), told.stderr
    assert max(levels) <= EXPOSURE, told.stdout


@pytest.mark.parametrize(("unit", "command"), COMMANDS.items())
def test_a_unit_runs_what_the_installer_puts_in_as_nobody_and_comes_back_whatever_happens(unit: str, command: str) -> None:
    values = settings(unit)
    program, *words = values["ExecStart"][0].split()
    assert program == "/opt/damcam/current/bin/damcam"
    assert words == [*command.split(), "--settings", "/etc/damcam/damcam.toml"]
    assert "/opt/damcam/current" in (SYSTEMD / "install").read_text(encoding="utf-8")
    assert (values["User"], values["StateDirectory"]) == (["damcam"], ["damcam"])
    assert values["AmbientCapabilities"] == values["CapabilityBoundingSet"] == [""]
    assert re.search(r"(?m)^u damcam ", (SYSTEMD / "damcam.sysusers.conf").read_text(encoding="utf-8"))
    assert (values["Type"], values["Restart"]) == (["notify"], ["always"])
    assert values["StartLimitIntervalSec"] == ["0"], "a limit on starts leaves a board dead until somebody comes"
    assert 1 <= number(unit, "RestartSec") <= 5
    assert number(unit, "WatchdogSec") > 13, "the longest single step on a Pi is feared to take that long"


def test_the_board_reaches_camera_and_pins_and_no_other_device_and_its_groups_own_them() -> None:
    values = settings("damcam-board")
    assert values["DevicePolicy"] == ["closed"]
    assert set(values["DeviceAllow"]) == {f"char-{name} rw" for name in ("media", "video4linux", "dma_heap", "gpiochip")}
    assert values["SupplementaryGroups"] == ["video gpio"]
    users = (SYSTEMD / "damcam.sysusers.conf").read_text(encoding="utf-8")
    rules = (SYSTEMD / "60-damcam.rules").read_text(encoding="utf-8")
    for group in ("video", "gpio"):
        assert re.search(rf"(?m)^m damcam {group}$", users)
        assert f'GROUP="{group}", MODE="0660"' in rules


@pytest.mark.parametrize("unit", ["damcam-hub", "damcam-pages"])
def test_pages_end_before_a_recorder_does_reach_no_device_but_its_socket_and_hold_a_hall(unit: str) -> None:
    for values in (settings("damcam-board"), settings(unit)):
        assert "AF_UNIX" in values["RestrictAddressFamilies"][0]
        assert "PrivateNetwork" not in values, "the socket's name is of the network that both are in"
    assert number(unit, "OOMScoreAdjust") > 0 > number("damcam-board", "OOMScoreAdjust")
    assert 300 <= number(unit, "MemoryMax") <= 1000, "a hall and a password fit, and a small Pi stays alive"
    assert number(unit, "TasksMax") <= 200
    assert "MemoryMax" not in settings("damcam-board"), "the recorder is never ended for its memory"
    assert (values["PrivateDevices"], "DeviceAllow" in values) == (["yes"], False)
    assert number(unit, "LimitNOFILE") >= 4 * 2000, "2,000 spectators, each with the stream and pictures under way"


def test_what_belongs_to_a_board_or_a_hub_starts_and_stops_with_it_and_may_die_alone() -> None:
    assert settings("damcam-board")["Wants"] == ["damcam-pages.service damcam-copy.service damcam-uplink.service damcam-uplink.path"]
    assert settings("damcam-hub")["Wants"] == ["damcam-broker.service"]
    for whole, parts in (("board", ("pages", "copy", "uplink")), ("hub", ("broker",))):
        assert {name: settings(f"damcam-{name}")["PartOf"] for name in parts} == {name: [f"damcam-{whole}.service"] for name in parts}
    for unit in COMMANDS:
        assert not {"Requires", "BindsTo", "Requisite"} & settings(unit).keys()
    # a board that joins a hub gets its uplink
    text = (SYSTEMD / "damcam-uplink.path").read_text(encoding="utf-8")
    assert f"PathChanged=/var/lib/{settings('damcam-uplink')['StateDirectory'][0]}/{ENROLMENT}\n" in text
    assert "PartOf=damcam-board.service\n" in text


def test_pages_and_mirror_of_a_hub_may_die_alone_though_they_are_one_unit_and_have_the_time_that_they_need() -> None:
    assert settings("damcam-hub")["OOMPolicy"] == ["continue"]
    assert number("damcam-hub", "OOMScoreAdjust") < OOM_SCORES[MIRROR] < PAGES_OOM_SCORE
    assert number("damcam-hub", "TimeoutStartSec") * 10**9 > READY_WITHIN_NS
    assert number("damcam-hub", "WatchdogSec") * 10**9 == ALIVE_WITHIN_NS
    assert number("damcam-hub", "TimeoutStopSec") > 2 * ENDS_WITHIN_S
    assert settings("damcam-hub")["KillMode"] == ["mixed"], "the main process ends them, each after the other"


@pytest.mark.parametrize("unit", ["damcam-uplink", "damcam-copy"])
def test_a_board_waits_for_neither_its_uplink_nor_its_copy_which_end_well_where_they_are_not_wanted(unit: str) -> None:
    values = settings(unit)
    assert not any("damcam" in value for value in values["After"]), "the board would wait for their end when both stop"
    assert not any(unit in value for value in settings("damcam-board")["After"])
    assert values["RestartPreventExitStatus"] == ["0"], "without copy_to or a hub it is not started again and again"
    assert number(unit, "OOMScoreAdjust") > 0
    assert number(unit, "TimeoutStopSec") <= 5


def test_only_the_copy_writes_where_sticks_are_mounted_and_what_a_full_disk_does_not_take_outlives_the_service_in_memory() -> None:
    assert settings("damcam-copy")["ReadWritePaths"] == ["-/media -/mnt -/srv"]
    others = [path for unit in COMMANDS if unit != "damcam-copy" for path in settings(unit).get("ReadWritePaths", [])]
    assert others == ["-/run/damcam"] * 3, "for what a full disk does not take"
    assert settings("damcam-copy")["PrivateNetwork"] == settings("damcam-copy")["PrivateDevices"] == ["yes"]
    for unit in ("damcam-board", "damcam-pages", "damcam-hub"):
        values = settings(unit)
        (folder,) = [value.removeprefix(f"{RUNTIME_FOLDER}=") for value in values["Environment"] if value.startswith(RUNTIME_FOLDER)]
        assert folder == "/run/damcam"
        assert Path(folder).name not in values.get("RuntimeDirectory", []), "systemd deletes that one whenever the service stops"
    made = (SYSTEMD / "damcam.tmpfiles.conf").read_text(encoding="utf-8")
    assert re.search(rf"(?m)^d {folder} +0700 damcam damcam -$", made)
