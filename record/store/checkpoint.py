"""The referee's belief, kept beside the events, so that a game resumes at once without ruling all its presses again.

A checkpoint is a convenience and no evidence. Where it is missing, damaged or of another version of damcam, the same belief follows from
the events of the journal in more time.

The bytes are a SHA-256 digest and a JSON list of the frozen dataclasses that make up the belief, each after those that it refers to:
`["KingMoves", 0, 0]`, then `["Position", {"RuleSet": ["frisian", true]}, {"Side": "white"}, ..., {"object": 0}, {"object": 0}]`, the belief
last.
An object is written once, however often it is referred to: a belief refers to the same positions many times, and the referee tells the
position before a fault from the position now by identity.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields
from enum import Enum
from importlib.metadata import version
from typing import Any

from rules.board.evidence import Evidence
from rules.board.position import KingMoves, Position
from rules.board.ruleset import RuleSet, ruleset
from rules.board.squares import Content, Side
from rules.errors import DamcamError, Phrase, sentence_of
from rules.irregularity import Verdict
from rules.referee.belief import Belief, Doubt, LastPress, Ruling, Silence, Situation
from rules.referee.shown import Shown

_MADE_BY = version("damcam").encode()
_DIGEST = hashlib.sha256().digest_size
_OBJECTS: dict[str, type[Any]] = {
    kind.__name__: kind for kind in (Belief, Doubt, Evidence, KingMoves, LastPress, Position, Ruling, Shown, Silence, Situation)
}
_ENUMS: dict[str, type[Enum]] = {kind.__name__: kind for kind in (Content, Side, Verdict)}


class CheckpointFault(Phrase):
    """Why a checkpoint is of no use."""

    DAMAGED = "the belief is damaged, or of another version"
    NOT_READ = "the belief cannot be read: {why}"
    NO_BELIEF = "the belief is of the type {type}"
    NO_SITUATIONS = "the belief has no situations"
    FOREIGN = "{name} is no part of a belief"


class CheckpointError(DamcamError, ValueError):
    """The bytes are not a belief that this version can use."""


def freeze(belief: Belief) -> bytes:
    """Return the belief as bytes; `thaw` is the inverse within one version of damcam, on any version of Python.

    CheckpointError when the belief refers to an object that cannot be written.
    """
    written = _Rows()
    written.encode(belief)
    content = json.dumps(written.rows, separators=(",", ":")).encode()
    return _digest(content) + content


def thaw(data: bytes) -> Belief:
    """Return the belief from its bytes; CheckpointError when they are damaged, or were written by another version of damcam."""
    digest, content = data[:_DIGEST], data[_DIGEST:]
    if digest != _digest(content):
        raise CheckpointError(CheckpointFault.DAMAGED.said())
    objects: list[Any] = []
    try:
        for name, *values in json.loads(content):
            objects.append(_rebuild(name, [_decode(value, objects) for value in values]))
    except (LookupError, TypeError, ValueError, RecursionError) as error:
        raise CheckpointError(CheckpointFault.NOT_READ.said(why=sentence_of(error))) from error
    belief = objects[-1] if objects else None
    if not isinstance(belief, Belief):
        raise CheckpointError(CheckpointFault.NO_BELIEF.said(type=type(belief).__name__))
    if not _has_situations(belief):
        raise CheckpointError(CheckpointFault.NO_SITUATIONS.said())
    return belief


def _has_situations(belief: Belief) -> bool:
    situations: Any = belief.situations
    return (
        isinstance(situations, tuple)
        and situations != ()
        and all(isinstance(pair, tuple) and isinstance(pair[0], Situation) for pair in situations)
    )


class _Rows:
    """Writes objects as rows, each object once."""

    def __init__(self) -> None:
        self.rows: list[list[Any]] = []
        self._row_of: dict[int, int] = {}
        """The number of the row of each object, by its `id`, which lasts as long as the belief that holds the object."""

    def encode(self, value: Any) -> Any:
        """Return the value as JSON; an object becomes a reference to its row."""
        name = type(value).__name__
        if value is None or type(value) in (bool, int, float, str):
            return value
        if type(value) is tuple:
            return [self.encode(item) for item in value]
        if isinstance(value, RuleSet):
            return {"RuleSet": [value.name, value.second_disc]}
        if _ENUMS.get(name) is type(value):
            return {name: value.value}
        if isinstance(value, Mapping):
            return {"mapping": [[self.encode(key), self.encode(item)] for key, item in value.items()]}
        if _OBJECTS.get(name) is not type(value):
            raise CheckpointError(CheckpointFault.FOREIGN.said(name=name))
        if id(value) not in self._row_of:
            row = [name, *(self.encode(getattr(value, field.name)) for field in fields(value))]
            self._row_of[id(value)] = len(self.rows)
            self.rows.append(row)
        return {"object": self._row_of[id(value)]}


def _rebuild(name: str, values: list[Any]) -> Any:
    kind = _OBJECTS[name]
    names = [field.name for field in fields(kind)]
    return kind(**dict(zip(names, values, strict=True)))


def _decode(value: Any, objects: list[Any]) -> Any:
    """Return the value of its JSON; `objects` are those of the rows before."""
    if isinstance(value, list):
        return tuple(_decode(item, objects) for item in value)
    if not isinstance(value, dict):
        return value
    ((kind, content),) = value.items()
    match kind:
        case "object" if type(content) is int and 0 <= content < len(objects):
            return objects[content]
        case "mapping":
            return {_decode(key, objects): _decode(item, objects) for key, item in content}
        case "RuleSet":
            name, second_disc = content
            return ruleset(name, second_disc=second_disc)
        case _:
            return _ENUMS[kind](content)


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(_MADE_BY + b"\n" + content).digest()
