"""Folders copied by cp and tar while a log in them is appended to."""

import json
import subprocess
import threading

import pytest

from record.log.log import Log
from record.log.reading import read, verify
from tests.record.log.simulated_disk import SimulatedDisk

COPY = {
    "cp": 'cp -r "$1" "$2"',
    "cp -a": 'cp -a "$1" "$2"',
    "tar": 'mkdir "$2" && tar -C "$1" --warning=no-file-changed -cf "$2.tar" . || [ $? = 1 ] && tar -C "$2" -xf "$2.tar"',
}


@pytest.mark.usefixtures("system")
@pytest.mark.parametrize("tool", COPY)
def test_a_folder_that_is_copied_while_rows_are_written_opens_and_verifies(tmp_path, tool):
    path = tmp_path / "game" / "log"
    path.parent.mkdir()
    stop, rows = threading.Event(), []

    def write():
        with Log.create(path, disk=SimulatedDisk()) as log:
            while not stop.is_set():
                log.append({"number": log.last.row, "text": "x" * 300}, after=log.last.row)
            rows.append(log.last.row)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(5):
            copy = tmp_path / f"copy-{number}"
            subprocess.run(["sh", "-c", COPY[tool], "sh", str(path.parent), str(copy)], check=True)
            if not (copy / "log").exists():
                continue
            assert verify(copy / "log").damage is None
            with Log.open(copy / "log") as log:
                log.append({"number": log.last.row}, after=log.last.row)
            numbers = [json.loads(row.event)["number"] for row in read(copy / "log")]
            assert numbers == list(range(len(numbers)))
            assert verify(copy / "log").damage is None
    finally:
        stop.set()
        writer.join()
    assert (verify(path).last.row, verify(path).damage) == (rows[0], None)
