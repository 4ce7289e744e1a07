"""Events as JSON, the format of the journal."""

import json
import re
from dataclasses import asdict
from typing import Any, get_args

from record.events.about import About
from record.events.of_game import Alert, Event, EventError, SessionOpened
from record.events.of_record import Described
from rules.errors import Phrase, sentence_of

KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(Event)}


class EventFault(Phrase):
    """Why an event on disk cannot be used."""

    NOT_READ = "an event of kind {kind} that this version cannot read: {why}"
    HALF_A_PAIR = "it holds half of a surrogate pair, which is not a character"


def in_fields(event: Event) -> dict[str, Any]:
    """The event's fields as they are written to JSON."""
    told = asdict(event)
    return told | {"about": event.about.flat} if isinstance(event, SessionOpened | Described) else told


ADDED = frozenset({"heights", "because", "mirrored", "crowns"})
ADDED_TO_ALERTS = frozenset({"pictures"})
"""Fields that are written only where they say something: most rows would hold them empty."""


def encode(event: Event) -> tuple[str, str]:
    """The event's kind and its fields as JSON; `decode` is its inverse."""
    fields = {name: value for name, value in in_fields(event).items() if value or name not in ADDED}
    if "alerts" in fields:
        fields["alerts"] = [{k: v for k, v in alert.items() if v or k not in ADDED_TO_ALERTS} for alert in fields["alerts"]]
    return type(event).__name__, json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
"""An escape of half a pair. `encode` writes characters as they are, so that no journal of ours has one."""


def decode(kind: str, text: str) -> Event:
    """The event of that kind and JSON; EventError when this version cannot read it, or no page could show it."""
    try:
        if _SURROGATE.search(text):
            json.dumps(json.loads(text), ensure_ascii=False).encode()
        fields = {name: _frozen(value) for name, value in json.loads(text).items()}
        if "alerts" in fields:
            fields["alerts"] = tuple(Alert(**{k: _frozen(v) for k, v in alert.items()}) for alert in fields["alerts"])
        if "about" in fields:
            fields["about"] = About.of(fields["about"])
        event: Event = KINDS[kind](**fields)
    except UnicodeEncodeError as error:
        raise EventError(EventFault.NOT_READ.said(kind=repr(kind), why=EventFault.HALF_A_PAIR.said())) from error
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise EventError(EventFault.NOT_READ.said(kind=repr(kind), why=sentence_of(error))) from error
    return event


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
