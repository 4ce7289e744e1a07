"""The write-ahead log of a journal whose writer was cut off: the frames that SQLite would pass over without a word (file format, 4.1)."""

import struct
from pathlib import Path
from typing import BinaryIO

from record.verifying.findings import Differs, Findings, VerifyNote

_HEADER, _FRAME = struct.Struct(">8I"), struct.Struct(">6I")
_MAGIC = 0x377F0682
"""The first number of a log; with the lowest bit set its checksums read the words of a page in big-endian order."""
_PAGE_SIZES = frozenset(1 << bits for bits in range(9, 17))
_MASK = 0xFFFFFFFF

Sums = tuple[int, int]


def check_log(log: Path, found: Findings) -> None:
    """Tell a damaged frame that others of the same log follow, and note a last one that is not whole. It is read before the journal."""
    try:
        if not log.is_file():
            return
        with log.open("rb") as file:
            _check(file, log.name, found)
    except OSError:
        return  # opening the journal tells why


def _check(file: BinaryIO, name: str, found: Findings) -> None:
    head = file.read(_HEADER.size)
    if not head:
        return
    fields = _HEADER.unpack(head) if len(head) == _HEADER.size else (0,) * 8
    order, page_size, salts = ">" if fields[0] & 1 else "<", fields[2], fields[4:6]
    is_whole = fields[0] & ~1 == _MAGIC and page_size in _PAGE_SIZES and _summed((0, 0), head[:24], order) == fields[6:8]
    if not is_whole:
        found.differs(Differs.LOG_HEAD_DAMAGED, name)
        return
    sums: Sums = (fields[6], fields[7])
    number = broken = after = 0
    resembles = False
    while frame := file.read(_FRAME.size + page_size):
        number += 1
        theirs = _FRAME.unpack_from(frame) if len(frame) >= _FRAME.size else (0,) * 6
        if broken:
            after += theirs[2:4] == salts
            continue
        if theirs[2:4] == salts and len(frame) == _FRAME.size + page_size:
            sums = _summed(_summed(sums, frame[:8], order), frame[_FRAME.size :], order)
            if sums == theirs[4:6]:
                continue
        broken, resembles = number, theirs[2] == salts[0] or theirs[3] == salts[1]
    if after:
        found.differs(Differs.LOG_DAMAGED, name, frame=broken, count=after)
    elif resembles:
        found.note(VerifyNote.LOG_CUT_OFF, name, frame=broken)


def _summed(sums: Sums, data: bytes, order: str) -> Sums:
    first, second = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for one, other in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) & _MASK
        second = (second + other + first) & _MASK
    return first, second
