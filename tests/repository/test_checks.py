"""What runs before a commit and before the tests is one script, and the floors of coverage are held."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests import floors

ROOT = Path(__file__).resolve().parents[2]
CONFIGURATION = ROOT / ".pre-commit-config.yaml"
CHECKS = ("style", "types", "imports", "shell", "javascript")


def pre_commit(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    environment = os.environ | {"PRE_COMMIT_HOME": str(folder)}
    return subprocess.run(
        [sys.executable, "-P", "-m", "pre_commit", *words], cwd=ROOT, capture_output=True, text=True, check=False, env=environment
    )


def test_the_hooks_are_valid_and_call_the_script_that_the_tests_call(system: None, tmp_path: Path) -> None:
    valid = pre_commit(tmp_path, "validate-config", str(CONFIGURATION))
    assert valid.returncode == 0, valid.stdout + valid.stderr
    (repository,) = yaml.safe_load(CONFIGURATION.read_text(encoding="utf-8"))["repos"]
    assert [hook["entry"] for hook in repository["hooks"]] == [f"tests/check {name}" for name in CHECKS]
    assert {hook["language"] for hook in repository["hooks"]} == {"system"}
    calls = re.findall(r"^(?!#).*tests/check ([a-z ]+[a-z])", (ROOT / "tests" / "run").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(" ".join(calls).split()) == set(CHECKS)
    assert f"set -- {' '.join(CHECKS)}\n" in (ROOT / "tests" / "check").read_text(encoding="utf-8")


def test_an_unknown_check_is_wrong_usage(system: None) -> None:
    done = subprocess.run([ROOT / "tests" / "check", "spelling"], capture_output=True, text=True, check=False)
    assert (done.returncode, "there is no check named spelling" in done.stderr) == (2, True)


@pytest.mark.parametrize("processes", [(), ("-n", "2")])
def test_a_path_that_does_not_exist_is_wrong_usage(system: None, processes: tuple[str, ...]) -> None:
    command = [
        sys.executable,
        "-P",
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        *processes,
        "tests/clock/test_control.py",
        "tests/away/test_x.py::test_y",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, "there is no tests/away/test_x.py\n" in done.stderr) == (2, True), done.stdout + done.stderr


@pytest.mark.usefixtures("long")
def test_the_hooks_pass(tmp_path: Path) -> None:
    done = pre_commit(tmp_path, "run", "--all-files")
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_folder_has_a_floor_of_coverage_and_what_is_below_it_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    held = floors.floors_of(ROOT / "pyproject.toml")
    assert list(held) == ["rules", "clock", "vision", "record", "tournament", "link", "hub", "pi"]
    assert all(0 < floor <= 100 for floor in held.values())
    assert floors.too_little({"rules": 98.99, "clock": 99.0, "pi": 0.0}, {"rules": 99, "clock": 99, "pi": 80}) == ["rules", "pi"]
    assert floors.main(["docs"]) == 2
    assert "no floor is set for docs" in capsys.readouterr().err
