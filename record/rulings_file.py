"""What the arbiter ruled in a recorded session: rulings.jsonl, a line for each ruling, in order, with the press that it follows."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from record.arbitration import Decision, word
from record.folder import Folder, FolderError

NAME = "rulings.jsonl"
TEXTS = ("reason", "fen", "side", "result", "article")
"""The keys whose values are texts, beside `ruling` and `by`."""


@dataclass(frozen=True, slots=True)
class RecordedRuling:
    """A ruling, and the file and line that it stands on."""

    where: str
    decision: Decision


def read_rulings(folder: Folder) -> Mapping[int, tuple[RecordedRuling, ...]]:
    """The rulings by the press that they follow, 0 for those before the first; none where there is no such file.

    FolderError for a line that is no ruling, one out of order, or one after a press that was never made.
    """
    file = folder.path / NAME
    made = {0, *(press.seq for press in folder.presses)}
    found: dict[int, tuple[RecordedRuling, ...]] = {}
    last = 0
    for ruling in _rulings(file):
        seq = ruling.decision.seq
        if seq not in made:
            raise FolderError(f"{ruling.where}: a ruling after press {seq}, which presses.jsonl does not have")
        if seq < last:
            raise FolderError(f"{ruling.where}: a ruling after press {seq} stands behind one after press {last}")
        last = seq
        found[seq] = (*found.get(seq, ()), ruling)
    return found


def _rulings(file: Path) -> Iterator[RecordedRuling]:
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines()
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        raise FolderError(f"{file}: not readable: {error}") from error
    for number, line in enumerate(lines, 1):
        if line.strip():
            where = f"{file}: line {number}"
            try:
                yield RecordedRuling(where, _decision(json.loads(line)))
            except (ValueError, TypeError, RecursionError) as error:
                raise FolderError(f"{where}: not a ruling: {error}") from error


def _decision(row: Any) -> Decision:
    if not isinstance(row, dict):
        raise ValueError('a JSON object was expected, such as {"seq": 5, "ruling": "stand", "by": "J. Jansen"}')
    for key in ("seq", "ruling", "by"):
        if key not in row:
            raise ValueError(f"it has no {key!r}")
    for key in ("seq", "plies"):
        if not isinstance(row.get(key, 0), int) or isinstance(row.get(key, 0), bool):
            raise ValueError(f"{key} is {row[key]!r}; a whole number was expected")
    for key in ("ruling", "by", *TEXTS):
        if not isinstance(row.get(key, ""), str):
            raise ValueError(f"{key} is {row[key]!r}; a text was expected")
    texts = {key: row[key] for key in TEXTS if key in row}
    return Decision(row["seq"], word(row["ruling"]), row["by"], plies=row.get("plies"), **texts)
