"""The installer on a machine made of a folder: what it puts where, what it refuses, what a failure leaves, and who may open the pages."""

import fcntl
import os
import pty
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tomllib import loads

import pytest

from pi.setup.loading import load_settings
from tests.support.waiting import WITHIN_S
from tests.systemd.conftest import INSTALL, Machine

QUESTION = "May others in this network open the pages?"
UNITS = [f"damcam-{name}.service" for name in ("board", "broker", "copy", "hub", "pages", "uplink")] + ["damcam-uplink.path"]
SYSTEM_FILES = {
    "etc/damcam/damcam.toml",
    *(f"etc/systemd/system/{unit}" for unit in UNITS),
    "etc/sysusers.d/damcam.conf",
    "etc/tmpfiles.d/damcam.conf",
    "etc/udev/rules.d/60-damcam.rules",
    "opt/damcam/current",
    "usr/local/bin/damcam",
}
RELEASE = "opt/damcam/releases/NEW/"
RELEASE_OWN = ["60-damcam.rules", "damcam.sysusers.conf", "damcam.tmpfiles.conf", "damcam.toml"]
RELEASE_FILES = {RELEASE + "requirements.lock"} | {f"{RELEASE}system/{name}" for name in (*RELEASE_OWN, *UNITS)}
WANTS = "etc/systemd/system/multi-user.target.wants/"
BOARD, HUB = {WANTS + "damcam-board.service"}, {WANTS + "damcam-hub.service"}
INSTALLED = SYSTEM_FILES | RELEASE_FILES


def test_everything_is_put_in_its_place_for_a_board_and_a_hub_beside_it(machine: Machine) -> None:
    machine.tells(0, "version 9.8.7 is installed", is_clone=True)
    assert machine.files() == INSTALLED | BOARD
    assert machine.settings.read_bytes() == (INSTALL.parent / "damcam.toml").read_bytes()
    version = r"\nnode: [0-9a-f]{40}\nnode-date: .*\ndescribe-name:"
    assert re.search(version, machine.calls()), "that of the clone, where it is built without git"
    machine.run("--hub")
    assert machine.files() == INSTALLED | BOARD | HUB


def test_an_upgrade_keeps_the_settings_and_drops_the_version_before_and_one_that_fails_leaves_both(machine: Machine) -> None:
    machine.tells(3, "journalctl -e -u damcam-board", UNIT_FAILS="yes")
    assert machine.files() == INSTALLED, "a first installation that does not start stands"
    before = machine.release()
    machine.settings.write_text("[web]\nport = 8100\n", encoding="utf-8")
    machine.tells(0, f"in the place of {before}")
    assert machine.release() != before
    assert machine.files() == INSTALLED | BOARD
    before, files = machine.release(), machine.files()
    for world in ({"PIP_STATUS": "1"}, {"TRY_STATUS": "1"}, {"FREE": "1"}):
        assert machine.run(**world).returncode == 1
        assert (machine.release(), machine.files()) == (before, files)
    machine.tells(1, "the version before is in its place again", "--host", "0.0.0.0", UNIT_FAILS="yes")
    assert (machine.release(), machine.files()) == (before, files)
    assert machine.settings.read_text(encoding="utf-8") == "[web]\nport = 8100\n"


def test_an_upgrade_over_settings_that_are_gone_names_their_lines_and_changes_nothing(machine: Machine) -> None:
    machine.run()
    before, files = machine.release(), machine.files()
    machine.settings.write_text('[game]\nresult_form = "2-0"\n\n[hub]\nevents = "/srv/events"\n', encoding="utf-8")
    started = (machine.root / "started").stat().st_mtime_ns
    told = machine.tells(1, f"{machine.settings}: [game] has no key 'result_form'; ", TRY_STATUS="really")
    assert "correct or delete line 2, and also [hub] events in line 5; correct the file first, the new version reads it so" in told
    assert "damcam was not changed" in told
    assert (machine.release(), machine.files()) == (before, files)
    assert (machine.root / "started").stat().st_mtime_ns == started, "the version before went on"
    machine.settings.write_text("[game]\n\n[hub]\n", encoding="utf-8")
    machine.tells(0, f"in the place of {before}", TRY_STATUS="really")


def test_a_version_before_that_had_fewer_services_comes_back_with_its_own(machine: Machine) -> None:
    machine.run()
    system = next((machine.root / "opt/damcam/releases").glob("*/system"))
    (system / "damcam-copy.service").unlink()
    before = machine.release()
    machine.tells(1, "the version before is in its place again", UNIT_FAILS="1")
    assert machine.release() == before
    assert {path.name for path in (machine.root / "etc/systemd/system").glob("damcam-*")} == {*UNITS} - {"damcam-copy.service"}


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
        ({"ID": "ubuntu", "PRETTY_NAME": '"Ubuntu 26.04"'}, "this is Ubuntu 26.04; a board needs Debian or Raspberry Pi OS"),
        ({"ID": "raspbian"}, "this is the 32-bit Raspberry Pi OS"),
        ({"VERSION_ID": '"12"'}, "a board needs version 13 or later"),
        ({"VERSION_ID": '"11"'}, "a hub needs version 12 or later"),
    ],
)
def test_what_fails_and_other_systems_are_told_and_leave_nothing(machine: Machine, world: dict[str, str], sentence: str) -> None:
    machine.system(**{key: value for key, value in world.items() if key in ("ID", "PRETTY_NAME", "VERSION_ID")})
    machine.tells(1, sentence, *(("--hub",) if "a hub" in sentence else ()), **world)
    assert machine.files() == set()


def test_a_hub_needs_no_camera_a_usb_camera_will_do_and_the_machines_name_is_answered_for_where_others_look(
    machine: Machine,
) -> None:
    machine.tells(0, "no package python3-picamera2, going on without", LACKS="python3-picamera2", UNKNOWN="python3-picamera2")
    for words, wanted in ((("--host", "127.0.0.1"), False), (("--host", "0.0.0.0"), True)):
        assert machine.run(*words, LACKS="avahi-daemon").returncode == 0
        assert ("--no-install-recommends avahi-daemon" in machine.calls()) == wanted
    machine.system(VERSION_ID='"12"')
    assert machine.run("--hub").returncode == 0


def test_from_an_unpacked_wheel(machine: Machine, tmp_path: Path) -> None:
    unpacked = tmp_path / "unpacked"
    shutil.copytree(INSTALL.parent, unpacked)
    shutil.copy(INSTALL.parents[1] / "requirements.lock", unpacked)
    machine.tells(1, "lies in no clone", install=unpacked / "install", is_clone=True)
    machine.tells(1, "there is no wheel", "--wheel", tmp_path / "none.whl", install=unpacked / "install")
    assert machine.run(install=unpacked / "install").returncode == 0
    assert machine.files() == INSTALLED | BOARD
    assert f"/source/{machine.wheel.name}\n" in machine.calls()


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
    assert "userdel damcam" in machine.calls()


def test_wrong_usage_is_told_with_the_usage_and_two_at_once_are_kept_apart(machine: Machine) -> None:
    wrong = ("--purge", "--remove --yes", "--board", "--wheel", "--host", '--host a"b', "--remove --host 0.0.0.0")
    for words in (*map(str.split, wrong), ("--host", "a b")):
        assert "[--host ADDRESS]" in machine.tells(2, "sudo systemd/install --remove", *words)
        assert machine.files() == set()
    (machine.root / "opt").mkdir()
    held = os.open(machine.root / "opt", os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        machine.tells(1, "another installation is under way")
    finally:
        os.close(held)


def host_of(machine: Machine) -> str:
    return load_settings(machine.settings, {}).web.host


def answering(machine: Machine, answers: str, *words: str, **world: str) -> subprocess.CompletedProcess[str]:
    """Run the installer with somebody at its terminal, who types these answers."""
    ours, its = pty.openpty()
    os.write(ours, answers.encode())
    command, environment = machine.command(words), machine.environment(world)
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False, env=environment, stdin=its, timeout=WITHIN_S)
    finally:
        os.close(its)
        os.close(ours)


@pytest.mark.parametrize(("answer", "host"), [("yes", "0.0.0.0"), ("what?\nja", "0.0.0.0"), ("\nNee", "127.0.0.1")])
def test_it_asks_once_and_the_settings_hold_the_answer_and_nothing_else_is_changed(machine: Machine, answer: str, host: str) -> None:
    told = answering(machine, answer + "\n")
    assert (told.returncode, told.stderr.count(QUESTION)) == (0, 1), told.stderr
    example = (INSTALL.parent / "damcam.toml").read_text(encoding="utf-8")
    assert machine.settings.read_text(encoding="utf-8") == example.replace('#host = ""', f'host = "{host}"')
    assert machine.settings.stat().st_mode & 0o777 == 0o640
    again = answering(machine, "")
    assert (again.returncode, QUESTION in again.stderr, host_of(machine)) == (0, False, host)


def test_a_script_says_it_and_is_not_asked_and_without_it_is_told_what_holds_and_how_to_change_it(machine: Machine) -> None:
    told = answering(machine, "\x04")  # somebody who goes away at the question
    assert (told.returncode, "nothing was answered; --host" in told.stderr, machine.files()) == (1, True, set())
    assert "install --host 0.0.0.0" in machine.tells(0, "nobody was there to ask: only this machine can open the pages")
    assert host_of(machine) == ""
    for host, others in (("0.0.0.0", True), ("127.0.0.1", False)):
        told = answering(machine, "", "--host", host)
        assert (told.returncode, QUESTION in told.stderr, host_of(machine)) == (0, False, host)
        assert ("only this machine" in told.stderr, "journalctl -u damcam-pages" in told.stderr) == (not others, others)


def test_a_hub_is_for_the_network_and_says_so_but_not_beside_a_board_that_nobody_may_look_at(machine: Machine) -> None:
    told = answering(machine, "", "--hub")
    assert (told.returncode, QUESTION in told.stderr) == (0, False)
    assert "others in this network can open the pages; to end that" in told.stderr
    assert "journalctl -u damcam-hub" in told.stderr
    assert load_settings(machine.settings, {}).web.hub_host == "0.0.0.0"
    answering(machine, "no\n")
    assert "install --hub --host 0.0.0.0" in machine.tells(0, "only this machine can open the pages", "--hub")


@pytest.mark.parametrize(("line", "words"), [("trusted_proxies = 1", ()), ("trusted_proxies = 1", ("--hub",))])
def test_where_a_proxy_lets_others_in_nobody_is_asked(machine: Machine, line: str, words: tuple[str, ...]) -> None:
    machine.settings.parent.mkdir()
    machine.settings.write_text(f"[web]\n{line}\n", encoding="utf-8")
    told = answering(machine, "", *words)
    assert (told.returncode, QUESTION in told.stderr, "can open the pages" in told.stderr) == (0, False, False)
    assert machine.settings.read_text(encoding="utf-8") == f"[web]\n{line}\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", {"web": {"host": "0.0.0.0"}}),
        ('[game]\nboard = "3"\n', {"game": {"board": "3"}, "web": {"host": "0.0.0.0"}}),
        ("[web]\nport = 8100\n\n[hub]\nport = 1\n", {"web": {"port": 8100, "host": "0.0.0.0"}, "hub": {"port": 1}}),
        (" [ web ]  # pages\nport = 8100", {"web": {"port": 8100, "host": "0.0.0.0"}}),
        ('[web]\n  #host = "x"\n# host = "y" was here\n[hub]\n', {"web": {"host": "0.0.0.0"}, "hub": {}}),
    ],
)
def test_settings_that_are_there_get_the_answer_in_their_section(machine: Machine, before: str, after: dict[str, object]) -> None:
    machine.settings.parent.mkdir()
    machine.settings.write_text(before, encoding="utf-8")
    machine.settings.chmod(0o600)
    assert answering(machine, "yes\n").returncode == 0
    assert loads(machine.settings.read_text(encoding="utf-8")) == after
    assert machine.settings.stat().st_mode & 0o777 == 0o600


END = """
    set -eu
    say() { printf 'damcam: %s\\n' "$*" >&2; }
    within() { "$@"; }
    host= root= unasked= settings=$1 role=$2 release=$3
    . "$4"
    tell_who_may_look
    """
"""The installer's end on the machine itself, which asks the program that is installed."""


@pytest.mark.parametrize(("role", "address"), [("board", "http://10.0.0.7:8000/before"), ("hub", "http://10.0.0.7:8080/before")])
def test_at_its_end_it_prints_where_the_pages_are(system: None, tmp_path: Path, role: str, address: str) -> None:
    words = ["sh", "-c", END, "install", tmp_path / "damcam.toml", role, sys.prefix, INSTALL.with_name("who_may_look.sh")]
    log = "damcam: the log names their addresses"
    for text, told in (
        ('host = "10.0.0.7"', f"127.0.0.1\n{address}\n{log}"),
        ('host = "10.0.0.7"\ntrusted_proxies = 1', "trusted_proxies"),
        ('host = "127.0.0.1"', "only this machine can open the pages"),
    ):
        (tmp_path / "damcam.toml").write_text(f"[web]\n{text}\n")
        ended = subprocess.run(words, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL)
        assert told in ended.stderr
        assert "Traceback" not in ended.stderr
