"""Changes of an event as JSON, the permanent format of its file."""

import json
from dataclasses import asdict, fields, is_dataclass
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from hub.events.changes import Change, Who
from record.store.json_text import json_in
from rules.errors import DamcamError, Phrase, sentence_of

KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(Change)}


class ChangeFault(Phrase):
    """Why a change in a file cannot be used."""

    NOT_READ = "a change of kind {kind} that this version cannot read: {why}"
    NO_OBJECT = "an object was expected"
    NO_SUCH_KIND = "it knows no such kind"
    MISSING = "{key} is missing"
    UNKNOWN = "it knows no {name}"
    WRONG = "{name} is {value}"


class ChangeError(DamcamError, ValueError):
    """A change that this version cannot read."""


def encoded(change: Change, who: Who) -> tuple[str, str]:
    """The kind of the change, and its fields with who made it as JSON; `decoded` is the inverse."""
    told = {"by": who.by, "why": who.why, **asdict(change)}
    return type(change).__name__, json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def decoded(kind: str, text: str) -> tuple[Change, Who]:
    """The change of that kind and JSON, and who made it; ChangeError when this version cannot read it."""
    try:
        told = json_in(text)
        if not isinstance(told, dict):
            raise ChangeError(ChangeFault.NO_OBJECT.said())
        if kind not in KINDS:
            raise ChangeError(ChangeFault.NO_SUCH_KIND.said())
        who = Who(_value(str, told.pop("by", ""), "by"), _value(str, told.pop("why", ""), "why"))
        change: Change = _value(KINDS[kind], told, kind)
    except DamcamError as error:
        raise ChangeError(ChangeFault.NOT_READ.said(kind=repr(kind), why=sentence_of(error))) from error
    return change, who


@cache
def _hints(kind: type[Any]) -> dict[str, Any]:
    return get_type_hints(kind)


def _value(kind: Any, told: Any, name: str) -> Any:
    """The value of that type; ChangeError where it is another."""
    if get_origin(kind) is tuple and isinstance(told, list):
        return tuple(_value(get_args(kind)[0], one, name) for one in told)
    if is_dataclass(kind) and isinstance(kind, type) and isinstance(told, dict):
        known = [field.name for field in fields(kind)]
        if unknown := next((one for one in told if one not in known), None):
            raise ChangeError(ChangeFault.UNKNOWN.said(name=repr(unknown)))
        try:
            return kind(**{one: _value(_hints(kind)[one], value, one) for one, value in told.items()})
        except TypeError as error:
            missing = next(one for one in known if one not in told)
            raise ChangeError(ChangeFault.MISSING.said(key=missing)) from error
    if kind in (str, int, bool) and type(told) is kind:
        return told
    raise ChangeError(ChangeFault.WRONG.said(name=name, value=repr(told)))
