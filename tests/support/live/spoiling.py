"""Flips bits in the files of a recorded game, and cuts them, as a bad card does, and tells whether anybody notices."""

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import NamedTuple, Protocol

from record.events.as_json import encode
from record.log.errors import LogError
from record.log.log import Log
from record.log.reading import verify
from record.log.tail import tail_of
from record.store.folder import JOURNAL_NAME, PDN_NAME
from record.store.journal import Journal
from record.store.latest import belief_of, clock_of
from record.store.session_files import PRESSES_NAME as PRESSES
from tests.support.cards import own_tail
from tests.support.live.lives import adopt, reap

CUT = 0.3
"""The share of files that are cut at some byte; in the others one bit is flipped."""
WEIGHTS = {JOURNAL_NAME: 6}
"""How often this file is chosen, beside the others."""
STARTED_S = 6.0
"""The seconds for which a service runs on damaged files, if it does not end before."""
TRACEBACK = "Traceback"


def spoilable(folder: Path) -> list[Path]:
    """The files of the game that hold what was told, without empty ones."""
    journal = folder / JOURNAL_NAME
    paths = (journal, tail_of(journal), clock_of(journal), belief_of(journal), folder / PRESSES, folder / PDN_NAME)
    return [path for path in paths if path.is_file() and path.stat().st_size]


class Spoiling(Protocol):
    """Some damage to the files of a game."""

    def do(self) -> None: ...


class Damage(NamedTuple):
    """A bit of a file that is flipped, or the byte from which on the file is cut off."""

    path: Path
    byte: int
    bit: int | None

    @staticmethod
    def at_random(folder: Path, chance: random.Random) -> "Damage":
        paths = spoilable(folder)
        (path,) = chance.choices(paths, [WEIGHTS.get(path.name, 1) for path in paths])
        return Damage(path, chance.randrange(path.stat().st_size), None if chance.random() < CUT else chance.randrange(8))

    def do(self) -> None:
        content = bytearray(self.path.read_bytes())
        if self.bit is None:
            del content[self.byte :]
        else:
            content[self.byte] ^= 1 << self.bit
        self.path.write_bytes(content)

    def __str__(self) -> str:
        return f"{self.path.name} {'cut' if self.bit is None else f'bit {self.bit} flipped'} at byte {self.byte}"


class KeptFiles:
    """A copy of the files in a game's folder, without its pictures."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files = {path.name: path.read_bytes() for path in _files(folder)}

    def put_back(self) -> None:
        """Put the content of each file back into the file that it is: a tail counts for its own file alone."""
        for path in _files(self._folder):
            if path.name not in self._files:
                path.unlink()
        for name, content in self._files.items():
            is_new = not (self._folder / name).exists()
            (self._folder / name).write_bytes(content)
            if is_new and name == tail_of(Path(JOURNAL_NAME)).name:
                own_tail(self._folder / name)


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in list(folder.iterdir()) if path.is_file())


class Record(NamedTuple):
    """What `damcam record` says of a folder: its status, the rows that it prints, and its sentences."""

    status: int
    rows: str
    said: str

    @staticmethod
    def of(folder: Path) -> "Record":
        command = [sys.executable, "-P", "-m", "damcam", "record", str(folder), "--json"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return Record(done.returncode, done.stdout, done.stderr)

    @property
    def tells(self) -> bool:
        """Whether it says that something is wrong, as a command does: a sentence and status 1."""
        return self.status == 1 and bool(self.said.strip()) and TRACEBACK not in self.said


class Noticed(Enum):
    """What becomes of a damage."""

    TOLD = "told"
    """The command `record` tells it."""
    HARMLESS = "harmless"
    """The record is the same."""
    SILENT = "silent"
    """The record differs from what was told, and nobody says so."""
    BADLY = "badly"
    """The command ended in another way than with a sentence."""


@dataclass(frozen=True)
class Spoilt:
    """A damage, and what became of it."""

    damage: Spoiling
    noticed: Noticed
    rewrote: bool | None
    """Whether a service that was started on damaged files changed those beside the journal; None if none was started."""
    said: str


def spoil(
    folder: Path,
    damage: Spoiling,
    start: Sequence[str] | None = None,
    *,
    stays: bool = False,
    ask: Callable[[Path], Record] = Record.of,
) -> Spoilt:
    """Damage that game, of which no process runs, `ask` `damcam record`, and put the file back, unless what is harmless `stays`.

    If the damage is told, the command `start` lets a service run on the folder for some seconds. A row that a kill left on disk before the
    tail could name it is named first, as the next service does: a reader shows it once the tail is damaged, and that is no loss.
    """
    journal = folder / JOURNAL_NAME
    if verify(journal).unnamed_rows:
        Log.open(journal).close()
    kept, before, rows = KeptFiles(folder), ask(folder), rows_of(folder)
    assert before.status == 0, before.said
    damage.do()
    after = ask(folder)
    noticed = _noticed(folder, before, after, rows)
    rewrote = rewrites(folder, start) if start and noticed is Noticed.TOLD else None
    if noticed is not Noticed.HARMLESS or not stays:
        kept.put_back()
    return Spoilt(damage, noticed, rewrote, after.said.strip())


def _noticed(folder: Path, before: Record, after: Record, rows: list[list[str]] | None) -> Noticed:
    if after.tells:
        return Noticed.TOLD
    if after.status or TRACEBACK in after.said:
        return Noticed.BADLY
    if after.rows != before.rows or rows_of(folder) != rows:
        return Noticed.SILENT
    return Noticed.HARMLESS


def rows_of(folder: Path) -> list[list[str]] | None:
    """The events in a game's journal; None if it cannot be read to its end."""
    try:
        with Journal.reader(folder / JOURNAL_NAME) as journal:
            return [list(encode(event)) for _, event in journal.since(0)]
    except LogError:
        return None


def rewrites(folder: Path, start: Sequence[str], within_s: float = STARTED_S) -> bool:
    """Whether a service that is started on the folder changes a file beside the journal. It is killed after that time."""
    beside = [path for path in (tail_of(folder / JOURNAL_NAME), folder / PRESSES, folder / PDN_NAME) if path.exists()]
    before = {path: path.read_bytes() for path in beside}
    adopt()
    with subprocess.Popen(start, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as service:
        with suppress(subprocess.TimeoutExpired):
            service.wait(within_s)
        service.kill()
    reap()
    return any(not path.exists() or path.read_bytes() != content for path, content in before.items())


def silence_of(spoilt: Sequence[Spoilt]) -> str:
    """One line of JSON for each damage that nobody told rightly."""
    bad = [one for one in spoilt if one.noticed in (Noticed.SILENT, Noticed.BADLY) or one.rewrote]
    return "\n".join(json.dumps({"damage": str(one.damage), "noticed": one.noticed.value, "said": one.said}) for one in bad)
