"""Python files in the current folder are not executed, whatever they are called: not by a command, not by what it starts."""

import re
import subprocess
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from record.store.journal import Journal, fold
from tests.free_port import free_port
from tests.pi.package.conftest import ROOT, Installed, ran

NAMES = ("rules", "hub", "record", "pi", "clock", "vision", "damcam", "flask", "json", "gunicorn", "gevent", "cv2", "numpy")
LEAVES_A_TRACE = "open(__file__ + '.ran', 'w').close()\n"
WITHIN_S = 60.0
VIRTUAL_CAMERA = "tests/vision/camera/virtual_camera/make_root"
IN_PYTHON = re.compile(r'sys\.executable, (?!"-P")')
IN_SHELL = re.compile(r'(?:python3?|\$(?:python|name|1))"? -(?:[cmW]\b| )')
"""How a program that starts Python without -P looks."""


@pytest.fixture
def trapped(tmp_path: Path) -> Path:
    """A folder with a Python file for each name, which leaves a trace when it is executed."""
    for name in NAMES:
        (tmp_path / f"{name}.py").write_text(LEAVES_A_TRACE)
    return tmp_path


@pytest.fixture(params=["wheel", pytest.param("clone", marks=pytest.mark.slow)])
def damcam(request: pytest.FixtureRequest) -> Path:
    """The command, installed from the wheel, and as the clone runs it."""
    if request.param == "clone":
        return ROOT / ".venv" / "bin" / "damcam"
    installed: Installed = request.getfixturevalue("installed")
    return installed.damcam


def traces(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.ran"))


def test_the_trap_works(trapped: Path, installed: Installed) -> None:
    ran([installed.python, "-c", "import rules"], trapped)
    assert traces(trapped) == ["rules.py.ran"]


def test_commands(trapped: Path, damcam: Path) -> None:
    ran([damcam, "--version"], trapped)
    ran([damcam, "moves", "--json"], trapped, "W:W31-50:B1-20\n")
    ran([damcam, "check", ROOT / "tests" / "data" / "games" / "frisian.pdn", "--json"], trapped)
    ran([damcam, "read", ROOT / "tests" / "data" / "sessions" / "first_light" / "frames" / "0000.jpg", "--json"], trapped)
    assert traces(trapped) == []


def test_the_demo_and_its_pages(trapped: Path, damcam: Path) -> None:
    told = ran([damcam, "demo", "--no-browser", "--no-stay", "--speed", "500", "--port", free_port(), "--out", "out"], trapped)
    assert "serving at http://localhost:" in told
    with Journal.reader(trapped / "out" / "journal.sqlite") as journal:
        assert [ply.move for ply in fold(journal).plies][:2] == ["31-27", "18-23"]
    assert traces(trapped) == []


def test_the_hub(trapped: Path, damcam: Path) -> None:
    (trapped / "state").mkdir()
    port = free_port()
    serving = subprocess.Popen([damcam, "hub", "state", "--port", str(port)], cwd=trapped, stderr=subprocess.DEVNULL)
    try:
        assert b"<html" in first_answer(f"http://127.0.0.1:{port}/", serving)
    finally:
        serving.terminate()
        assert serving.wait(WITHIN_S) == 0
    assert traces(trapped) == []


def first_answer(url: str, serving: "subprocess.Popen[bytes]") -> bytes:
    until = time.monotonic() + WITHIN_S
    while True:
        try:
            with urlopen(url, timeout=WITHIN_S) as page:
                return bytes(page.read())
        except URLError:
            if time.monotonic() > until or serving.poll() is not None:
                raise
            time.sleep(0.1)


def test_whatever_starts_python_starts_it_with_p() -> None:
    folders = ("rules", "clock", "vision", "record", "hub", "pi", "systemd", "tests", "docs")
    in_python = [path for folder in folders for path in (ROOT / folder).rglob("*.py") if "node_modules" not in path.parts]
    assert ROOT / "pi" / "machine" / "web_server.py" in in_python
    in_shell = [ROOT / name for name in ("damcam", "systemd/install", "tests/check", "tests/js/run", "tests/run", VIRTUAL_CAMERA)]
    found = [path for path in in_python if IN_PYTHON.search(path.read_text(encoding="utf-8"))]
    found += [path for path in in_shell if IN_SHELL.search(path.read_text(encoding="utf-8"))]
    assert found == []
