"""damcam installed from its wheel beside foreign packages called `rules` and `hub`, without a network."""

import os
import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True, slots=True)
class Installed:
    """An environment with damcam's wheel, and `packages`, the folder that the wheel was put into."""

    home: Path
    packages: Path
    wheel: Path

    @property
    def damcam(self) -> Path:
        return self.home / "bin" / "damcam"

    @property
    def python(self) -> Path:
        return self.home / "bin" / "python"


@pytest.fixture(scope="session")
def installed(system: None, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Other packages are those of the environment of the tests; each foreign package has the constant FOREIGN."""
    folder = tmp_path_factory.mktemp("installed")
    build = [sys.executable, "-P", "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    home = folder / "environment"
    venv.create(home)
    (packages,) = home.glob("lib/python*/site-packages")
    (packages / "others.pth").write_text(f"{sysconfig.get_paths()['purelib']}\n")
    for name in ("rules", "hub"):
        (packages / name).mkdir()
        (packages / name / "__init__.py").write_text("FOREIGN = True\n")
    install = [sys.executable, "-P", "-m", "pip", "--python", str(home), "install", "-qq", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    return Installed(home, packages, wheel)


def ran(command: list[str | Path], folder: Path, said: str | None = None, status: int = 0) -> str:
    """What the command prints in that folder, on both streams; it must end with that status. PYTHONPATH is not handed on."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        list(map(str, command)), cwd=folder, input=said or "", capture_output=True, text=True, check=False, env=environment
    )
    told = done.stdout + done.stderr
    assert done.returncode == status, told
    return told
