"""session.json and rulings.jsonl, held against the game that the journal adds up to."""

import json
from collections import Counter
from typing import Any

from record.store.json_text import json_in
from record.store.session_files import ruling_line, ruling_lines, session_json
from record.verifying.findings import Differs, Findings, VerifyNote
from record.verifying.text_files import TextRead, objects_in, shown
from record.verifying.told import JournalTold
from rules.errors import DamcamError

SESSION, RULINGS = "session.json", "rulings.jsonl"


def compare_session(read: TextRead, told: JournalTold, found: Findings) -> None:
    """Tell each key of session.json whose value is another than the journal's."""
    if read.content is None:
        return  # told of with the missing files
    try:
        theirs = json_in(read.content.decode("utf-8-sig", "replace"))
    except DamcamError as error:
        found.differs(Differs.FILE_UNREADABLE, SESSION, why=error.sentence)
        return
    ours = json.loads(session_json(told.state))
    if not isinstance(theirs, dict):
        theirs = {}
    for key in sorted(theirs.keys() | ours.keys()):
        if theirs.get(key) != ours.get(key):
            values = {"theirs": _told(theirs, key), "ours": _told(ours, key)}
            found.differs(Differs.SESSION_OTHER, SESSION, key=shown(key), **values)


def compare_rulings(read: TextRead, told: JournalTold, found: Findings) -> None:
    """Tell the rulings that only one of rulings.jsonl and the journal has."""
    if read.content is None:
        return  # as above
    lines = list(objects_in(read, found, may_be_cut_off=not told.state.closed))
    ours = [json.loads(line) for line in ruling_lines(told.state)]
    left = Counter(map(_key, ours))
    undone = {_key(json.loads(ruling_line(word))) for word in told.undone}  # until the file is written again it may have them
    for number, row in lines:
        left[_key(row)] -= 1
        if left[_key(row)] < 0 and _key(row) not in undone:
            found.differs(Differs.RULING_UNKNOWN, RULINGS, line=number, theirs=shown(json.dumps(row, ensure_ascii=False)))
    lacking = [row for row in ours if left[_key(row)] > 0]
    if lacking and not told.state.closed and lacking == ours[-len(lacking) :]:
        found.note(VerifyNote.BEHIND, RULINGS)
    else:
        for row in lacking:
            found.differs(Differs.RULING_MISSING, RULINGS, ours=shown(json.dumps(row, ensure_ascii=False)))
    seqs = [row["seq"] for _, row in lines if isinstance(row.get("seq"), int)]
    if seqs != sorted(seqs):
        found.differs(Differs.RULING_OUT_OF_ORDER, RULINGS)


def _key(row: Any) -> str:
    return json.dumps(row, sort_keys=True)


def _told(values: dict[str, Any], key: str) -> str:
    return shown(json.dumps(values[key], ensure_ascii=False)) if key in values else "-"
