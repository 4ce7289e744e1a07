"""Events as JSON: the kind and the fields of a row of the journal."""

from typing import Any, get_args

import msgspec
from msgspec.json import Decoder, Encoder

from record.events.of_game import Event, EventError
from rules.errors import _, sentence_of
from rules.pdn.tags import printable

KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(Event)}
_DECODERS: dict[str, Decoder[Event]] = {name: Decoder(kind) for name, kind in KINDS.items()}


def encode(event: Event) -> tuple[str, str]:
    """The event's kind and its fields as JSON; `decode` is its inverse.

    EventError for an event that `decode` would refuse: nothing that follows its row could be read.
    """
    kind = type(event).__name__
    try:
        text = _ENCODER.encode(event).decode()
    except (TypeError, ValueError, OverflowError) as error:
        raise _not_read(kind, error) from error
    decode(kind, text)
    return kind, text


def decode(kind: str, text: str) -> Event:
    """The event of that kind and JSON; EventError for an unknown kind, and for fields other than this version's."""
    decoder = _DECODERS.get(kind)
    if decoder is None:
        raise EventError(_("an event of kind {kind}, which this version does not know"), kind=repr(kind))
    try:
        return decoder.decode(text)
    except (ValueError, RecursionError) as error:
        raise _not_read(kind, error) from error


def decode_cleaned(kind: str, text: str) -> Event:
    """As `decode`, with the texts as `rules.pdn.tags.printable` leaves them: a board elsewhere may send names that ours refuses."""
    try:
        return decode(kind, cleaned(text))
    except (ValueError, RecursionError) as error:
        raise error if isinstance(error, EventError) else _not_read(kind, error) from error


def cleaned(text: str) -> str:
    """The JSON text with all texts in it as `rules.pdn.tags.printable` leaves them; ValueError, RecursionError where it is no JSON."""
    if text.isprintable() and _ESCAPE not in text:
        return text
    return _ENCODER.encode(_cleaned(msgspec.json.decode(text))).decode()


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, list):
        return [_cleaned(part) for part in value]
    if isinstance(value, dict):
        return {printable(name): _cleaned(part) for name, part in value.items()}
    return value


_ESCAPE = "\\u"
"""What begins an escaped character in JSON: a row of ours has none."""


def readable(kind: str, text: str) -> Event | None:
    """The event of that kind and JSON; None where `decode` refuses it: a board elsewhere may have another version."""
    try:
        return decode(kind, text)
    except EventError:
        return None


def _not_read(kind: str, error: Exception) -> EventError:
    sentence = _("an event of kind {kind} that this version cannot read: {why}")
    return EventError(sentence, kind=repr(kind), why=sentence_of(error))


def _plain(value: object) -> object:
    """A number or text of a library's own kind, such as of numpy, as the plain one that it is derived from."""
    for kind in (float, str):
        if isinstance(value, kind):
            return kind(value)
    raise TypeError(type(value).__name__)


_ENCODER = Encoder(enc_hook=_plain)
