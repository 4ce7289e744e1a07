"""What the processes of the bench note while they run: a line of JSON each, written at once, so that a kill loses none."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any


class Notes:
    """Notes of one process, in a file. Times in them are of the machine's monotonic clock (ns)."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)

    def note(self, *what: Any) -> None:
        os.write(self._file, json.dumps(what).encode() + b"\n")


def noted(folder: Path, begins: str) -> Iterator[list[Any]]:
    """What stands in all files of that folder whose names begin so. A line that a kill has cut off is left out."""
    for path in sorted(folder.glob(f"{begins}*")):
        for line in path.read_bytes().split(b"\n")[:-1]:
            yield json.loads(line)
