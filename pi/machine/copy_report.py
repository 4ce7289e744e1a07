"""How the second copy is: a small file in the state folder, which the program that copies keeps writing and the board's service reads."""

import json
import time
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from hub.feeds.boot import boot_id
from record.store.json_text import json_in
from record.telling.sentences import as_json, sentence_in
from rules.errors import Sentence

NAME = "copy.json"
STALE_NS = 15_000_000_000
"""The age from which a report no longer counts. One is written every second or two."""
MAX_BYTES = 64_000


class CopyState(StrEnum):
    """How the second copy is."""

    STARTS = "starts"
    COMPLETE = "complete"
    FAILS = "fails"
    """Nothing is copied at present."""
    AHEAD = "ahead"
    """It is complete, and an older file of it knows more of a game than the card."""


@dataclass(frozen=True, slots=True)
class CopyReport:
    """How the second copy is, in words."""

    state: CopyState
    seen: Sentence
    do: Sentence | None = None
    game: str = ""
    """The folder's name of the game of which the copy knows more; empty where it does not."""


def write_report(folder: Path, report: CopyReport) -> None:
    """Write the report completely or not at all. It need not survive a power cut, and others report a full disk."""
    do = as_json(report.do) if report.do else None
    told = {"boot": boot_id(), "t_ns": time.monotonic_ns(), "state": report.state, "seen": as_json(report.seen), "do": do}
    unfinished = folder / f"{NAME}.new"
    with suppress(OSError):
        unfinished.write_text(json.dumps(told | {"game": report.game}, ensure_ascii=False), encoding="utf-8")
        unfinished.replace(folder / NAME)


def read_copy_report(folder: Path, now_ns: int | None = None) -> CopyReport | None:
    """The report of a program that runs now; None where there is none."""
    try:
        with (folder / NAME).open("rb") as file:
            told = json_in(file.read(MAX_BYTES))
        age_ns = (time.monotonic_ns() if now_ns is None else now_ns) - told["t_ns"]
        if told["boot"] != boot_id() or not 0 <= age_ns <= STALE_NS:
            return None
        do = sentence_in(told["do"]) if told["do"] else None
        return CopyReport(CopyState(told["state"]), sentence_in(told["seen"]), do, str(told["game"]))
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None
