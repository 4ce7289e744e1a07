"""The script `damcam` of a clone: the Python that it takes, and what it says where it cannot make its environment."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
from packaging.specifiers import SpecifierSet

from tests.repository.test_checks import ROOT

pytestmark = pytest.mark.usefixtures("system")


@pytest.mark.parametrize("words", [["moves"], ["test"]])
def test_in_a_clone_that_cannot_be_written_to_there_is_a_sentence(tmp_path: Path, words: list[str]) -> None:
    for name in ("damcam", "pyproject.toml", "requirements.lock", "requirements-test.lock"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / ".venv.lock").mkdir()  # root may write anywhere, but not into a folder as if it were a file
    before = sorted(tmp_path.iterdir())
    done = subprocess.run([tmp_path / "damcam", *words], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"damcam: {tmp_path} ")
    assert sorted(tmp_path.iterdir()) == before


NAMES = ("python3", "python3.13", "python3.12", "python3.11")
SUITABLE = """#!/bin/sh
for last; do :; done
case $* in
*version_info*) echo {version}; exit {status} ;;
*_base_executable*) readlink -f "$0" ;;
*'-m venv'*)
    mkdir -p "$last/bin"
    ln -s "$(readlink -f "$0")" "$last/bin/python"
    printf '#!/bin/sh\\necho ran with {version}\\ncase $PATH: in *:/usr/sbin:*) ;; *) echo and without sbin ;; esac\\n' >"$last/bin/damcam"
    chmod +x "$last/bin/damcam"
    ;;
esac
"""
"""A Python that makes environments which need no packages."""


class Clone:
    """A clone, and the Pythons that it finds."""

    def __init__(self, folder: Path) -> None:
        self.root, self.bin = folder / "clone", folder / "bin"
        self.root.mkdir()
        self.bin.mkdir()
        for name in ("damcam", "pyproject.toml", "requirements.lock"):
            shutil.copy(ROOT / name, self.root)

    def has(self, **versions: str) -> None:
        """Have these Pythons, by name (`python3_12`) and version, and no other."""
        for name in NAMES:
            version = versions.get(name.replace(".", "_"), "")
            file = self.bin / f"{name}-{version}"
            number = tuple(map(int, version.split("."))) if version else ()
            status = 3 if number < (3, 11, 2) else 4 if number >= (3, 14) else 0
            file.write_text(SUITABLE.format(version=version, status=status) if version else "#!/bin/sh\nexit 127\n")
            file.chmod(0o755)
            (self.bin / name).unlink(missing_ok=True)
            (self.bin / name).symlink_to(file)

    def run(self, **environment: str) -> subprocess.CompletedProcess[str]:
        environment = {"PATH": f"{self.bin}:/usr/bin:/bin", **environment}
        command = [self.root / "damcam", "moves"]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    return Clone(tmp_path)


@pytest.mark.parametrize(
    ("versions", "took", "passed_over"),
    [
        ({"python3": "3.11.2"}, "3.11.2", ""),
        ({"python3": "3.13.5", "python3_12": "3.12.1"}, "3.13.5", ""),
        ({"python3": "3.14", "python3_12": "3.12.1"}, "3.12.1", "3.14, which is too new"),
        ({"python3": "3.9.2", "python3_11": "3.11.9"}, "3.11.9", "3.9.2, which is too old"),
    ],
)
def test_it_says_which_python_it_took_and_why(clone: Clone, versions: dict[str, str], took: str, passed_over: str) -> None:
    clone.has(**versions)
    done = clone.run()
    told = done.stderr.splitlines()[0]
    assert (f"{clone.root}/.venv with Python {took} ({clone.bin}/" in told, passed_over in told) == (True, True)
    assert (done.returncode, done.stdout) == (0, f"ran with {took}\n")
    assert clone.run().stderr == "", "the environment stands"


def test_another_python_that_is_named_or_upgraded_or_gone_makes_the_environment_again(clone: Clone) -> None:
    """After an upgrade of Debian its link leads to another version, which does not see the packages of the one before."""
    clone.has(python3="3.11.2", python3_12="3.12.1")
    assert clone.run().stdout == "ran with 3.11.2\n"
    for environment, makes in (({"DAMCAM_PYTHON": "python3.12"}, True), ({"DAMCAM_PYTHON": "python3.12"}, False), ({}, False)):
        done = clone.run(**environment)
        assert (done.stdout, bool(done.stderr)) == ("ran with 3.12.1\n", makes), "where none is named the environment stays as it is"
    wrong = clone.run(DAMCAM_PYTHON="python3.13")
    assert (wrong.returncode, "DAMCAM_PYTHON is python3.13" in wrong.stderr) == (1, True)
    link = clone.root / ".venv/bin/python"
    link.unlink()
    link.symlink_to(clone.bin / "python3")
    assert clone.run().stdout == "ran with 3.11.2\n", "upgraded"
    (clone.bin / "python3-3.11.2").unlink()
    clone.has(python3="3.13.5")
    assert clone.run().stdout == "ran with 3.13.5\n", "gone"


@pytest.mark.parametrize("name", ["pi", "/tmp", "../other", ".venv/../pi", ".venv.lock"])
def test_no_folder_but_an_environment_is_made_again(clone: Clone, name: str) -> None:
    clone.has(python3="3.12.1")
    done = clone.run(DAMCAM_VENV=name)
    assert (done.returncode, done.stdout, f"DAMCAM_VENV is {name};" in done.stderr) == (1, "", True)


@pytest.mark.parametrize(
    ("version", "expected"), [((2, 7, 18), 3), ((3, 11, 1), 3), ((3, 11, 2), 0), ((3, 13, 99), 0), ((3, 14, 0), 4), ((4, 0, 0), 4)]
)
def test_script_installer_and_package_name_the_same_versions(version: tuple[int, ...], expected: int) -> None:
    script = (ROOT / "damcam").read_text(encoding="utf-8")
    asked = re.search(r"^TRY_VERSION='import sys; (.*)'$", script, re.MULTILINE)
    installs = re.search(r"-c 'import sys; (sys.exit.*)' \|\|$", (ROOT / "systemd/install").read_text(encoding="utf-8"), re.MULTILINE)
    assert asked
    assert installs
    for program, status in ((asked[1], expected), (installs[1], bool(expected))):
        with pytest.raises(SystemExit) as ended:
            exec(program, {"sys": SimpleNamespace(version_info=version, exit=sys.exit)})
        assert ended.value.code == status
    required = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["requires-python"]
    assert (".".join(map(str, version)) in SpecifierSet(required)) == (expected == 0)


@pytest.mark.parametrize(
    ("versions", "environment", "told"),
    [
        (
            {"python3": "3.10.12", "python3_13": "4.0.0"},
            {},
            ("{bin}/python3 is Python 3.10.12, which is too old", "{bin}/python3.13 is Python 4.0.0, which is too new", "apt install"),
        ),
        ({}, {}, ("apt install python3 python3-venv",)),
        ({"python3": "3.12.1", "python3_11": "3.8.1"}, {"DAMCAM_PYTHON": "python3.11"}, ("{bin}/python3.11 is Python 3.8.1",)),
        ({"python3": "3.12.1"}, {"DAMCAM_PYTHON": "/nowhere/python3"}, ("DAMCAM_PYTHON is /nowhere/python3",)),
    ],
)
def test_where_no_python_suits_there_is_a_sentence(
    clone: Clone, versions: dict[str, str], environment: dict[str, str], told: tuple[str, ...]
) -> None:
    clone.has(**versions)
    done = clone.run(**environment)
    assert (done.returncode, done.stdout) == (1, "")
    assert [part for part in told if part.format(bin=clone.bin) not in done.stderr] == []
    assert not (clone.root / ".venv").exists()
