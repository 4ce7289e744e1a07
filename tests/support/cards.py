"""Copies of folders with games, as of a whole card: a copied tail counts there, as it does on the card itself (`record.log.tail`)."""

import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec

from record.log.slots import TwoSlots, read_slots
from record.log.tail import Slot

TAILS = "**/journal.jsonl-tail"


def copied_card(source: Path, target: Path, ignore: Callable[..., set[str]] | None = None) -> Path:
    """A copy of the folder, whose tails belong to it."""
    shutil.copytree(source, target, ignore=ignore)
    for tail in target.glob(TAILS):
        own_tail(tail)
    return target


def own_tail(tail: Path) -> None:
    """Writes the tail anew as that of the file which it is."""
    content = read_slots(tail)
    if content.value is None:
        return
    named = msgspec.json.decode(content.value, type=Slot)
    slots = TwoSlots(tail)
    slots.open()
    for _slot in range(2):
        slots.write(msgspec.json.encode(named._replace(file=slots.file)), flush=False)
    slots.close()
