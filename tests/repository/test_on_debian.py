"""The README's two commands in a fresh clone, on each Debian that the README names, with its own Python: as root, and as a user without
sudo for whom the Debian packages of the tests are there. A run of `./damcam test` is in it, so this takes three quarters of an hour."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.repository.test_checks import ROOT
from tests.support.debian_root import make_root, run, run_as

pytestmark = [pytest.mark.usefixtures("long"), pytest.mark.timeout(7200)]

PYTHONS = {"bookworm": "3.11", "trixie": "3.13"}
USER = "frisian"


@pytest.fixture(scope="module", params=PYTHONS)
def debian(request: pytest.FixtureRequest, needs_root: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """The root of a Debian, and the version of its Python."""
    root = tmp_path_factory.mktemp("debian") / "root"
    make_root(root, request.param, "ca-certificates,git,python3,python3-venv")
    yield root, PYTHONS[request.param]
    run("rm", "-rf", root)


def cloned(root: Path, user: str, folder: str) -> None:
    """Make a clone of the last commit there, of that user."""
    for command in (("git", "clone", "-q", ROOT, f"{root}{folder}"), ("chroot", root, "chown", "-R", f"{user}:", folder)):
        done = run(*command)
        assert done.returncode == 0, done.stderr


def works(root: Path, user: str, folder: str, python: str) -> None:
    """Type the two commands."""
    demo = run_as(root, user, folder, "./damcam", "demo")
    assert demo.returncode == 0, demo.stdout[-5000:]
    assert f"with Python {python}." in demo.stdout, "the Python that it took"
    tests = run_as(root, user, folder, "./damcam", "test")
    assert tests.returncode == 0, tests.stdout[-20_000:]
    assert re.search(r"\d{4} passed", tests.stdout)
    print(subprocess.run(["grep", "-E", "passed|left out"], input=tests.stdout, capture_output=True, text=True, check=False).stdout)


def test_as_root_who_gets_the_packages_of_the_tests(debian: tuple[Path, str]) -> None:
    root, python = debian
    cloned(root, "root", "/root/damcam")
    works(root, "root", "/root/damcam", python)


def test_as_a_user_without_sudo(debian: tuple[Path, str]) -> None:
    root, python = debian
    run("chroot", root, "useradd", "--create-home", USER)
    page = (ROOT / "docs/developer/testing.md").read_text(encoding="utf-8")
    documented = re.search(r"^\$ sudo apt install (.*chromium.*)$", page, re.MULTILINE)
    assert documented
    run("chroot", root, "apt-get", "update", "-qq")
    packages = run("chroot", root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-qq", "-y", *documented[1].split())
    assert packages.returncode == 0, packages.stderr
    cloned(root, USER, f"/home/{USER}/damcam")
    works(root, USER, f"/home/{USER}/damcam", python)
