"""A machine that is none: a folder with an os-release, and the few programs that the installer would call there."""

import os
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

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
            '-P -') grep -q 'def faults' && exit "$TRY_STATUS" ;;
            esac
            ;;
        *bin/damcam) if [ "$1" = completion ]; then echo "# completes in $2"; else echo damcam 9.8.7; fi ;;
        esac
        """,
}


@dataclass(slots=True)
class Machine:
    """`run` starts the installer for the system below `root`; `world` is what it finds there."""

    root: Path
    programs: Path
    world: dict[str, str] = field(
        default_factory=lambda: {
            "USER_ID": "0",
            "FREE": "4000",
            "ARCHITECTURE": "arm64",
            "LACKS": "",
            "UNKNOWN": "",
            "APT_STATUS": "0",
            "PYTHON_STATUS": "0",
            "PIP_STATUS": "0",
            "TRY_STATUS": "0",
            "UNIT_FAILS": "",
        }
    )

    def run(self, *words: str | Path, install: Path = INSTALL, **world: str) -> subprocess.CompletedProcess[str]:
        environment = {**self.world, **world, "PATH": f"{self.programs}:{os.environ['PATH']}"}
        command = ["sh", str(install), "--root", str(self.root), *map(str, words)]
        return subprocess.run(command, capture_output=True, text=True, check=False, env=environment, stdin=subprocess.DEVNULL)

    def system(self, **release: str) -> None:
        lines = {"ID": "debian", "VERSION_ID": '"13"', "PRETTY_NAME": '"Debian GNU/Linux 13 (trixie)"'} | release
        (self.root / "etc" / "os-release").write_text("".join(f"{k}={v}\n" for k, v in lines.items()), encoding="utf-8")

    def files(self) -> set[str]:
        """What is there besides what every system has; a release under the name NEW."""
        own = {"etc/os-release", "calls", "started"}
        found = {str(path.relative_to(self.root)) for path in self.root.rglob("*") if path.is_symlink() or path.is_file()}
        return {name.replace(self.release(), "NEW") if self.release() else name for name in found - own}

    def release(self) -> str:
        """The name of the release that counts, or nothing."""
        link = self.root / "opt/damcam/current"
        return os.path.basename(os.readlink(link)) if link.is_symlink() else ""


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    (tmp_path / "root" / "etc").mkdir(parents=True)
    programs = tmp_path / "programs"
    programs.mkdir()
    for name, text in PROGRAMS.items():
        (programs / name).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        (programs / name).chmod(0o755)
    made = Machine(tmp_path / "root", programs)
    made.system()
    return made
