"""Reads the fields of a payload, which anybody may have written: anything but the types and limits expected is refused, with its place."""

import json
import re
from collections.abc import Mapping
from typing import Any

from hub.wire.carriage import VERSION
from record.store.json_text import JsonError, json_in
from record.telling.sentences import sentence_in
from rules.errors import DamcamError, Phrase, Sentence

GAME = re.compile(r"[0-9]{1,9}", re.ASCII)
"""The name of a game's folder."""
ID = re.compile(r"[0-9a-z-]{1,80}", re.ASCII)
"""The form of the ids of machines, hubs, boots and words."""
CHECKSUM = re.compile(r"([0-9a-f]{64})?", re.ASCII)
"""A chained checksum; empty before the first row."""
MAX_NS = 2**63 - 1
MAX_ROW = 10**9
_MAX_SHOWN = 40


class WireFault(Phrase):
    """What is wrong with a message on the wire."""

    TOO_LONG = "a message of kind {kind} has {size} bytes, and {most} are the most"
    NO_SUCH_KIND = "there is no message of kind {kind}"
    NO_OBJECT = "a message of kind {kind} is no JSON object"
    NOT_READ = "a message of kind {kind} cannot be read: {why}"
    OTHER_VERSION = "a message of kind {kind} has version {version}, and this damcam reads version {ours}"
    SAME_DAMCAM = "use the newer damcam on both sides"
    FIELD = "a message of kind {kind}: {field} is {value}, which it cannot be"
    OTHER_SIZE = "a message of kind {kind} says {told} bytes, and brings {size}"


class WireError(DamcamError, ValueError):
    """A message that cannot be sent or used."""


def dumped(fields: Mapping[str, Any]) -> bytes:
    """The fields as the JSON object of a payload, with the version."""
    return json.dumps({"v": VERSION, **fields}, ensure_ascii=False, separators=(",", ":")).encode()


class PayloadFields:
    """The fields of the JSON object in a payload of that kind. Unknown ones are left alone: a newer damcam may send more."""

    def __init__(self, kind: str, payload: bytes) -> None:
        self.kind = kind
        try:
            told = json_in(payload, finite=True)
        except JsonError as error:
            raise WireError(WireFault.NOT_READ.said(kind=kind, why=error.sentence)) from error
        if not isinstance(told, dict):
            raise WireError(WireFault.NO_OBJECT.said(kind=kind))
        self._told: dict[str, Any] = told
        if told.get("v") != VERSION:
            do = WireFault.SAME_DAMCAM.said()
            raise WireError(WireFault.OTHER_VERSION.said(do, kind=kind, version=shown(told.get("v")), ours=VERSION))

    def refused(self, field: str, value: object) -> WireError:
        return WireError(WireFault.FIELD.said(kind=self.kind, field=field, value=shown(value)))

    def matching(self, field: str, form: re.Pattern[str]) -> str:
        value = self._told.get(field)
        if not isinstance(value, str) or not form.fullmatch(value):
            raise self.refused(field, value)
        return value

    def text(self, field: str, most: int) -> str:
        value = self._told.get(field)
        if not isinstance(value, str) or len(value) > most:
            raise self.refused(field, value)
        return value

    def whole(self, field: str, most: int = MAX_NS, least: int = 0) -> int:
        return self.whole_in(field, self._told.get(field), most, least)

    def whole_in(self, field: str, value: object, most: int = MAX_NS, least: int = 0) -> int:
        if type(value) is not int or not least <= value <= most:
            raise self.refused(field, value)
        return value

    def whole_or_none(self, field: str) -> int | None:
        return None if self._told.get(field) is None else self.whole(field, least=-MAX_NS)

    def truth(self, field: str) -> bool:
        value = self._told.get(field)
        if not isinstance(value, bool):
            raise self.refused(field, value)
        return value

    def listed(self, field: str, most: int) -> list[Any]:
        value = self._told.get(field)
        if not isinstance(value, list) or len(value) > most:
            raise self.refused(field, value)
        return value

    def mapped(self, field: str, most: int) -> dict[str, Any]:
        value = self._told.get(field)
        if not isinstance(value, dict) or len(value) > most:
            raise self.refused(field, value)
        return value

    def sentence(self, field: str) -> Sentence:
        value = self._told.get(field)
        try:
            return sentence_in(value)
        except ValueError:
            raise self.refused(field, value) from None

    def has(self, field: str) -> bool:
        """Whether the field is there, and not null."""
        return self._told.get(field) is not None


def shown(value: object) -> str:
    """A value from elsewhere, short enough for a sentence."""
    text = repr(value)
    return text if len(text) <= _MAX_SHOWN else text[:_MAX_SHOWN] + "…"
