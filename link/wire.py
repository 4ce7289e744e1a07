"""The messages of boards and their hub. Both ends use the same structs.

    packet = wire_packet(Presence(machine, online=True))
    packet == Packet("presence", b'{"v":1,"machine":"...","online":true}')
    upward_in(packet) == Presence(machine, online=True)

`TOPICS` has all kinds of messages. Types and sizes are checked where a message is decoded: whatever somebody sent, nothing but MessageError
is raised.
"""

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Raw, Struct
from msgspec.json import Decoder
from msgspec.structs import force_setattr, replace

from link.messages import GAME, PICTURE, MessageError, Outcome, encoded, why_not_read
from link.status import Check, SentenceField, Status, read_sentence
from record.events.as_json import cleaned
from record.events.fields import MAX_NS, ChangeNs, Corners, Count
from record.store.journal_rows import LastRow, RawRow, chained, is_event
from record.store.latest import ClockRow
from rules.errors import _

ID = re.compile(r"[0-9a-z-]{1,80}", re.ASCII)
"""The form of the ids of machines, hubs, boots and commands."""
MAX_PAYLOAD = 256_000
"""Bytes of a packet between board and hub."""
MAX_PICTURE = 200_000
"""Bytes of a picture: the JSON before it fits into the same packet."""
MAX_GAMES = 1_000
"""Games in one message."""
MAX_ROWS = 1_000
"""Rows in one message."""
MAX_BY = 200
"""Characters of a person's name."""
_MAX_SHOWN = 40
_NO_DATA = b""
"""It is left out of the JSON: a picture follows it on a line of its own."""


def _form(form: re.Pattern[str]) -> Meta:
    """The constraint of a text of that form."""
    return Meta(pattern=rf"\A(?:{form.pattern})\Z")


Id = Annotated[str, _form(ID)]
Game = Annotated[str, _form(GAME)]
Whole = Annotated[int, Meta(ge=0, le=MAX_NS)]
"""A time or a number that is not negative, as far as it counts."""
Ends = Annotated[dict[Game, LastRow], Meta(max_length=MAX_GAMES)]
"""The last row of each game; row 0 where there is none."""


# what a board sends to its hub


class WireMessage(Struct, frozen=True, tag_field="v", tag=1, omit_defaults=True):
    """A message between a board and its hub, as JSON with the version `v`. Fields that are not known are left alone.

    It names the machine of the board, for two machines may have the key of one board by mistake.
    """

    machine: Id

    def check(self) -> None:
        """Raise ValueError for what the types of the fields cannot tell."""


class Presence(WireMessage, frozen=True):
    """A connection of the board begins, or, as the wire says when it is lost, has ended."""

    online: bool


class Pulse(WireMessage, frozen=True):
    """Each second: how the board is now."""

    boot: Id
    number: Whole
    """The number of the pulse since the uplink started."""
    t_ns: Whole
    """The board's monotonic time when this was sent, in the boot `boot`."""
    utc_ms: ChangeNs
    """The board's time of day, in milliseconds since 1970."""
    alive: bool
    """Whether the board's service gives signs of life."""
    game: Annotated[str, Meta(pattern=rf"\A({GAME.pattern})?\Z")] = ""
    """The newest game; empty before the first."""
    last: LastRow = LastRow(0, b"")
    """The last row of that game."""
    zero_ns: ChangeNs | None = None
    """The board's monotonic time at which the time of this game was nought; None where it is not known."""
    clock: ClockRow | None = None
    """The last readings of its running clock."""
    accounts: Annotated[str, Meta(pattern=r"\A([0-9a-f]{64})?\Z")] = ""
    """The SHA-256 of the board's file of accounts, which says whether it is that of the hub; empty where there is none."""


class Games(WireMessage, frozen=True):
    """The games that lie on the board: the hub answers how far it has each of them."""

    games: Ends


class Rows(WireMessage, frozen=True):
    """Rows of one game as they stand in its journal, in their order without a gap."""

    game: Game
    rows: Annotated[tuple[RawRow, ...], Meta(min_length=1, max_length=MAX_ROWS)]
    instead_of: LastRow | None = None
    """The hub's last row, where the board's log has it not: these rows are the beginning of another log, or go on in it."""

    def check(self) -> None:
        if not all(is_event(row.kind, row.text) for row in self.rows):
            raise ValueError("a row is no event")
        for before, row in pairwise(self.rows):
            if row.row_id != before.row_id + 1 or row.checksum != chained(before.checksum, *row[:-1]):
                raise ValueError(f"row {row.row_id} does not follow row {before.row_id}")


class BoardStatus(WireMessage, frozen=True):
    """The status that the board's service tells. Its own time counts on that machine alone."""

    age_ms: Annotated[int, Meta(ge=0, le=60_000)]
    """Its age when it was sent."""
    status: Status


class Picture(WireMessage, frozen=True):
    """A picture that the hub asked for."""

    game: Game
    name: Annotated[str, _form(PICTURE)]
    data: bytes = _NO_DATA
    """Empty where the board has no picture of that name, or it is too large for the wire."""


class CameraView(Struct, frozen=True):
    """What is told of the camera's picture of now, as `link.camera_view` has it."""

    width: Count
    height: Count
    whole: bool
    corners_px: Corners | None
    checks: tuple[Check, ...]
    age_ms: Whole
    """Its age when it was sent."""


class View(WireMessage, frozen=True):
    """The camera's picture of now, which the hub asked for."""

    about: CameraView
    data: bytes = _NO_DATA

    def check(self) -> None:
        if not self.data:
            raise ValueError("there is no picture")


class CommandOutcome(WireMessage, frozen=True):
    """The outcome of the command with that id, or of the request to forget pictures."""

    id: Id
    outcome: Outcome


Upward = Presence | Pulse | Games | Rows | BoardStatus | Picture | View | CommandOutcome


# what a hub sends to its boards


class Acknowledged(WireMessage, frozen=True):
    """How far the hub has games on disk."""

    hub: Id
    """The id of the hub, which is another one where its disk is new."""
    games: Ends
    trouble: SentenceField | None = None
    """Why the hub cannot keep more at present."""

    def __post_init__(self) -> None:
        force_setattr(self, "trouble", read_sentence(self.trouble) if self.trouble else None)


class CommandSent(WireMessage, frozen=True):
    """A command for the board's service.

    It lives from the moment when this was sent: `since_ms` after the hub heard the pulse `pulse` of the boot `boot`. A board that sent this
    pulse knows by its own clock when the command ends at the latest.
    """

    command: Raw
    """The packet of a `Command`, for `command_in`: a board that does not know it refuses it by its id."""
    boot: Id
    pulse: Whole
    since_ms: Whole


class AccountsSent(WireMessage, frozen=True):
    """The file of the hub's accounts, with the passwords hashed, as `hub.access.accounts` writes it."""

    text: Annotated[str, Meta(max_length=90_000)]


class PicturesWanted(WireMessage, frozen=True):
    """The names of pictures of that game that the hub asks for."""

    game: Game
    names: Annotated[tuple[Annotated[str, _form(PICTURE)], ...], Meta(max_length=100)]


class ViewAsked(WireMessage, frozen=True):
    """Somebody at the hub looks at the camera's picture of now: at the board alone, or at the `whole` picture."""

    whole: bool


class MachineRefused(WireMessage, frozen=True):
    """The hub takes nothing of this machine."""

    why: SentenceField

    def __post_init__(self) -> None:
        force_setattr(self, "why", read_sentence(self.why))


class ForgetAsked(WireMessage, frozen=True):
    """Somebody wants the pictures of a closed game to be deleted. The board answers under that id, and its journal says so."""

    id: Id
    game: Game
    by: Annotated[str, Meta(max_length=MAX_BY)]
    """Who asked for it."""


Downward = Acknowledged | CommandSent | AccountsSent | PicturesWanted | ViewAsked | MachineRefused | ForgetAsked


# how they travel


PREFIX = "damcam"
"""The first part of every topic; the others are the board's key, the direction and the kind: `damcam/KEY/up/rows`."""
UP, DOWN = "up", "down"


class Packet(NamedTuple):
    """A message as it travels: the kind, which is the last part of its topic, and the bytes."""

    kind: str
    payload: bytes


@dataclass(frozen=True, slots=True)
class Topic:
    """How messages of one kind travel."""

    message: type[WireMessage]
    direction: str
    """UP or DOWN."""
    expires_s: int = 30
    """After so many seconds nobody needs it any more, and the wire may drop it."""
    most_bytes: int = MAX_PAYLOAD


TOPICS = {
    "presence": Topic(Presence, UP, most_bytes=1_000),
    "pulse": Topic(Pulse, UP, expires_s=5, most_bytes=2_000),
    "games": Topic(Games, UP),
    "rows": Topic(Rows, UP),
    "status": Topic(BoardStatus, UP, expires_s=15, most_bytes=80_000),
    "picture": Topic(Picture, UP),
    "view": Topic(View, UP, expires_s=5),
    "outcome": Topic(CommandOutcome, UP, most_bytes=20_000),
    "acknowledged": Topic(Acknowledged, DOWN),
    "command": Topic(CommandSent, DOWN, expires_s=5, most_bytes=150_000),
    "accounts": Topic(AccountsSent, DOWN, most_bytes=100_000),
    "wanted": Topic(PicturesWanted, DOWN, most_bytes=20_000),
    "look": Topic(ViewAsked, DOWN, expires_s=5, most_bytes=1_000),
    "refused": Topic(MachineRefused, DOWN, most_bytes=20_000),
    "forget": Topic(ForgetAsked, DOWN, most_bytes=5_000),
}
"""The kinds of messages."""
KINDS = {topic.message: kind for kind, topic in TOPICS.items()}
_DECODERS: dict[str, Decoder[Any]] = {kind: Decoder(topic.message) for kind, topic in TOPICS.items()}


def wire_packet(message: Upward | Downward) -> Packet:
    """The message as a packet; MessageError where it is longer than the wire takes."""
    kind = KINDS[type(message)]
    if isinstance(message, Picture | View) and message.data:
        payload = b"%b\n%b" % (encoded(replace(message, data=_NO_DATA)), message.data)
    else:
        payload = encoded(message)
    _refuse_long(kind, payload)
    return Packet(kind, payload)


def upward_in(packet: Packet) -> Upward:
    """The message of a board in the packet; MessageError."""
    message: Upward = _message_in(packet, UP)
    return message


def downward_in(packet: Packet) -> Downward:
    """The message of a hub in the packet; MessageError."""
    message: Downward = _message_in(packet, DOWN)
    return message


def _message_in(packet: Packet, direction: str) -> Any:
    kind, payload = packet
    topic = TOPICS.get(kind)
    if topic is None or topic.direction != direction:
        raise MessageError(_("there is no message of kind {kind}"), kind=shown(kind))
    _refuse_long(kind, payload)
    has_data = topic.message in (Picture, View)
    head, _line, data = payload.partition(b"\n") if has_data else (payload, b"", b"")
    try:
        if topic.message is BoardStatus:  # it has names; the rows of a log keep their bytes
            head = cleaned(head.decode()).encode()
        message = _DECODERS[kind].decode(head)
        if has_data:
            if len(data) > MAX_PICTURE:
                raise ValueError("the picture is too large")
            message = replace(message, data=data)
        message.check()
    except (ValueError, RecursionError) as error:
        raise MessageError(_("a message of kind {kind} cannot be read: {why}"), kind=kind, why=why_not_read(error)) from error
    return message


def _refuse_long(kind: str, payload: bytes) -> None:
    if len(payload) > (most := TOPICS[kind].most_bytes):
        raise MessageError(_("a message of kind {kind} has {size} bytes, and {most} are the most"), kind=kind, size=len(payload), most=most)


def shown(value: object) -> str:
    """A value from elsewhere, short enough for a sentence."""
    text = repr(value)
    return text if len(text) <= _MAX_SHOWN else text[:_MAX_SHOWN] + "…"
