"""The version comes from the tag: what is built, what an archive of the source holds, and what `damcam --version` tells in a clone."""

import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from pi.cli import main
from pi.usage.version import ROOT, told_version


def git(folder: Path, *words: str) -> None:
    somebody = ("-c", "user.name=Anke", "-c", "user.email=anke@example.org", "-c", "commit.gpgsign=false", "-c", "tag.gpgsign=false")
    subprocess.run(["git", *somebody, *words], cwd=folder, check=True, capture_output=True)


def commit(folder: Path) -> None:
    git(folder, "add", ".")
    git(folder, "commit", "-q", "--allow-empty", "-m", "a change")


def built(folder: Path) -> str:
    """The version of a wheel built there."""
    command = [sys.executable, "-P", "-m", "hatchling", "version"]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def clone(system: None, tmp_path: Path) -> Path:
    """A repository with what the version depends on, its first commit made and not tagged."""
    folder = tmp_path / "clone"
    folder.mkdir()
    for name in ("pyproject.toml", ".gitattributes", ".git_archival.txt"):
        shutil.copy(ROOT / name, folder)
    git(folder, "init", "-q")
    commit(folder)
    return folder


def test_the_version_is_that_which_would_be_built_at_a_tag_after_it_and_without_any(clone: Path) -> None:
    assert built(clone).startswith("0.0.post1+g"), "below all others"
    assert told_version(clone) == version("damcam"), "git tells no tag, so the installed version counts"
    git(clone, "tag", "v9.8.7")
    assert (built(clone), told_version(clone)) == ("9.8.7", "9.8.7")
    commit(clone)
    assert built(clone).startswith("9.8.7.post1+g")
    assert told_version(clone) == built(clone)
    shutil.rmtree(clone / ".git")
    assert (built(clone), told_version(clone)) == ("0.0", version("damcam"))


@pytest.mark.parametrize(("tags", "told"), [(["v9.8.7"], "9.8.7"), ([], "0.0")])
def test_an_archive_of_the_source_holds_its_version(clone: Path, tmp_path: Path, tags: list[str], told: str) -> None:
    for tag in tags:
        git(clone, "tag", tag)
    unpacked = tmp_path / "unpacked"
    unpacked.mkdir()
    git(clone, "archive", "-o", str(tmp_path / "source.tar"), "HEAD")
    subprocess.run(["tar", "-C", unpacked, "-xf", tmp_path / "source.tar"], check=True)
    assert built(unpacked) == told


def test_another_repository_around_an_archive_is_not_asked(clone: Path) -> None:
    git(clone, "tag", "v9.8.7")
    (clone / "damcam").mkdir()
    shutil.copy(ROOT / "pyproject.toml", clone / "damcam")
    assert built(clone / "damcam") == "0.0"
    assert told_version(clone / "damcam") == version("damcam")


def test_the_command_tells_it(system: None, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"damcam {told_version(ROOT)}\n"
