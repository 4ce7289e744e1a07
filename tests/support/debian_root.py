"""A small Debian in a folder, made by debootstrap, in which the tests run programs. All of this needs root and a network."""

import os
import re
import shutil
import subprocess
from pathlib import Path

FILES = ("/etc/resolv.conf", "/etc/hosts", "/etc/pip.conf", "/etc/ssl/certs/ca-certificates.crt")
"""This machine's way to the network, which the Debian in the folder takes too."""
WAY_OUT = re.compile(r"(?i)(https?|no)_proxy|pip_cert|node_extra_ca_certs|ssl_cert_file|requests_ca_bundle")
"""The environment variables of this way."""
MOUNTED = """
mount --make-rprivate /
mount -t proc proc "$0/proc"
mount --rbind /dev "$0/dev"
mount -t sysfs sysfs "$0/sys"
for folder in tmp dev/shm; do mount -t tmpfs -o mode=1777 tmpfs "$0/$folder"; done
root=$0 user=$1 home=$2 folder=$3
shift 3
exec chroot "$root" setpriv --reuid="$user" --regid="$user" --init-groups env -i -C "$folder" HOME="$home" USER="$user" LOGNAME="$user" \\
    LANG=C.UTF-8 "$@"
"""
"""In namespaces of its own, which end with it: runs a command as that user, with the environment of no other program."""


def run(*words: str | Path, **more: object) -> subprocess.CompletedProcess[str]:
    """Run a command of this machine."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_FIND", "PIP_EXTRA", "VIRTUAL_ENV"))}
    if "input" not in more:
        more["stdin"] = subprocess.DEVNULL  # else a program asks at the terminal of the person who runs the tests
    command = list(map(str, words))
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment, **more)  # type: ignore[call-overload]


def make_root(root: Path, suite: str, packages: str) -> None:
    """Make a minimal Debian of that suite in the folder, with these packages (separated by commas) and a network."""
    assert shutil.which("debootstrap"), "a Debian cannot be made without debootstrap; run: sudo apt install debootstrap"
    mirrors = run("apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", "Origin: Debian", "Label: Debian")
    made = run("debootstrap", "--variant=minbase", f"--include={packages}", suite, root, *mirrors.stdout.split()[:1])
    assert made.returncode == 0, made.stdout[-2000:]
    for file in FILES:
        if os.path.exists(file):
            run("cp", "-L", file, f"{root}{file}")


def run_as(root: Path, user: str, folder: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command in that Debian as that user, in that folder of the Debian, with the PATH of Debian's own profile.

    Standard error goes to `stdout`.
    """
    home = "/root" if user == "root" else f"/home/{user}"
    path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" if user == "root" else "/usr/local/bin:/usr/bin:/bin"
    way_out = [f"{name}={value}" for name, value in os.environ.items() if WAY_OUT.fullmatch(name)]
    enter = ("unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-euc", MOUNTED, str(root), user, home, folder)
    command = [*enter, *way_out, f"PATH={path}", *words]
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
