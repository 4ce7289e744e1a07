"""A folder that appears once it is complete, and what a program that was killed left of one."""

import shutil
import signal
import subprocess
import sys

from hub.venue.new_folder import new_folder

KILLED = """
import os, signal, sys
from pathlib import Path
from hub.venue.new_folder import new_folder
with new_folder(Path(sys.argv[1])) as folder:
    (folder / "password").write_text("x")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_a_killed_program_left_goes_with_the_next_folder_of_that_name(tmp_path):
    target, other = tmp_path / "backup", tmp_path / "backup-2.0123abcd.new"
    assert subprocess.run([sys.executable, "-P", "-c", KILLED, str(target)], check=False).returncode == -signal.SIGKILL
    (left,) = tmp_path.iterdir()
    assert left.name.endswith(".new")
    other.mkdir()
    with new_folder(target) as folder:
        assert sorted(tmp_path.iterdir()) == sorted([folder, other]), "that of another name is not its own"
    assert sorted(tmp_path.iterdir()) == sorted([target, other])


def test_a_folder_that_another_program_is_making_stays(tmp_path):
    target = tmp_path / "backup"
    with new_folder(target) as first:
        (first / "file").write_text("x")
        with new_folder(target) as second:
            assert first.exists()
            assert second != first
        shutil.rmtree(target)
    assert [path.name for path in target.iterdir()] == ["file"]
