"""The installer, the units and the program in a Debian made for it; needs root, a network and debootstrap."""

import json
import os
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.support.debian_root import make_root, run
from tests.support.waiting import WITHIN_S, wait_until

pytestmark = [pytest.mark.usefixtures("long"), pytest.mark.timeout(1800)]

CLONE = Path(__file__).resolve().parents[2]
SUITE = "trixie"
"""Raspberry Pi OS is built from it."""
PACKAGES = "ca-certificates,python3,python3-venv,systemd,udev"
"""What every Raspberry Pi OS has and the smallest Debian has not."""
BOOT = """
set -e
mount --make-rprivate /
mount --bind "$0" "$0"
mount -t proc proc "$0/proc"
mount -t sysfs -o ro sysfs "$0/sys"
mount -t cgroup2 cgroup2 "$0/sys/fs/cgroup"
for folder in run tmp dev/shm; do mount -t tmpfs tmpfs "$0/$folder"; done
cd "$0"
mkdir -p old
pivot_root . old
umount -l /old
exec env -i container=other /lib/systemd/systemd </dev/null
"""
"""In namespaces of its own, with the root as first word: that Debian's systemd as process 1."""
MAY = {
    "journal", "pipe of lgpio", "picture", "callback from C", "web server", "worker's heartbeat", "greenlet", "child", "settings",
    "machine in /proc",
}  # fmt: skip
MAY_ASK_THE_KERNEL = MAY | {"udev's messages"}
MAY_AS_COPY = (MAY - {"web server"}) | {"stick"}


FIRST_SIGN_IN = "/var/lib/damcam/first-sign-in.json"
ENROLS = """
from pathlib import Path
from damcam.folders import make_importable
make_importable()
from hub.broker.hall import Hall
print(Hall(Path("/var/lib/damcam")).enroll("7", ("127.0.0.1",)).written())
"""
"""Makes the file of a board, as the hub's page does."""
SERVICES = [f"damcam-{name}" for name in ("board", "copy", "pages", "uplink", "hub", "broker")]
PROBE = Path(__file__).with_name("probe.py")


@pytest.fixture(scope="module")
def debian(needs_root: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    root = tmp_path_factory.mktemp("debian") / "root"
    make_root(root, SUITE, PACKAGES)
    # else that Debian's systemd would make this machine forget which emulators it runs foreign programs with: all roots share them
    run("ln", "-s", "/dev/null", f"{root}/etc/systemd/system/systemd-binfmt.service")
    yield root
    run("rm", "-rf", root)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(CLONE / ".venv/bin/python", "-P", "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", folder, CLONE)
    return next(folder.glob("damcam-*.whl"))


def idle_wheel(folder: Path, requires: str = "flask") -> Path:
    """A damcam that ends as soon as it is started."""
    file = folder / "damcam-9.0.0-py3-none-any.whl"
    files = {
        "damcam/__init__.py": "",
        "damcam/folders.py": "def make_importable(): ...\n",
        "pi/__init__.py": "",
        "pi/setup/__init__.py": "",
        "pi/setup/loading.py": "class SettingsError(ValueError): ...\ndef load_settings(path): ...\n",
        "damcam-9.0.0.dist-info/METADATA": f"Metadata-Version: 2.1\nName: damcam\nVersion: 9.0.0\nRequires-Dist: {requires}\n",
        "damcam-9.0.0.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "damcam-9.0.0.dist-info/entry_points.txt": "[console_scripts]\ndamcam = sys:exit\n",
        "damcam-9.0.0.dist-info/RECORD": "",
    }
    with zipfile.ZipFile(file, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return file


def within(debian: Path, *words: str | Path, **more: object) -> subprocess.CompletedProcess[str]:
    return run("chroot", debian, *words, **more)


def installed(debian: Path, *words: str | Path, status: int = 0) -> str:
    """What the installer said; it must have ended so."""
    told = run(CLONE / "systemd" / "install", "--root", debian, *words)
    assert told.returncode == status, told.stderr
    return told.stderr


def test_install_upgrade_and_remove(debian: Path, wheel: Path) -> None:
    told = installed(debian)
    assert "is installed" in told
    assert "nobody was there to ask: only this machine can open the pages" in told
    first = os.readlink(debian / "opt/damcam/current")
    _judged(debian)
    legal = within(debian, "damcam", "moves", "--rules", "frisian", input="W:W31-50:B1-20\n")
    assert legal.stdout.count('"from"') == 9
    _owned(debian)

    (debian / "etc/damcam/damcam.toml").write_text("[web]\nport = 8100\n", encoding="utf-8")
    told = installed(debian, "--hub", "--wheel", wheel)
    assert "in the place of" in told
    assert "others in this network can open the pages" in told
    assert within(debian, "dpkg", "-s", "avahi-daemon").returncode == 0
    assert within(debian, "dpkg", "-s", "mosquitto").returncode == 0
    second = os.readlink(debian / "opt/damcam/current")
    assert second != first
    assert [f"/opt/damcam/releases/{path.name}" for path in (debian / "opt/damcam/releases").iterdir()] == [second]
    assert "8100" in (debian / "etc/damcam/damcam.toml").read_text(encoding="utf-8")
    wanted = debian / "etc/systemd/system/multi-user.target.wants"
    assert not (wanted / "mosquitto.service").exists(), "the one that Debian starts by itself"
    assert {path.name for path in wanted.glob("damcam-*")} == {"damcam-board.service", "damcam-hub.service"}

    _refused(debian, wheel)
    assert os.readlink(debian / "opt/damcam/current") == second

    installed(debian, "--remove")
    assert not (debian / "opt/damcam").exists()
    assert not list(wanted.glob("damcam-*"))
    assert (debian / "etc/damcam/damcam.toml").exists()
    installed(debian, "--remove", "--purge", "--yes")
    assert not (debian / "etc/damcam").exists()
    assert "damcam" not in (debian / "etc/passwd").read_text(encoding="utf-8")


def _judged(debian: Path) -> None:
    """The systemd of that Debian finds nothing wrong with units and rules."""
    units = [f"damcam-{name}.service" for name in ("board", "broker", "copy", "hub", "uplink")]
    told = within(debian, "systemd-analyze", "verify", *units, "damcam-uplink.path")
    assert (told.returncode, told.stderr) == (0, "")
    rules = within(debian, "udevadm", "verify", "/etc/udev/rules.d/60-damcam.rules")
    assert rules.returncode == 0, rules.stderr


def _owned(debian: Path) -> None:
    """Settings and games belong to root and the service's user, and to nobody else."""
    told = within(debian, "stat", "-c", "%U:%G %a", "/etc/damcam", "/etc/damcam/damcam.toml", "/var/lib/damcam")
    assert told.stdout.splitlines() == ["root:damcam 750", "root:damcam 640", "damcam:damcam 750"]
    assert {"damcam", "video", "gpio"} == set(within(debian, "id", "-nG", "damcam").stdout.split())


def _refused(debian: Path, wheel: Path) -> None:
    """A release that would not start is not put in: settings it cannot read, packages it does not have."""
    settings = debian / "etc/damcam/damcam.toml"
    settings.write_text("[web]\nprot = 8100\n", encoding="utf-8")
    assert "'prot'" in installed(debian, "--wheel", wheel, status=1)
    settings.write_text("", encoding="utf-8")
    needy = idle_wheel(wheel.parent, "flask>=99")
    assert "requirements.lock does not hold flask>=99" in installed(debian, "--wheel", needy, status=1)


@pytest.fixture
def booted(debian: Path) -> Iterator[Callable[..., subprocess.CompletedProcess[str]]]:
    """Runs a command in the Debian as it stands, with a damcam of its own, its services and its systemd up."""
    installed(debian)
    run("systemctl", f"--root={debian}", "enable", "damcam-hub")
    within(debian, "apt-get", "install", "-qq", "-y", "--no-install-recommends", "mosquitto")
    run("systemctl", f"--root={debian}", "disable", "mosquitto")
    program = Path(f"{debian}{os.readlink(debian / 'opt/damcam/current')}/bin/damcam")
    run("cp", program, program.with_name("damcam.own"))
    run("install", "-m", "755", PROBE, program)
    within(debian, "install", "-d", "-o", "damcam", "/media/stick")
    run("mknod", "-m", "666", debian / "dev/probe-foreign", "c", "10", "200")
    tree = next((line.split()[1] for line in Path("/proc/self/mounts").read_text().splitlines() if line.split()[2] == "cgroup2"), None)
    assert tree, "no cgroup2 file system is mounted here, which systemd needs; run the tests where one is"
    group = Path(tree, f"damcam-{os.getpid()}")
    run("mkdir", group)
    enter = 'echo $$ >"$0/cgroup.procs"; exec unshare --mount --pid --cgroup --uts --ipc --fork sh -c "$1" "$2"'
    machine = subprocess.Popen(["sh", "-c", enter, group, BOOT, debian])
    first = wait_until(lambda: _first_process(group))

    def inside(*words: str | Path) -> subprocess.CompletedProcess[str]:
        return run("nsenter", "-t", first, "-m", "-p", "-C", "-u", "-i", "env", "-i", "PATH=/usr/sbin:/usr/bin", *words)

    try:
        _all_active(inside)
        yield inside
    finally:
        run("kill", "-KILL", first)
        machine.wait()
        wait_until(lambda: run("find", group, "-depth", "-type", "d", "-exec", "rmdir", "{}", "+").returncode == 0)


def _all_active(booted: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    wait_until(
        lambda: booted("systemctl", "is-active", *SERVICES).stdout.split() == ["active"] * len(SERVICES),
        lambda: booted("systemctl", "status", *SERVICES),
    )


def _first_process(group: Path) -> str:
    """The number of the systemd that was started in a group; it has moved into one below."""
    for number in [number for file in group.rglob("cgroup.procs") for number in file.read_text().split()]:
        with suppress(FileNotFoundError, ProcessLookupError):  # it has ended by now
            if Path(f"/proc/{number}/comm").read_text() == "systemd\n":
                return number
    return ""


def _hub_serves(debian: Path, booted: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    """The program itself under the unit of the hub: it serves, and its loop is heard. Afterwards the probe is in its place again."""
    program = Path(f"{debian}{os.readlink(debian / 'opt/damcam/current')}/bin/damcam")

    def watched() -> str:
        return booted("systemctl", "show", "-P", "WatchdogTimestampMonotonic", "damcam-hub").stdout

    run("cp", program.with_name("damcam.own"), program)
    booted("systemctl", "restart", "damcam-hub")
    before = watched()
    wait_until(lambda: watched() != before, lambda: booted("systemctl", "status", "damcam-hub").stdout)
    with urlopen("http://127.0.0.1:8080/", timeout=WITHIN_S) as page:
        assert b'data-events="/wall/events?' in page.read()
    assert booted("systemctl", "show", "-P", "NRestarts", "damcam-hub").stdout == "0\n"
    assert booted("stat", "-c", "%U %a", FIRST_SIGN_IN).stdout == "damcam 600\n"
    assert f"with the code in {FIRST_SIGN_IN}" in booted("journalctl", "-u", "damcam-hub").stdout
    _broker_takes_the_mirror(booted)
    _board_joins_by_a_stick(debian, booted)
    run("install", "-m", "755", PROBE, program)
    booted("systemctl", "restart", "damcam-hub")


def _broker_takes_the_mirror(booted: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    """Mosquitto itself under its unit, set up by it, and the mirror that is connected to it, and may be killed beside the pages."""

    def log() -> str:
        return booted("journalctl", "-u", "damcam-broker", "-u", "damcam-hub").stdout

    def is_connected() -> bool:
        return "mirror: connected to the broker" in booted("systemctl", "show", "-P", "StatusText", "damcam-hub").stdout

    def processes() -> dict[str, str]:
        """The numbers of the hub's processes with their scores for the system that is short of memory."""
        main = booted("systemctl", "show", "-P", "MainPID", "damcam-hub").stdout.strip()
        children = booted("cat", f"/proc/{main}/task/{main}/children").stdout.split()
        return {number: booted("cat", f"/proc/{number}/oom_score_adj").stdout.strip() for number in children}

    wait_until(is_connected, log)
    before = processes()
    assert sorted(before.values()) == ["400", "500"]
    (mirror,) = (number for number, score in before.items() if score == "400")
    booted("sh", "-c", f"kill -KILL {mirror}")  # a small Debian has no other kill than its shell's
    wait_until(lambda: len(processes().keys() - before.keys()) == 1 and is_connected(), log)
    assert before.keys() - processes().keys() == {mirror}
    assert booted("systemctl", "show", "-P", "NRestarts", "damcam-broker", "damcam-hub").stdout.split() == ["0", "0"], log()
    assert booted("stat", "-c", "%U %a", "/var/lib/damcam/broker/certificate.key").stdout == "damcam 600\n"
    assert booted("stat", "-c", "%U %a", "/run/damcam-broker").stdout == "damcam 700\n"


def _board_joins_by_a_stick(debian: Path, booted: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    """The uplink under its unit takes the file that lies on a stick when it starts."""
    made = booted("/opt/damcam/current/bin/python", "-P", "-c", ENROLS)
    assert made.returncode == 0, made.stderr
    (debian / "media/stick/damcam-7.json").write_text(made.stdout, encoding="utf-8")
    booted("systemctl", "restart", "damcam-uplink")
    wait_until(
        lambda: "connected to the broker" in booted("systemctl", "show", "-P", "StatusText", "damcam-uplink").stdout,
        lambda: booted("journalctl", "-u", "damcam-uplink").stdout,
    )
    assert booted("stat", "-c", "%U %a", "/var/lib/damcam/enrolment.json").stdout == "damcam 600\n"


def _stick_is_seen(booted: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    """The service of the second copy writes on what is mounted while it runs, and keeps nobody from unmounting it."""
    booted("mount", "--make-rshared", "/")  # as every systemd has it that is not in a container
    booted("systemctl", "restart", "damcam-copy")
    for _ in range(2):
        assert booted("mount", "-t", "tmpfs", "tmpfs", "/media/stick").returncode == 0
        copy = booted("systemctl", "show", "-P", "MainPID", "damcam-copy").stdout.strip()
        wrote = booted("nsenter", "-t", copy, "-m", "touch", "/media/stick/new")
        assert wrote.returncode == 0, wrote.stderr
        assert booted("ls", "/media/stick").stdout == "new\n"
        assert booted("umount", "/media/stick").returncode == 0
        assert "new" not in booted("nsenter", "-t", copy, "-m", "ls", "/media/stick").stdout


def test_units_under_their_own_systemd(debian: Path, booted: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path) -> None:
    every = [("run", MAY_ASK_THE_KERNEL, 1024), ("copy", MAY_AS_COPY, 1024), ("pages", MAY, 16384), ("hub", MAY_ASK_THE_KERNEL, 16384)]
    every += [("uplink", MAY_ASK_THE_KERNEL, 1024), ("hub-broker", MAY_ASK_THE_KERNEL, 2048)]
    for command, may, files in every:
        report = json.loads((debian / f"var/lib/damcam/{command}.json").read_text(encoding="utf-8"))
        assert report.pop("files") == files
        assert {name for name, came in report.items() if came} == may

    _hub_serves(debian, booted)
    _stick_is_seen(booted)

    booted("systemctl", "kill", "--signal=KILL", "damcam-board")
    wait_until(lambda: booted("systemctl", "show", "-P", "NRestarts", "damcam-board").stdout == "1\n")
    wait_until(lambda: booted("systemctl", "is-active", "damcam-board").stdout == "active\n")

    before = os.readlink(debian / "opt/damcam/current")
    run("cp", "-r", CLONE / "systemd", idle_wheel(tmp_path), debian / "root")
    run("cp", CLONE / "requirements.lock", debian / "root/systemd/")
    told = booted("/root/systemd/install", "--wheel", "/root/damcam-9.0.0-py3-none-any.whl")
    assert (told.returncode, "the version before is in its place again" in told.stderr) == (1, True), told.stderr
    assert os.readlink(debian / "opt/damcam/current") == before
    _all_active(booted)
