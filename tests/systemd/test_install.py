"""The installer on a machine made of a folder: what it puts where, what it refuses, and what a failure leaves."""

import fcntl
import os
import re
import shutil
from pathlib import Path
from typing import Any, TypeAlias

import pytest

Machine: TypeAlias = Any
"""Of conftest.py, which is not imported by name."""
INSTALL = Path(__file__).resolve().parents[2] / "systemd" / "install"
SYSTEM_FILES = {
    "etc/damcam/damcam.toml",
    "etc/systemd/system/damcam-board.service",
    "etc/systemd/system/damcam-broker.service",
    "etc/systemd/system/damcam-copy.service",
    "etc/systemd/system/damcam-hub.service",
    "etc/systemd/system/damcam-mirror.service",
    "etc/systemd/system/damcam-pages.service",
    "etc/systemd/system/damcam-uplink.path",
    "etc/systemd/system/damcam-uplink.service",
    "etc/sysusers.d/damcam.conf",
    "etc/tmpfiles.d/damcam.conf",
    "etc/udev/rules.d/60-damcam.rules",
    "opt/damcam/current",
    "usr/local/bin/damcam",
    "usr/share/bash-completion/completions/damcam",
    "usr/share/zsh/vendor-completions/_damcam",
}
RELEASE = "opt/damcam/releases/NEW/"
RELEASE_FILES = {RELEASE + "requirements.lock"} | {
    f"{RELEASE}system/{name}"
    for name in (
        "60-damcam.rules",
        "completion.bash",
        "completion.zsh",
        "damcam-board.service",
        "damcam-broker.service",
        "damcam-copy.service",
        "damcam-hub.service",
        "damcam-mirror.service",
        "damcam-pages.service",
        "damcam-uplink.path",
        "damcam-uplink.service",
        "damcam.sysusers.conf",
        "damcam.tmpfiles.conf",
        "damcam.toml",
    )
}
WANTS = "etc/systemd/system/multi-user.target.wants/"
BOARD, HUB = {WANTS + "damcam-board.service"}, {WANTS + "damcam-hub.service"}
INSTALLED = SYSTEM_FILES | RELEASE_FILES


@pytest.mark.parametrize(("words", "wanted"), [((), BOARD), (("--hub",), HUB)])
def test_everything_is_put_in_its_place(machine: Machine, words: tuple[str, ...], wanted: set[str]) -> None:
    told = machine.run(*words)
    assert told.returncode == 0, told.stderr
    assert "version 9.8.7 is installed" in told.stderr
    assert machine.files() == INSTALLED | wanted
    assert (machine.root / "etc/damcam/damcam.toml").read_bytes() == (INSTALL.parent / "damcam.toml").read_bytes()


def test_the_version_of_the_clone_is_told_where_it_is_built_without_git(machine: Machine) -> None:
    machine.run()
    assert re.search(r"\nnode: [0-9a-f]{40}\nnode-date: .*\ndescribe-name:", (machine.root / "calls").read_text(encoding="utf-8"))


def test_each_shell_gets_its_own_completions(machine: Machine) -> None:
    machine.run()
    share = machine.root / "usr/share"
    assert (share / "bash-completion/completions/damcam").read_text() == "# completes in bash\n"
    assert (share / "zsh/vendor-completions/_damcam").read_text() == "# completes in zsh\n"


def test_a_version_before_that_made_no_completions_comes_back_without_them(machine: Machine) -> None:
    machine.run()
    for made in (machine.root / "opt/damcam/releases").glob("*/system/completion.*"):
        made.unlink()
    assert machine.run(UNIT_FAILS="1").returncode == 1
    assert not list((machine.root / "usr/share").rglob("*damcam"))


def test_a_version_before_that_had_fewer_services_comes_back_with_its_own(machine: Machine) -> None:
    machine.run()
    for made in (machine.root / "opt/damcam/releases").glob("*/system/damcam-copy.service"):
        made.unlink()
    before = machine.release()
    told = machine.run(UNIT_FAILS="1")
    assert "the version before is in its place again" in told.stderr
    assert machine.release() == before
    assert not list((machine.root / "etc/systemd").rglob("damcam-copy*"))
    assert len(list((machine.root / "etc/systemd/system").glob("damcam-*.service"))) == 6


def test_an_upgrade_keeps_the_settings_and_drops_the_version_before(machine: Machine) -> None:
    machine.run()
    before = machine.release()
    settings = machine.root / "etc/damcam/damcam.toml"
    settings.write_text("[web]\nport = 8100\n", encoding="utf-8")
    told = machine.run()
    assert told.returncode == 0, told.stderr
    assert f"in the place of {before}" in told.stderr
    assert machine.release() != before
    assert machine.files() == INSTALLED | BOARD
    assert settings.read_text(encoding="utf-8") == "[web]\nport = 8100\n"


def test_a_hub_beside_a_board(machine: Machine) -> None:
    machine.run()
    machine.run("--hub")
    assert machine.files() == INSTALLED | BOARD | HUB


def test_a_new_version_that_does_not_start_gives_way_to_the_one_before(machine: Machine) -> None:
    machine.run()
    before, files = machine.release(), machine.files()
    told = machine.run(UNIT_FAILS="yes")
    assert told.returncode == 1
    assert "the version before is in its place again" in told.stderr
    assert (machine.release(), machine.files()) == (before, files)


def test_a_first_installation_that_does_not_start_stands(machine: Machine) -> None:
    told = machine.run(UNIT_FAILS="yes")
    assert told.returncode == 3
    assert "journalctl -e -u damcam-board" in told.stderr
    assert machine.files() == INSTALLED


@pytest.mark.parametrize(
    ("world", "sentence"),
    [
        ({"USER_ID": "1000"}, "only root may do this; run: sudo"),
        ({"FREE": "999"}, "only 999 MB are free"),
        ({"ARCHITECTURE": "armhf"}, "this system is built for armhf"),
        ({"LACKS": "python3-lgpio", "APT_STATUS": "100"}, "Debian's packages python3-lgpio could not be installed; is there a network?"),
        ({"PYTHON_STATUS": "1"}, "this system's python3 is Python 3.14.0"),
        ({"PIP_STATUS": "1"}, "the packages of requirements.lock could not be installed; is there a network?"),
        ({"TRY_STATUS": "1"}, "version 9.8.7 was not put in"),
    ],
)
def test_what_fails_says_why_and_leaves_nothing(machine: Machine, world: dict[str, str], sentence: str) -> None:
    told = machine.run(**world)
    assert told.returncode == 1
    assert sentence in told.stderr
    assert machine.files() == set()


@pytest.mark.parametrize("world", [{"PIP_STATUS": "1"}, {"TRY_STATUS": "1"}, {"FREE": "1"}])
def test_an_upgrade_that_fails_leaves_what_was_there(machine: Machine, world: dict[str, str]) -> None:
    machine.run()
    before, files = machine.release(), machine.files()
    assert machine.run(**world).returncode == 1
    assert (machine.release(), machine.files()) == (before, files)


@pytest.mark.parametrize(
    ("release", "words", "sentence"),
    [
        ({"ID": "ubuntu", "PRETTY_NAME": '"Ubuntu 26.04"'}, (), "this is Ubuntu 26.04; a board needs Debian or Raspberry Pi OS"),
        ({"ID": "raspbian"}, (), "this is the 32-bit Raspberry Pi OS"),
        ({"VERSION_ID": '"12"'}, (), "a board needs version 13 or later"),
        ({"VERSION_ID": '"11"'}, ("--hub",), "a hub needs version 12 or later"),
    ],
)
def test_other_systems_are_refused(machine: Machine, release: dict[str, str], words: tuple[str, ...], sentence: str) -> None:
    machine.system(**release)
    told = machine.run(*words)
    assert (told.returncode, sentence in told.stderr) == (1, True), told.stderr


def test_a_hub_needs_no_camera_and_so_no_debian_13(machine: Machine) -> None:
    machine.system(VERSION_ID='"12"')
    assert machine.run("--hub").returncode == 0


def test_where_debian_has_no_camera_package_a_usb_camera_will_do(machine: Machine) -> None:
    told = machine.run(LACKS="python3-picamera2", UNKNOWN="python3-picamera2")
    assert told.returncode == 0
    assert "no package python3-picamera2, going on without" in told.stderr


def test_from_an_unpacked_wheel(machine: Machine, tmp_path: Path) -> None:
    unpacked = tmp_path / "unpacked"
    shutil.copytree(INSTALL.parent, unpacked)
    shutil.copy(INSTALL.parents[1] / "requirements.lock", unpacked)
    told = machine.run(install=unpacked / "install")
    assert (told.returncode, "lies in no clone" in told.stderr) == (1, True)
    wheel = tmp_path / "damcam-9.8.7-py3-none-any.whl"
    assert "there is no wheel" in machine.run("--wheel", wheel, install=unpacked / "install").stderr
    wheel.touch()
    assert machine.run("--wheel", wheel, install=unpacked / "install").returncode == 0
    assert machine.files() == INSTALLED | BOARD
    assert f"/source/{wheel.name}\n" in (machine.root / "calls").read_text(encoding="utf-8")


def test_removing_leaves_settings_and_games_and_purging_nothing(machine: Machine) -> None:
    machine.run()
    game = machine.root / "var/lib/damcam/journal.db"
    game.parent.mkdir(parents=True)
    game.touch()
    kept = {"etc/damcam/damcam.toml", "var/lib/damcam/journal.db"}
    assert machine.run("--remove", "--purge").returncode == 1, "nobody was there to ask"
    assert machine.files() == INSTALLED | BOARD | kept
    assert machine.run("--remove").returncode == 0
    assert machine.files() == kept
    assert machine.run("--remove", "--purge", "--yes").returncode == 0
    assert machine.files() == set()
    assert "userdel damcam" in (machine.root / "calls").read_text(encoding="utf-8")


@pytest.mark.parametrize("words", [("--purge",), ("--remove", "--yes"), ("--board",), ("--wheel",)])
def test_wrong_usage_is_told_with_the_usage(machine: Machine, words: tuple[str, ...]) -> None:
    told = machine.run(*words)
    assert (told.returncode, "sudo systemd/install --remove" in told.stderr) == (2, True)


def test_two_at_once_are_kept_apart(machine: Machine) -> None:
    (machine.root / "opt").mkdir()
    held = os.open(machine.root / "opt", os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        told = machine.run()
    finally:
        os.close(held)
    assert (told.returncode, "another installation is under way" in told.stderr) == (1, True)
