"""The messages between a board's service and the programs that ask it for something, such as pages and the command line.

A program sends a `Command`. The service answers with `Taken` once it carries the command out, and with its outcome:
`Accepted`, `Refused` or `Expired`. It writes the command's id into the event that it makes of the command. A program that got no outcome
sends the same command again, and is told what the log says.

Or a program sends `FollowStatus`. The service answers with `CurrentStatus`: the current status, and then each new one. The mirror of a hub
sends `LinkStatus` besides.

Or a program sends `FollowRows`. The service answers with `RowWritten` each time that a row of its game is on disk: whoever copies the log
reads it then, and need not look again and again.

Or a program that works beside the service tells how its part is, each second or two: `CopyReport`, `UplinkReport`. A program that follows
asks for the camera's picture of now in the same way, while somebody looks (`ViewWanted`). Neither gets an answer.
"""

import re
from secrets import token_hex
from typing import Annotated, Literal, TypeVar

from msgspec import Meta, Struct
from msgspec.json import Decoder
from msgspec.structs import force_setattr

from link.status import Check, CopyState, Link, SentenceField, Status, message_of, read_sentence, read_sentences
from record.decisions.commands import CommandBody
from record.events.fields import CommandId, Count
from rules.errors import DamcamError, Sentence, _, sentence_of

T = TypeVar("T")
Reason = Literal["stale", "not-now", "unknown"]
MAX_PACKET = 131_072
"""The bytes of the longest message. Moves from paper have 20,000 characters at most."""
MAX_LIFE_MS = 60_000
GAME = re.compile(r"[0-9]{4,9}", re.ASCII)
"""The form of the folder name of a board's game."""
PICTURE = re.compile(r"(set-aside-[0-9]{1,4}/)?(frames|drawn)/[A-Za-z0-9][A-Za-z0-9._-]{0,80}\.(jpg|png)", re.ASCII)
"""The form of a picture's name, below the folder of its game."""


class MessageError(DamcamError, ValueError):
    """A message that this version does not know, or that is too long."""


class Message(Struct, frozen=True, tag=True, forbid_unknown_fields=True, omit_defaults=True):
    """A message, as JSON with its type."""


class Command(Message, frozen=True):
    """What a person asks of the game in the folder of that name."""

    id: Annotated[CommandId, Meta(min_length=1)]
    """Made by the sender. A command that is sent again has the same id."""
    game: Annotated[str, Meta(min_length=1, max_length=255)]
    body: CommandBody
    lives_ms: Annotated[int, Meta(ge=0, le=MAX_LIFE_MS)]
    """For how long it may still be begun, from its arrival by the receiver's clock. With 0 only its outcome is asked for."""
    based_on_row: Count | None = None
    """The last journal row that the sender had seen; None where the command does not depend on it."""
    was_sent: bool = False
    """Whether it may have reached a receiver before: then only the board's service can tell that it was not done."""


class FollowStatus(Message, frozen=True):
    """Asks how the board is, from now on."""


class FollowRows(Message, frozen=True):
    """Asks for word of each row that is on disk, from now on."""


class CopyReport(Message, frozen=True):
    """How the second copy is, from the program that keeps it."""

    state: CopyState
    seen: SentenceField
    do: SentenceField | None = None
    game: str = ""
    """The folder's name of the game of which the copy knows more; empty where it does not."""

    def __post_init__(self) -> None:
        """As `read_sentences`."""
        read_sentences(self)


class UplinkReport(Message, frozen=True):
    """How the link to the hub is, from the program that sends the games."""

    check: Check
    game: str = ""
    row: Count = 0
    """The last row that the hub has of that game, whose log is damaged here; 0 where no such log is known."""


class ViewWanted(Message, frozen=True):
    """Somebody looks at the camera's picture of now: at the board alone once it is found, or at the whole picture."""

    whole: bool = False


class PictureWanted(Message, frozen=True):
    """Somebody wants to see that picture of a board elsewhere. The mirror fetches it, or tells that it does not come (`Link.absent`)."""

    game: Annotated[str, Meta(pattern=rf"\A(?:{GAME.pattern})\Z")]
    name: Annotated[str, Meta(pattern=rf"\A(?:{PICTURE.pattern})\Z")]


class Ready(Message, frozen=True):
    """The service greets a program that it can serve. Where this does not come, nothing was asked."""


class CurrentStatus(Message, frozen=True):
    """How the board is now; None where nothing is known of it."""

    status: Status | None = None


class Taken(Message, frozen=True):
    """The service carries the command out now."""


class Accepted(Message, frozen=True):
    """The command is done. Its event is in that row of the journal, or will be; 0 where it changed nothing in the journal."""

    row: Count = 0
    held: SentenceField | None = None
    """Why the disk does not take the row yet; None where it is on disk."""

    def __post_init__(self) -> None:
        force_setattr(self, "held", read_sentence(self.held) if self.held else None)


class Refused(Message, frozen=True):
    """The command is not done, and will not be.

    It is stale where the game is another by now than the sender knew, and unknown where this version does not know it.
    """

    why: SentenceField
    reason: Reason = "not-now"

    def __post_init__(self) -> None:
        force_setattr(self, "why", read_sentence(self.why))


class Expired(Message, frozen=True):
    """The command is not done, and will not be: its life was over before the service could begin."""


class LinkStatus(Message, frozen=True):
    """How the link to a board elsewhere is, from the mirror of a hub."""

    link: Link


class RowWritten(Message, frozen=True):
    """The last row on disk of the game in the folder of that name. Other programs may have appended rows too."""

    game: str
    row: Count


Outcome = Accepted | Refused | Expired
Report = CopyReport | UplinkReport | ViewWanted
Request = Command | FollowStatus | FollowRows | PictureWanted | Report
Answer = Ready | Taken | Outcome | CurrentStatus | LinkStatus | RowWritten


class _WithId(Struct):
    """What is read of a command of another version."""

    id: Annotated[CommandId, Meta(min_length=1)]


_REQUESTS: Decoder[Request] = Decoder(Request)
_COMMANDS: Decoder[Command] = Decoder(Command)
_IDS: Decoder[_WithId] = Decoder(_WithId)
_ANSWERS: Decoder[Answer] = Decoder(Answer)


def new_id() -> str:
    """An id that no other command has."""
    return token_hex(16)


def packet_of(message: Message) -> bytes:
    """The message as a packet; MessageError where it is too long."""
    packet = encoded(message)
    if len(packet) > MAX_PACKET:
        raise MessageError(_("{size} bytes are more than a message may have, which is {most}"), size=len(packet), most=MAX_PACKET)
    return packet


def request_in(packet: bytes) -> Request:
    """What a program asks; MessageError."""
    return _read(_REQUESTS, packet)


def command_in(packet: bytes) -> Command:
    """The command in a packet; MessageError."""
    return _read(_COMMANDS, packet)


def id_in(packet: bytes) -> str:
    """The id of a command that this version may not know; MessageError."""
    return _read(_IDS, packet).id


def answer_in(packet: bytes) -> Answer:
    """The answer of the service; MessageError."""
    return _read(_ANSWERS, packet)


def _read(decoder: Decoder[T], packet: bytes) -> T:
    try:
        return decoder.decode(packet)
    except (ValueError, RecursionError) as error:
        raise MessageError(_("this version knows no such message: {why}"), why=why_not_read(error)) from error


def why_not_read(error: Exception) -> Sentence:
    """What is wrong with a message, in English."""
    return Sentence.plain(f"{error!s:.200}")


def encoded(message: Struct) -> bytes:
    """The message as JSON; MessageError where it holds no text."""
    try:
        return message_of(message)
    except ValueError as error:  # half of a surrogate pair
        raise MessageError(_("this is no text: {why}"), why=sentence_of(error)) from error
