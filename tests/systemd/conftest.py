"""A machine that is none: a folder with an os-release, and the few programs that the installer would call there."""

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

INSTALL = Path(__file__).resolve().parents[2] / "systemd" / "install"
PROGRAMS = {
    "id": 'echo "$USER_ID"',
    "date": 'echo . >>"$0.calls" && wc -l <"$0.calls"',
    "df": 'printf "Filesystem Blocks Used Available Use Mounted\\n/dev/x 1 1 %s 1%% /\\n" $((FREE * 1024))',
    "systemd-tmpfiles": "exit 0",
    "systemctl": """
        [ "$1" = -q ] && shift
        root=${1#--root=} what=$2 wants=etc/systemd/system/multi-user.target.wants
        shift 2
        for unit; do
            case $what in
            enable)
                [ -z "$UNIT_FAILS" ] || [ "$(readlink "$root/opt/damcam/current")" = "$(cat "$root/started" 2>/dev/null)" ] || exit 1
                mkdir -p "$root/$wants"
                ln -sfn /etc/systemd/system/$unit.service "$root/$wants/$unit.service"
                readlink "$root/opt/damcam/current" >"$root/started"
                ;;
            disable) rm "$root/$wants/$unit.service" ;;
            esac
        done
        """,
    "chroot": """
        root=$1 program=$2
        shift 2
        echo "$program $*" >>"$root/calls"
        case $program in
        dpkg)
            case $1 in
            -s) [ "$2" != "$LACKS" ] && echo 'Status: install ok installed' ;;
            *) echo "$ARCHITECTURE" ;;
            esac
            ;;
        apt-get) exit 0 ;;
        apt-cache) [ "$2" = "$UNKNOWN" ] || echo "Package: $2" ;;
        env) exit "$APT_STATUS" ;;
        python3)
            case $1 in -P | -I) shift ;; esac
            case $1 in
            -c) exit "$PYTHON_STATUS" ;;
            --version) echo Python 3.14.0 ;;
            *) mkdir -p "$root$4/bin"; [ -n "$(ls "$root$4/source")" ] ;;
            esac
            ;;
        *bin/python)
            case $* in
            *requirements.lock*) exit "$PIP_STATUS" ;;
            *--no-index*) cat "$root"/opt/damcam/releases/*/source/.git_archival.txt >>"$root/calls" 2>&1; exit 0 ;;
            '-P -')
                [ "$TRY_STATUS" = really ] || { grep -q 'def faults' && exit "$TRY_STATUS"; }
                sed "s|/etc/damcam|$root&|" | "$TRY_PYTHON" -P -
                exit
                ;;
            esac
            ;;
        *bin/damcam) echo damcam 9.8.7 ;;
        esac
        """,
}
WELL = ("USER_ID", "APT_STATUS", "PYTHON_STATUS", "PIP_STATUS", "TRY_STATUS")
WORLD = {"FREE": "4000", "ARCHITECTURE": "arm64", **dict.fromkeys(WELL, "0")}


@dataclass(slots=True)
class Machine:
    """`run` starts the installer for the system below `root`, which finds WORLD there and what is said beside it."""

    root: Path
    programs: Path
    wheel: Path
    """What is installed: a whole clone takes longer, and is installed in one test."""

    def command(self, words: Sequence[str | Path], install: Path = INSTALL, *, is_clone: bool = False) -> list[str]:
        wheel = [] if is_clone or {"--wheel", "--remove"} & set(words) else ["--wheel", self.wheel]
        return ["sh", *map(str, [install, "--root", self.root, *wheel, *words])]

    def environment(self, world: dict[str, str]) -> dict[str, str]:
        return {**WORLD, **world, "PATH": f"{self.programs}:{os.environ['PATH']}", "TRY_PYTHON": sys.executable}

    def run(self, *words: str | Path, install: Path = INSTALL, is_clone: bool = False, **world: str) -> subprocess.CompletedProcess[str]:
        command = self.command(words, install, is_clone=is_clone)
        return subprocess.run(command, capture_output=True, text=True, check=False, env=self.environment(world), stdin=subprocess.DEVNULL)

    def tells(self, status: int, sentence: str, *words: str | Path, **more: Any) -> str:
        """It ends with that status and says that; all that it said."""
        told = self.run(*words, **more)
        assert (told.returncode, sentence in told.stderr) == (status, True), told.stderr
        return told.stderr

    def system(self, **release: str) -> None:
        lines = {"ID": "debian", "VERSION_ID": '"13"', "PRETTY_NAME": '"Debian GNU/Linux 13 (trixie)"'} | release
        (self.root / "etc" / "os-release").write_text("".join(f"{k}={v}\n" for k, v in lines.items()), encoding="utf-8")

    def files(self) -> set[str]:
        """What is there besides what every system has; a release under the name NEW."""
        own = {"etc/os-release", "calls", "started"}
        found = {str(path.relative_to(self.root)) for path in self.root.rglob("*") if path.is_symlink() or path.is_file()}
        return {name.replace(self.release(), "NEW") if self.release() else name for name in found - own}

    @property
    def settings(self) -> Path:
        return self.root / "etc/damcam/damcam.toml"

    def calls(self) -> str:
        return (self.root / "calls").read_text(encoding="utf-8")

    def release(self) -> str:
        """The name of the release that counts, or nothing."""
        link = self.root / "opt/damcam/current"
        return os.path.basename(os.readlink(link)) if link.is_symlink() else ""


@pytest.fixture
def machine(system: None, tmp_path: Path) -> Machine:
    (tmp_path / "root" / "etc").mkdir(parents=True)
    programs = tmp_path / "programs"
    programs.mkdir()
    for name, text in PROGRAMS.items():
        (programs / name).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        (programs / name).chmod(0o755)
    made = Machine(tmp_path / "root", programs, tmp_path / "damcam-9.8.7-py3-none-any.whl")
    made.wheel.touch()
    made.system()
    return made
