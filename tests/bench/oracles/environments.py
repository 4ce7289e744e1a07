"""An environment for each of the two other people's draughts packages, for both are imported as `draughts`; kept in .venv-oracles."""

import subprocess
import sys
import venv
from pathlib import Path

PINNED = {"py-draughts": "1.10.1", "pydraughts": "0.6.7"}
"""The versions whose answers and faults the tables hold."""
FOLDER = Path(__file__).resolve().parents[3] / ".venv-oracles"
ANSWERS = Path(__file__).with_name("answers.py")
INSTALLS_IN_S = 300


class NoOracle(Exception):
    """A package that could not be installed; the sentence says which and what to do."""


def python_of(package: str) -> Path:
    """The interpreter that has that package, at its pinned version; NoOracle when it cannot be installed."""
    home = FOLDER / f"{package}-{PINNED[package]}"
    python, ready = home / "bin" / "python", home / "ready"
    if not ready.exists():
        print(f"installing {package} {PINNED[package]} in {home} ...", file=sys.stderr)
        venv.create(home, clear=True, with_pip=True)
        command = [str(python), "-P", "-m", "pip", "install", "-qq", "--disable-pip-version-check", f"{package}=={PINNED[package]}"]
        try:
            subprocess.run(command, timeout=INSTALLS_IN_S, check=True, stderr=subprocess.DEVNULL)
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
            sentence = "could not be installed, which needs the network once; run the command again when there is one"
            raise NoOracle(f"{package} {PINNED[package]} {sentence}") from None
        ready.touch()
    return python


def ask(package: str, mode: str, lines: str) -> str:
    """What `answers.py` prints in that package's environment when it reads the lines."""
    command = [str(python_of(package)), str(ANSWERS), package, mode]
    return subprocess.run(command, input=lines, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, text=True).stdout
