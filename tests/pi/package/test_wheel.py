"""The wheel: one name, beside foreign packages of any name, and all that the commands need."""

import zipfile
from pathlib import Path

from tests.pi.package.conftest import ROOT, Installed, ran

START = "W:W31-50:B1-20\n"


def test_one_name_is_installed(installed: Installed) -> None:
    with zipfile.ZipFile(installed.wheel) as wheel:
        names = wheel.namelist()
    dist_info = f"{'-'.join(installed.wheel.name.split('-')[:2])}.dist-info"
    assert {name.split("/")[0] for name in names} == {"damcam", dist_info}
    assert {name.split("/")[2] for name in names if name.startswith("damcam/_house/")} == {
        "rules", "clock", "vision", "record", "hub", "pi",
    }  # fmt: skip
    assert "pi/package" not in " ".join(names)


def test_every_module_page_and_text_of_the_clone_is_in_the_wheel(installed: Installed) -> None:
    with zipfile.ZipFile(installed.wheel) as wheel:
        held = {name.removeprefix("damcam/_house/") for name in wheel.namelist()}
    folders = [ROOT / name for name in ("rules", "clock", "vision", "record", "hub", "pi")]
    files = {path for folder in folders for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    wanted = {str(path.relative_to(ROOT)) for path in files if not path.is_relative_to(ROOT / "pi" / "package")}
    compiled = {f"{name.removesuffix('.po')}.mo" for name in wanted if name.endswith(".po")}
    assert {name for name in wanted if not name.endswith(".po")} - held == set()
    assert {name for name in held if name.startswith("record/texts/") and not name.endswith(".py")} == compiled
    frames = (ROOT / "tests" / "data" / "sessions" / "first_light" / "frames").iterdir()
    assert {f"pi/demo_session/frames/{frame.name}" for frame in frames} <= held
    assert {"pi/systemd/install", "pi/systemd/damcam-board.service", "pi/systemd/requirements.lock"} <= held


def test_the_installed_program_speaks_every_language(installed: Installed, tmp_path: Path) -> None:
    for lang, legal in (
        ("nl", "31-26 is een reglementaire zet."),
        ("fy", "31-26 is in reglemintêre set."),
        ("en", "31-26 is a legal move."),
    ):
        assert legal in ran([installed.damcam, "why", "--json", "--lang", lang, "W:W31:B20", "31-26"], tmp_path)


def test_foreign_packages_are_neither_overwritten_nor_imported(installed: Installed, tmp_path: Path) -> None:
    assert '"from": 31, "to": 27' in ran([installed.damcam, "moves", "--json"], tmp_path, START)
    assert '"from": 31, "to": 27' in ran([installed.python, "-P", "-m", "damcam", "moves", "--json"], tmp_path, START)
    asked = "import damcam, rules, hub; assert rules.FOREIGN and hub.FOREIGN; import importlib.util as u; assert not u.find_spec('record')"
    ran([installed.python, "-P", "-c", asked], tmp_path)


def test_the_version_is_that_of_the_wheel(installed: Installed, tmp_path: Path) -> None:
    assert ran([installed.damcam, "--version"], tmp_path) == f"damcam {installed.wheel.name.split('-')[1]}\n"
