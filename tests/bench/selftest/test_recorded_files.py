"""What `tests.support.recorded_files` says that a kill and a power cut leave of what a program did."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.recorded_files import RecordedFiles

OLD, NEW = b"o" * 40, b"n" * 40


def left_by(tmp_path: Path, program: Callable[[Path], object], *, power_cut: bool) -> set[tuple[tuple[str, bytes], ...]]:
    """The files that each end of the program leaves, by name and content."""
    folder = tmp_path / "disk"
    folder.mkdir()
    (folder / "file").write_bytes(OLD)
    files, left = RecordedFiles(folder, tmp_path / "kept"), set()
    with files.recording():
        program(folder / "file")
    for crash in files.crashes():
        if crash.is_power_cut is power_cut:
            files.put_back(crash)
            left.add(tuple(sorted((path.name, path.read_bytes()) for path in folder.iterdir())))
    return left


def written(path: Path, *, flush: bool = True, flush_folder: bool = True) -> None:
    """Puts another file in the place of that one."""
    descriptor = os.open(path.with_name("new"), os.O_WRONLY | os.O_CREAT)
    os.write(descriptor, NEW)
    if flush:
        os.fsync(descriptor)
    os.close(descriptor)
    path.with_name("new").replace(path)
    if flush_folder:
        descriptor = os.open(path.parent, os.O_RDONLY)
        os.fsync(descriptor)
        os.close(descriptor)


def test_a_kill_leaves_what_each_call_did(tmp_path: Path) -> None:
    old = ("file", OLD)
    assert left_by(tmp_path, written, power_cut=False) == {(old,), (old, ("new", b"")), (old, ("new", NEW)), (("file", NEW),)}


def test_after_a_power_cut_a_file_that_was_flushed_and_then_got_its_name_is_old_or_new(tmp_path: Path) -> None:
    contents = {dict(files)["file"] for files in left_by(tmp_path, written, power_cut=True)}
    assert contents == {OLD, NEW}


@pytest.mark.parametrize("wrong", [b"", NEW[:20], b"\0" * 20 + NEW[20:]])
def test_a_name_may_be_on_disk_before_a_content_that_was_not_flushed(tmp_path: Path, wrong: bytes) -> None:
    contents = {dict(files)["file"] for files in left_by(tmp_path, lambda path: written(path, flush=False), power_cut=True)}
    assert wrong in contents


@pytest.mark.parametrize(("flush_folder", "left"), [(True, {("file",)}), (False, {("file",), ()})])
def test_a_new_name_is_on_disk_once_its_folder_is_flushed(tmp_path: Path, flush_folder: bool, left: set[tuple[str, ...]]) -> None:
    (tmp_path / "disk").mkdir()
    is_done = False
    files = RecordedFiles(tmp_path / "disk", tmp_path / "kept", lambda: (int(is_done),))
    with files.recording():
        written(files.folder / "file", flush_folder=flush_folder)
        is_done = True
    assert {tuple(name for _folder, name in crash.names) for crash in files.crashes() if crash.moment.confirmed[0]} == left


def test_bytes_that_are_written_in_place_may_be_there_in_part(tmp_path: Path) -> None:
    def write(path: Path) -> None:
        descriptor = os.open(path, os.O_WRONLY)
        os.pwrite(descriptor, NEW[:20], 10)
        os.close(descriptor)

    contents = {dict(files)["file"] for files in left_by(tmp_path, write, power_cut=True)}
    half = OLD[:10] + NEW[:10] + OLD[20:], OLD[:20] + NEW[:10] + OLD[30:]
    assert contents == {OLD, OLD[:10] + NEW[:20] + OLD[30:], *half}
