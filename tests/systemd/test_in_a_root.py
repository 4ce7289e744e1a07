"""The installer, the units and the program in a Debian made for it; needs root, a network and debootstrap."""

import os
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]

CLONE = Path(__file__).resolve().parents[2]
SUITE = "trixie"
"""Raspberry Pi OS is built from it."""
PACKAGES = "ca-certificates,python3,python3-venv,systemd,udev"
"""What every Raspberry Pi OS has and the smallest Debian has not."""


def run(*words: str | Path, **more: object) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_FIND", "PIP_EXTRA", "VIRTUAL_ENV"))}
    command = [*([] if os.geteuid() == 0 else ["sudo", "-n", "-E"]), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment, **more)  # type: ignore[call-overload]


@pytest.fixture(scope="module")
def debian(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    assert shutil.which("debootstrap"), "a Debian to install into cannot be made without debootstrap; run: sudo apt install debootstrap"
    root = tmp_path_factory.mktemp("debian") / "root"
    mirrors = run("apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", "Origin: Debian", "Label: Debian")
    made = run("debootstrap", "--variant=minbase", f"--include={PACKAGES}", SUITE, root, *mirrors.stdout.split()[:1])
    assert made.returncode == 0, made.stdout[-2000:]
    for file in ("/etc/resolv.conf", "/etc/hosts", "/etc/pip.conf", "/etc/ssl/certs/ca-certificates.crt"):  # this machine's way out
        if os.path.exists(file):
            run("cp", "-L", file, f"{root}{file}")
    yield root
    run("rm", "-rf", root)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(CLONE / ".venv/bin/python", "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", folder, CLONE)
    return next(folder.glob("damcam-*.whl"))


def within(debian: Path, *words: str | Path, **more: object) -> subprocess.CompletedProcess[str]:
    return run("chroot", debian, *words, **more)


def installed(debian: Path, *words: str | Path) -> str:
    """What the installer said; it must have done what it was told."""
    told = run(CLONE / "systemd" / "install", "--root", debian, *words)
    assert told.returncode == 0, told.stderr
    return told.stderr


def test_install_upgrade_and_remove(debian: Path, wheel: Path) -> None:
    assert "is installed" in installed(debian)
    first = os.readlink(debian / "opt/damcam/current")
    _judged(debian)
    legal = within(debian, "damcam", "moves", "--rules", "frisian", input="W:W31-50:B1-20\n")
    assert legal.stdout.count('"from"') == 9
    _owned(debian)

    (debian / "etc/damcam/damcam.toml").write_text("[web]\nport = 8100\n", encoding="utf-8")
    assert "in the place of" in installed(debian, "--hub", "--wheel", wheel)
    second = os.readlink(debian / "opt/damcam/current")
    assert second != first
    assert [f"/opt/damcam/releases/{path.name}" for path in (debian / "opt/damcam/releases").iterdir()] == [second]
    assert "8100" in (debian / "etc/damcam/damcam.toml").read_text(encoding="utf-8")
    wanted = debian / "etc/systemd/system/multi-user.target.wants"
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
    units = ("damcam-board.service", "damcam-hub.service")
    told = within(debian, "systemd-analyze", "verify", *units)
    assert (told.returncode, told.stderr) == (0, "")
    security = within(debian, "systemd-analyze", "security", "--offline=true", "--threshold=20", *units)
    assert security.returncode == 0, security.stdout
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
    told = run(CLONE / "systemd" / "install", "--root", debian, "--wheel", wheel)
    assert (told.returncode, "'prot'" in told.stderr) == (1, True), told.stderr
    settings.write_text("", encoding="utf-8")
    needy = wheel.with_name("damcam-9.0.0-py3-none-any.whl")
    with zipfile.ZipFile(needy, "w") as archive:
        archive.writestr(
            "damcam-9.0.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: damcam\nVersion: 9.0.0\nRequires-Dist: flask>=99\n"
        )
        archive.writestr("damcam-9.0.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr("damcam-9.0.0.dist-info/entry_points.txt", "[console_scripts]\ndamcam = sys:exit\n")
        archive.writestr("damcam-9.0.0.dist-info/RECORD", "")
    told = run(CLONE / "systemd" / "install", "--root", debian, "--wheel", needy)
    assert (told.returncode, "requirements.lock does not hold flask>=99" in told.stderr) == (1, True), told.stderr
