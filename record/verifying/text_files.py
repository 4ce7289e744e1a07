"""Reads the files of lines beside a journal, as they stand at one moment."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from record.store.json_text import json_in
from record.verifying.findings import Differs, Findings
from rules.errors import DamcamError, Phrase, Sentence, sentence_of

MAX_BYTES = 64_000_000
"""The most that is read of a file beside a journal; those of the longest games have a few megabytes."""
MAX_SHOWN = 160
"""The most characters of a file that a sentence shows."""


class TextFault(Phrase):
    """Why a file beside a journal is not read."""

    TOO_LARGE = "it is larger than {most} MB"
    NO_OBJECT = "it is no JSON object"
    NOT_PLAIN = "it is no plain file"


@dataclass(frozen=True, slots=True)
class TextRead:
    """The content of a file; None where there is no such file, or it cannot be read, for which `why` has the reason."""

    name: str
    content: bytes | None
    why: Sentence | None = None


def read_text(folder: Path, name: str) -> TextRead:
    """The file of that name in the folder of a game."""
    path = folder / name
    try:
        if not path.is_file():  # a pipe would be waited for
            return TextRead(name, None, TextFault.NOT_PLAIN.said() if path.exists() else None)
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        return TextRead(name, None, sentence_of(error))
    if len(content) > MAX_BYTES:
        return TextRead(name, None, TextFault.TOO_LARGE.said(most=MAX_BYTES // 1_000_000))
    return TextRead(name, content)


def objects_in(read: TextRead, found: Findings, *, may_be_cut_off: bool) -> Iterator[tuple[int, dict[str, Any]]]:
    """The JSON object of each line with its number. A line that is none is a difference, but for a last one that `may_be_cut_off`."""
    lines = (read.content or b"").splitlines(keepends=True)
    for number, line in enumerate(lines, 1):
        if not line.strip() or (may_be_cut_off and number == len(lines) and not line.endswith(b"\n")):
            continue
        try:
            row = json_in(line)
            why = None if isinstance(row, dict) else TextFault.NO_OBJECT.said()
        except DamcamError as error:
            why = error.sentence
        if why is not None:
            found.differs(Differs.LINE_UNREADABLE, read.name, line=number, why=why)
        else:
            yield number, row


def shown(value: object) -> str:
    """The value as a sentence shows it: on one line, printable, and not too long."""
    text = "".join(one if one.isprintable() else repr(one)[1:-1] for one in str(value))
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}..."
