"""The version of damcam, as `damcam --version` tells it. What is slow to import is imported when the version is asked for."""

import argparse
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pi

ROOT = Path(pi.__file__).resolve().parents[1]
ANSWERS_WITHIN_S = 5.0
_DESCRIBED = re.compile(r"v(?P<tag>[0-9.]+)-(?P<commits>[0-9]+)-(?P<node>g[0-9a-f]{9})[0-9a-f]*")


class TellVersion(argparse.Action):
    """The option `--version`: prints the version and ends the program. The version is found only then."""

    def __init__(self, option_strings: Sequence[str], **_given: Any) -> None:
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, help="show program's version number and exit")

    def __call__(self, parser: argparse.ArgumentParser, *_asked: Any) -> None:
        print(f"damcam {told_version(ROOT)}")
        parser.exit()


def told_version(root: Path) -> str:
    """Return the version of the clone at `root` from git, or the installed version if git gives none.

    The installed version of a clone's environment is that of the day on which the environment was made.
    """
    if (root / ".git").exists() and (told := _of_git(root)):
        return told
    from importlib.metadata import version

    return version("damcam")


def _of_git(root: Path) -> str | None:
    """Return the version of a wheel built from the commit: the tag, or the tag and the commits after it; None without git or tag."""
    import subprocess

    command = ["git", f"--git-dir={root / '.git'}", "describe", "--tags", "--long", "--abbrev=40", "--match=v[0-9]*"]
    try:
        told = subprocess.run(command, capture_output=True, text=True, timeout=ANSWERS_WITHIN_S, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    found = _DESCRIBED.fullmatch(told.strip())
    if not found:
        return None
    return found["tag"] if found["commits"] == "0" else f"{found['tag']}.post{found['commits']}+{found['node']}"
