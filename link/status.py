"""How a board is, as its service tells it: what /before, desk, hub, uplink and `damcam selftest` show.

    status = Status(t_ns=time.monotonic_ns(), phase=WAITING, checks=(Check("camera", Level.OK, CameraSays.PICTURES_COME.said()),))
    answer_in(packet_of(CurrentStatus(status))).status == status

What is seen of a part is an English sentence with values, by which each reader has it in a language of his own.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import msgspec
from msgspec.structs import force_setattr

from record.telling.sentences import sentence_in, shortened
from rules.errors import DamcamError, Sentence

if TYPE_CHECKING:
    SentenceField = Sentence
else:
    SentenceField = Any  # msgspec has no type for the values of a sentence: `Check` reads it itself

Phase = Literal["waiting", "ready", "playing", "over"]
WAITING: Final = "waiting"
READY: Final = "ready"
PLAYING: Final = "playing"
OVER: Final = "over"
"""The phases of a board: it is being set up; its start position stands and nobody has pressed; a game runs; it has ended."""
STALE_NS = 15_000_000_000
"""The age from which a status no longer counts. One is made each second; a failing search for the board takes five."""
MAX_BYTES = 64_000
"""Bytes of a status, which usually has two or three thousand."""
Whole = Annotated[int, msgspec.Meta(ge=0)]


HUB_NAME = "hub-id"
"""The file with the id of a hub, which its mirror makes in the folder with the state folders of the boards."""
OTHER_MACHINE = "machine"
"""The reason for which everything of a second machine with the key of a board is refused."""


class StatusError(DamcamError, ValueError):
    """What came is no status."""


class Level(StrEnum):
    """How a part is."""

    OK = "ok"
    WARN = "warn"
    """A game can be recorded, but a person should look at something."""
    FAIL = "fail"
    """No game can be recorded."""
    UNTRIED = "untried"
    """Nothing is known."""


class Check(msgspec.Struct, frozen=True):
    """The check of one part of a board: `seen` says how it is, and `do` what to do, None where nothing is to be done."""

    name: str
    """A key of `pi.checks.checks.NAMES`."""
    level: Level
    seen: SentenceField
    do: SentenceField | None = None

    def __post_init__(self) -> None:
        """As `read_sentences`."""
        read_sentences(self)

    def cleared(self, clear: Callable[[str], str]) -> "Check":
        """The same check with each text in its sentences passed through `clear`."""
        return Check(self.name, self.level, shortened(self.seen, clear), shortened(self.do, clear) if self.do else None)


class CopyState(StrEnum):
    """How the second copy is."""

    STARTS = "starts"
    COMPLETE = "complete"
    FAILS = "fails"
    """Nothing is copied at present."""
    AHEAD = "ahead"
    """It is complete, and an older file of it knows more of a game than the card."""


class LogSeen(msgspec.Struct, frozen=True):
    """A log that has more of a damaged game than the sound beginning: its path at the board, its last sound row, and the last press."""

    source: str
    row: int
    seq: int


class Damaged(msgspec.Struct, frozen=True):
    """What a service waits for, where the log of its last game is damaged and the arbiter is to confirm how it goes on."""

    game: str
    row: int
    """The last row of the sound beginning."""
    logs: tuple[LogSeen, ...]
    hub_row: int = 0
    """The last row that the hub has; 0 where the board does not know it."""
    given_is_no_more: bool = False
    """Whether the log that the arbiter gave has no more of the game than the sound beginning, or is none of it."""


class Status(msgspec.Struct, frozen=True, kw_only=True):
    """How a board is. Once a game runs it says nothing about the position, or what hides it (Art. 24)."""

    t_ns: int = 0
    """When it was made, by the monotonic clock of the machine on which it is read."""
    phase: Phase = "waiting"
    checks: tuple[Check, ...] = ()
    line: str = ""
    """The line that systemd shows of the service."""
    board: str = ""
    """The name of the machine."""
    rules: str = ""
    start_fen: str = ""
    """The position from which a game begins, where it is not the usual one."""
    mirrored: bool = False
    date: str = ""
    """The date of today; empty where the machine does not know it."""
    about: dict[str, str] = {}
    """The tags of the game that is to begin."""
    time_control: str = ""
    picture_age_ms: Whole | None = None
    """The age of the camera's last picture; None where none has come."""
    delay: str = ""
    """How much later the public sees the games (`hub.feeds.delay`)."""
    in_memory: Whole = 0
    """How many events are in memory alone, while the journal takes none."""
    damaged: Damaged | None = None
    next_game: dict[str, Any] | None = None
    """What was set for the next game (`record.decisions.next_game`)."""

    def check(self, name: str) -> Check | None:
        """The check of that part; None where it has none."""
        return next((check for check in self.checks if check.name == name), None)


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """How the link of a hub to a board elsewhere is. Times are of the hub's monotonic clock (ns)."""

    machine: str = ""
    online: bool = False
    heard_ns: int = 0
    """When the board was last heard; 0 before."""
    since_ns: int = 0
    """Of the mirror itself: since when it is connected to the broker without a break."""
    game: str = ""
    zero_ns: int | None = None
    """When the time of that game, the board's newest, was nought, which may be before this machine was started; None while not known."""
    behind: int = 0
    """So many rows of that game the hub lacks as yet: it is catching up."""
    slow_ms: int | None = None
    """By how much the board's time of day is behind the hub's."""
    trouble: SentenceField | None = None
    """Why the hub cannot keep what the board sends."""
    too_old: SentenceField | None = None
    """Which row this hub is too old for."""
    faulty: bool = False
    """Whether the mirror met data of it that it cannot use (`hub.board_faults`)."""
    absent: tuple[str, ...] = ()
    """Pictures that were asked for last and do not come, as GAME/NAME: the board has them not, or they are too large."""
    refused: dict[str, SentenceField] = {}
    """What was refused of it, each reason once."""

    def __post_init__(self) -> None:
        """Read the sentences. ValueError: one of them is none, or longer than ours are."""
        for name in ("trouble", "too_old"):
            value = getattr(self, name)
            force_setattr(self, name, read_sentence(value) if value else None)
        force_setattr(self, "refused", {reason: read_sentence(value) for reason, value in self.refused.items()})


def message_of(value: object) -> bytes:
    """The value, which may have checks in it, as JSON."""
    return _ENCODER.encode(value)


def checks_in(value: object) -> tuple[Check, ...]:
    """The checks in a value of such JSON; StatusError."""
    try:
        return msgspec.convert(value, tuple[Check, ...])
    except (msgspec.ValidationError, RecursionError) as error:
        raise StatusError(Sentence.plain(f"no checks: {error}")) from error


def read_sentences(part: Any) -> None:
    """Read the sentences `seen` and `do` of a message. ValueError as `read_sentence`."""
    force_setattr(part, "seen", read_sentence(part.seen))
    force_setattr(part, "do", read_sentence(part.do) if part.do else None)


def read_sentence(value: Any) -> Sentence:
    """The sentence of a message, or as it is; ValueError where it is none, or longer than ours are."""
    return value if isinstance(value, Sentence) else shortened(sentence_in(value), str)


def _plain(value: object) -> float:
    """A number of numpy's, which is a float, as JSON has it."""
    if isinstance(value, float):
        return float(value)
    raise TypeError(f"a {type(value).__name__} is no part of a message")


_ENCODER = msgspec.json.Encoder(enc_hook=_plain, decimal_format="number")
