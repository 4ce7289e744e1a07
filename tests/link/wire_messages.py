"""One message of each kind, as the golden payloads in tests/data/wire have them. The chained checksums in them are right."""

from msgspec import Raw

from link.messages import Accepted, Command, packet_of
from link.status import Check, Level, Status
from link.wire import (
    AccountsSent,
    Acknowledged,
    BoardStatus,
    CameraView,
    CommandOutcome,
    CommandSent,
    Downward,
    ForgetAsked,
    Games,
    MachineRefused,
    Picture,
    PicturesWanted,
    Presence,
    Pulse,
    Rows,
    Upward,
    View,
    ViewAsked,
)
from record.decisions.commands import StopClock
from record.session.arbiter import RulingRefusal
from record.store.journal_rows import LastRow, RawRow, chained
from record.store.latest import ClockRow
from rules.errors import Sentence

MACHINE = f"{1:032x}"
BOOT = "4b1d0b2e-4c7e-4a55-9a0e-3f7d1c0a9e11"
ID = f"{3:032x}"
_OPENED = (1, 0, "SessionOpened", '{"rules":"frisian"}')
_STARTED = (2, 1_500_000_000, "ClockStarted", '{"t_ns":1500000000,"side":"white","by":"","reason":"begun \\"late\\" ñ"}')
FIRST = RawRow(*_OPENED, chained(b"", *_OPENED))
SECOND = RawRow(*_STARTED, chained(FIRST.checksum, *_STARTED))
LAST = LastRow(2, SECOND.checksum)
COMMAND = Command(ID, "0001", StopClock("Anna"), 4_860, 2)
SEEN = CameraView(1280, 960, whole=False, corners_px=None, checks=(), age_ms=140)
UP: tuple[Upward, ...] = (
    Presence(MACHINE, True),
    Pulse(
        machine=MACHINE,
        boot=BOOT,
        number=12,
        t_ns=5_000_000_000,
        utc_ms=1_790_000_000_000,
        alive=True,
        game="0001",
        last=LAST,
        zero_ns=3_400_000_000,
        clock=ClockRow(1_600_000_000, 3_599_900_000_000, 3_600_000_000_000),
        accounts="ab" * 32,
    ),
    Games(MACHINE, {"0001": LAST}),
    Rows(MACHINE, "0001", (FIRST, SECOND)),
    BoardStatus(MACHINE, 800, Status(delay="15m", checks=(Check("disk", Level.WARN, Sentence.plain("full")),))),
    Picture(MACHINE, "0001", "frames/0007.jpg", b"\xff\xd8picture\nof seven\xff\xd9"),
    View(MACHINE, SEEN, b"\xff\xd8now\n\xff\xd9"),
    CommandOutcome(MACHINE, ID, Accepted(2)),
)
DOWN: tuple[Downward, ...] = (
    Acknowledged(MACHINE, f"{2:032x}", {"0001": LAST}, Sentence.plain("No space left on device")),
    CommandSent(MACHINE, Raw(packet_of(COMMAND)), BOOT, 12, 140),
    AccountsSent(MACHINE, '{"version": 1}\n'),
    PicturesWanted(MACHINE, "0001", ("frames/0007.jpg",)),
    ViewAsked(MACHINE, False),
    MachineRefused(MACHINE, RulingRefusal.NOTHING_TO_UNDO.said()),
    ForgetAsked(MACHINE, "f1", "0001", "Anna"),
)
