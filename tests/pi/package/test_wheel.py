"""The wheel: one name beside foreign packages of any name, and no Python file of the current folder is executed."""

import re
import subprocess
import zipfile
from contextlib import suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from record.store.journal import Journal, fold
from tests.pi.package.conftest import ROOT, Installed, ran
from tests.support.free_port import free_port
from tests.support.judged import irregular_press
from tests.support.waiting import WITHIN_S, wait_until

START = "W:W31-50:B1-20\n"


def test_one_name_is_installed_with_every_module_page_and_text_of_the_clone(installed: Installed) -> None:
    with zipfile.ZipFile(installed.wheel) as wheel:
        names = wheel.namelist()
    dist_info = f"{'-'.join(installed.wheel.name.split('-')[:2])}.dist-info"
    assert {name.split("/")[0] for name in names} == {"damcam", dist_info}
    houses = {"rules", "clock", "vision", "record", "tournament", "link", "hub", "pi"}
    assert {name.split("/")[2] for name in names if name.startswith("damcam/_house/")} == houses
    assert "pi/package" not in " ".join(names)
    held = {name.removeprefix("damcam/_house/") for name in names}
    files = {path for name in houses for path in (ROOT / name).rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    wanted = {str(path.relative_to(ROOT)) for path in files if not path.is_relative_to(ROOT / "pi" / "package")}
    compiled = {f"{name.removesuffix('.po')}.mo" for name in wanted if name.endswith(".po")}
    assert {name for name in wanted if not name.endswith(".po")} - held == set()
    assert {name for name in held if name.startswith("record/texts/") and not name.endswith(".py")} == compiled
    frames = (ROOT / "tests" / "data" / "sessions" / "first_light" / "frames").iterdir()
    assert {f"pi/demo_session/frames/{frame.name}" for frame in frames} <= held
    assert {"pi/systemd/install", "pi/systemd/damcam-board.service", "pi/systemd/requirements.lock"} <= held


@pytest.mark.usefixtures("long")
def test_the_installed_program_speaks_every_language_and_tells_the_version_of_the_wheel(installed: Installed, tmp_path: Path) -> None:
    told = {lang: ran([installed.damcam, "judge", "--json", "--lang", lang], tmp_path, irregular_press()) for lang in ("en", "nl", "fy")}
    assert len(set(told.values())) == 3
    assert all('"27d"' in answer for answer in told.values())
    assert ran([installed.damcam, "--version"], tmp_path) == f"damcam {installed.wheel.name.split('-')[1]}\n"


def test_foreign_packages_are_neither_overwritten_nor_imported(installed: Installed, tmp_path: Path) -> None:
    for command in ([installed.damcam], [installed.python, "-P", "-m", "damcam"]):
        assert '"from": 31, "to": 27' in ran([*command, "moves", "--json"], tmp_path, START)
    asked = "import damcam, rules, hub; assert rules.FOREIGN and hub.FOREIGN; import importlib.util as u; assert not u.find_spec('record')"
    ran([installed.python, "-P", "-c", asked], tmp_path)


NAMES = ("rules", "hub", "record", "pi", "clock", "vision", "damcam", "flask", "json", "gunicorn", "gevent", "cv2", "numpy")
LEAVES_A_TRACE = "open(__file__ + '.ran', 'w').close()\n"
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


@pytest.fixture
def damcam(installed: Installed) -> Path:
    return installed.damcam


def traces(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.ran"))


@pytest.mark.usefixtures("long")
def test_the_trap_works(trapped: Path, installed: Installed) -> None:
    ran([installed.python, "-c", "import rules"], trapped)
    assert traces(trapped) == ["rules.py.ran"]


@pytest.mark.usefixtures("long")
def test_commands_the_demo_and_its_pages(trapped: Path, damcam: Path) -> None:
    ran([damcam, "--version"], trapped)
    ran([damcam, "moves", "--json"], trapped, "W:W31-50:B1-20\n")
    ran([damcam, "check", ROOT / "tests" / "data" / "games" / "frisian.pdn", "--json"], trapped)
    told = ran([damcam, "demo", "--no-browser", "--no-stay", "--speed", "500", "--port", free_port(), "--out", "out"], trapped)
    assert "serving at http://localhost:" in told
    with Journal.reader(trapped / "out" / "journal.jsonl") as journal:
        assert [ply.move for ply in fold(journal).plies][:2] == ["31-27", "18-23"]
    assert traces(trapped) == []


@pytest.mark.usefixtures("long")
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
    def answer() -> bytes:
        assert serving.poll() is None
        with suppress(URLError), urlopen(url, timeout=WITHIN_S) as page:
            return bytes(page.read())
        return b""

    return wait_until(answer)


def test_whatever_starts_python_starts_it_with_p() -> None:
    folders = ("rules", "clock", "vision", "record", "tournament", "link", "hub", "pi", "systemd", "tests", "docs")
    in_python = [path for folder in folders for path in (ROOT / folder).rglob("*.py") if "node_modules" not in path.parts]
    assert ROOT / "pi" / "machine" / "web_server.py" in in_python
    in_shell = [ROOT / name for name in ("damcam", "systemd/install", "tests/check", "tests/js/run", "tests/run", VIRTUAL_CAMERA)]
    found = [path for path in in_python if IN_PYTHON.search(path.read_text(encoding="utf-8"))]
    found += [path for path in in_shell if IN_SHELL.search(path.read_text(encoding="utf-8"))]
    assert found == []
