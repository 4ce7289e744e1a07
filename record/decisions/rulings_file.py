"""Reads rulings.jsonl: the rulings and the entered moves of a recorded session, in order, each with the press that it follows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from record.decisions.arbitration import Decision
from record.decisions.commands import EnterMove
from record.decisions.ruling_row import ruling_in
from record.log.errors import LogError
from record.store.folder import Folder, FolderError, session_text
from record.store.folder_faults import FolderFault
from record.store.json_text import json_in
from record.store.session_files import RULINGS_NAME
from rules.errors import Phrase, Sentence, sentence_of


class RulingsFault(Phrase):
    """What is wrong with a line of rulings.jsonl."""

    NO_SUCH_PRESS = "a ruling after press {seq}, which presses.jsonl does not have"
    OUT_OF_ORDER = "a ruling after press {seq} stands behind one after press {last}"
    NOT_A_RULING = "not a ruling: {why}"


@dataclass(frozen=True, slots=True)
class RecordedRuling:
    """A ruling or an entered move, its file and line (`where`), and the press that it follows."""

    where: Sentence
    follows: int
    decision: Decision | EnterMove


def read_rulings(folder: Folder) -> Mapping[int, tuple[RecordedRuling, ...]]:
    """The rulings by the press that they follow, 0 for those before the first; empty without the file.

    FolderError for a line that is not a ruling, is out of order, or names a press that was never made; LogError as `session_text`.
    """
    file = folder.path / RULINGS_NAME
    made = {0, *(press.seq for press in folder.presses)}
    found: dict[int, tuple[RecordedRuling, ...]] = {}
    last = 0
    for ruling in _rulings(file):
        seq = ruling.follows
        if seq not in made:
            raise _fault(ruling.where, RulingsFault.NO_SUCH_PRESS.said(seq=seq))
        if seq < last:
            raise _fault(ruling.where, RulingsFault.OUT_OF_ORDER.said(seq=seq, last=last))
        last = seq
        found[seq] = (*found.get(seq, ()), ruling)
    return found


def _rulings(file: Path) -> Iterator[RecordedRuling]:
    try:
        lines = session_text(file.parent, file.name).splitlines()
    except LogError:
        raise
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        raise FolderError(FolderFault.NOT_READABLE.said(why=sentence_of(error)), str(file)) from error
    for number, line in enumerate(lines, 1):
        if line.strip():
            where = FolderFault.LINE.said(file=str(file), line=number)
            try:
                follows, decision = ruling_in(json_in(line))
                yield RecordedRuling(where, follows, decision)
            except ValueError as error:
                raise _fault(where, RulingsFault.NOT_A_RULING.said(why=sentence_of(error))) from error


def _fault(where: Sentence, why: Sentence) -> FolderError:
    return FolderError(FolderFault.AT.said(where=where, why=why))
