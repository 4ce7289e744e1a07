"""presses.jsonl, held line by line against the presses and rulings of the journal."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from record.events.of_game import Pressed, Ruled
from record.store.beside import PRESSES
from record.store.session_files import press_json_line
from record.verifying.findings import Differs, Findings, VerifyNote
from record.verifying.text_files import TextRead, objects_in, shown
from record.verifying.told import JournalTold


def compare_presses(read: TextRead, folder: Path, told: JournalTold, found: Findings) -> None:
    """Tell each line that says something else than the journal, and each press that has no line. The file was read before the journal."""
    if read.content is None:
        return  # told of with the missing files
    state = told.state
    made = {press.seq: (press, ruling) for press, ruling in zip(state.presses, state.rulings, strict=False)}
    ruled, seen = max(made, default=0), set[int]()
    ahead: list[int] = []
    last = 0
    for number, row in objects_in(read, found, may_be_cut_off=not state.closed):
        seq = row.get("seq")
        if not isinstance(seq, int) or isinstance(seq, bool) or seq not in made:
            if isinstance(seq, int) and seq > ruled:
                ahead.append(seq)
            else:
                found.differs(Differs.PRESS_UNKNOWN, PRESSES, line=number, press=shown(seq))
            continue
        if seq <= last:
            found.differs(Differs.LINE_OUT_OF_ORDER, PRESSES, line=number, press=seq, last=last)
        elif not any(row == one for one in _may_say(folder, *made[seq], told)):
            ours, where = press_json_line(folder, *made[seq]).strip(), told.press_rows[seq]
            theirs = shown(json.dumps(row, ensure_ascii=False))
            found.differs(Differs.PRESS_OTHER, PRESSES, line=number, press=seq, row=where, theirs=theirs, ours=shown(ours))
        seen.add(seq)
        last = max(last, seq)
    if ahead:
        found.differs(Differs.PRESS_AHEAD, PRESSES, press=min(ahead), count=len(ahead), last=ruled)
    if told.is_whole:
        _lacking([seq for seq in made if seq not in seen], max(seen, default=0), told, found)


def _may_say(folder: Path, press: Pressed, ruling: Ruled, told: JournalTold) -> Iterator[dict[str, Any]]:
    """What a line may say: with the pictures that are there, those that were not dropped, or all that were kept when it was written."""
    yield json.loads(press_json_line(folder, press, ruling))
    kept = told.state.kept
    for pictures, before in ((kept(ruling.pictures), kept(ruling.before)), (ruling.pictures, ruling.before)):
        row: dict[str, Any] = {"seq": press.seq, "t": press.t_ns / 1e9, "side": press.side, "frame": pictures[-1] if pictures else None}
        more = {"burst": list(pictures) if len(pictures) > 1 else [], "before": list(before)}
        yield row | {key: names for key, names in more.items() if names}


def _lacking(missing: list[int], last_seen: int, told: JournalTold, found: Findings) -> None:
    """Tell the presses without a line. Those at the end of a game that goes on may be written yet."""
    if not told.state.closed and any(seq > last_seen for seq in missing):
        found.note(VerifyNote.BEHIND, PRESSES)
        missing = [seq for seq in missing if seq < last_seen]
    for first, last in _spans(missing):
        where = {"press": first, "row": told.press_rows[first]}
        if first == last:
            found.differs(Differs.PRESS_MISSING, PRESSES, **where)
        else:
            found.differs(Differs.PRESSES_MISSING, PRESSES, **where, last=last)


def _spans(numbers: list[int]) -> Iterator[tuple[int, int]]:
    """The first and the last of each run of numbers without a gap."""
    start = 0
    for place, number in enumerate(numbers):
        if place + 1 == len(numbers) or numbers[place + 1] != number + 1:
            yield numbers[start], number
            start = place + 1
