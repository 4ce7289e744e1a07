"""One message of each kind, as the golden payloads in tests/data/wire have them. The chained checksums in them are right."""

from hub.wire.downward import AccountsSent, Acknowledged, Downward, ForgetAsked, MachineRefused, PicturesWanted, ViewAsked, WordGiven
from hub.wire.upward import AnswerTold, GamesThere, PictureSent, Presence, Pulse, ReadinessTold, RowsOf, Upward, ViewSent
from link.status import Status
from record.session.arbiter import RulingRefusal
from record.store.journal_rows import RawRow, chained
from record.store.latest import ClockRow

MACHINE = f"{1:032x}"
BOOT = "4b1d0b2e-4c7e-4a55-9a0e-3f7d1c0a9e11"
_OPENED = (1, 0, "SessionOpened", '{"rules":"frisian"}')
_STARTED = (2, 1_500_000_000, "ClockStarted", '{"t_ns":1500000000,"side":"white","by":"","reason":"begun \\"late\\" ñ"}')
FIRST = RawRow(*_OPENED, chained(b"", *_OPENED))
SECOND = RawRow(*_STARTED, chained(FIRST.checksum, *_STARTED))
SEEN = {"width": 1280, "height": 960, "whole": False, "corners_px": None, "checks": [], "age_ms": 140}
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
        row=2,
        checksum=SECOND.checksum.hex(),
        zero_ns=3_400_000_000,
        clock=ClockRow(1_600_000_000, 3_599_900_000_000, 3_600_000_000_000),
        accounts="ab" * 32,
    ),
    GamesThere(MACHINE, {"0001": (2, SECOND.checksum.hex())}),
    RowsOf(MACHINE, "0001", (FIRST, SECOND)),
    ReadinessTold(MACHINE, 800, Status(delay="15m")),
    PictureSent(MACHINE, "0001", "frames/0007.jpg", b"\xff\xd8picture\nof seven\xff\xd9"),
    ViewSent(MACHINE, SEEN, b"\xff\xd8now\n\xff\xd9"),
    AnswerTold(MACHINE, "00000000000000000000000000000003", "obeyed", 2),
)
DOWN: tuple[Downward, ...] = (
    Acknowledged(MACHINE, f"{2:032x}", {"0001": (2, SECOND.checksum.hex())}),
    WordGiven(
        machine=MACHINE,
        word="00000000000000000000000000000003",
        game="0001",
        row=2,
        kind="StopClock",
        json='{"type":"StopClock","by":"Anna"}',
        boot=BOOT,
        pulse=12,
        since_ms=140,
        left_ms=4860,
    ),
    AccountsSent(MACHINE, '{"version": 1}\n'),
    PicturesWanted(MACHINE, "0001", ("frames/0007.jpg",)),
    ViewAsked(MACHINE, False),
    MachineRefused(MACHINE, RulingRefusal.NOTHING_TO_UNDO.said()),
    ForgetAsked(MACHINE, "f1", "0001", "Anna"),
)
